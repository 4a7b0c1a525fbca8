// Package logic plays hexabomb as the game logic of a netorcai server, with the output of the original program.
package logic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"

	"blastyard/internal/plain"
	"blastyard/protocol/netorcai"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// Config says what to play, and where.
type Config struct {
	Map   string // a built-in map or a file
	Rules string // published version of the rules
	Host  string // of the netorcai server
	Port  int
	Out   io.Writer // the progress, in the original's words; an error of Run belongs to its end
	Log   io.Writer // dropped and refused actions; may be nil
}

// Run plays one game.
func Run(ctx context.Context, c Config) error {
	version, err := hexabomb.ParseVersion(c.Rules)
	if err != nil {
		return err
	}
	out := &steps{w: c.Out}
	if c.Log == nil {
		c.Log = io.Discard
	}
	out.begin("Loading map %s", c.Map)
	board, err := maps.Open(c.Map)
	if err = out.end(err); err != nil {
		return err
	}
	for _, note := range board.Notes {
		fmt.Fprintf(c.Log, "%s: %s\n", plain.Line(c.Map), note)
	}
	if version == hexabomb.V2018 {
		out.begin("Connecting to netorcai")
	} else {
		out.begin("Connecting to netorcai (%s:%d)", c.Host, c.Port)
	}
	client, err := netorcai.Dial(ctx, net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
	if err = out.end(err); err != nil {
		return err
	}
	defer client.Close()
	out.begin("Logging in as a game logic")
	if err := out.end(client.Login(ctx, "hexabomb", netorcai.RoleGameLogic)); err != nil {
		return err
	}
	game := &told{rules: rules{version: version, board: board, log: c.Log}, out: out}
	out.begin("Waiting for %s", netorcai.TypeDoInit)
	err = out.end(netorcai.RunLogic(ctx, client, game))
	if _, ok := errors.AsType[*netorcai.KickError](err); ok {
		return fmt.Errorf("the server ended the game: %w", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "Game is finished after %d turns; winner: %s\n", game.state.Turn(), Winner(game.state.Winner()))
	return nil
}

// Winner describes the winner of a game: a player's id, or hexabomb.NoWinner.
func Winner(player int) string {
	if player == hexabomb.NoWinner {
		return "none"
	}
	return fmt.Sprintf("player %d", player)
}

// steps writes each step, and whether it worked: "Loading map tiny... done".
type steps struct {
	w    io.Writer
	open bool
}

func (s *steps) begin(format string, args ...any) {
	fmt.Fprint(s.w, plain.Line(fmt.Sprintf(format, args...)), "...")
	s.open = true
}

// end ends the line of the step. After an error, which it returns, the line stays open for the reason.
func (s *steps) end(err error) error {
	if s.open {
		s.open = false
		if err != nil {
			fmt.Fprint(s.w, " ")
		} else {
			fmt.Fprintln(s.w, " done")
		}
	}
	return err
}

// told is a game logic that writes what it waits for.
type told struct {
	rules
	out         *steps
	turns, most int // answers to DO_TURN
}

// Init begins a game.
func (l *told) Init(nbPlayers, nbSpecialPlayers, nbTurnsMax int) ([]byte, error) {
	_ = l.out.end(nil)
	l.most = nbTurnsMax
	state, err := l.rules.Init(nbPlayers, nbSpecialPlayers, nbTurnsMax)
	l.wait(err)
	return state, err
}

// Turn plays a turn.
func (l *told) Turn(players []netorcai.PlayerActions) (winner int, state []byte, err error) {
	_ = l.out.end(nil)
	winner, state, err = l.rules.Turn(players)
	l.turns++
	l.wait(err)
	return winner, state, err
}

// wait writes that the next turn is awaited, if there is one.
func (l *told) wait(err error) {
	if err == nil && l.turns < l.most {
		l.out.begin("Waiting for %s %d", netorcai.TypeDoTurn, l.turns)
	}
}
