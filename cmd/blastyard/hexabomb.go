package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/internal/plain"
	"blastyard/maps"
	"blastyard/netorcai"
)

// exitHexabombUsage is the original's exit code for wrong usage.
const exitHexabombUsage = 255

// newHexabombCommand is the game logic with the original's options, texts and exit codes. Unlike elsewhere, wrong usage
// exits with 255, and errors go to standard output.
func newHexabombCommand() *cobra.Command {
	var host, port string
	cmd := &cobra.Command{
		Use:   "hexabomb MAP",
		Short: "Be the hexabomb game logic of a netorcai server",
		Long: `Connect to a netorcai server as its game logic and play hexabomb on a map: a map file, or the name of a
built-in map. Sudden death is played when the server has a special player.`,
		Example: `  blastyard netorcai --nb-players-max 2 &
  blastyard hexabomb map.json -p 4242`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return hexabombUsage(cmd, fmt.Errorf("expected one argument, the map, but there are %d", len(args)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return hexabombFailed(cmd.OutOrStdout(), runHexabomb(cmd, args[0], host, port))
		},
	}
	cmd.Flags().StringVarP(&host, "hostname", "h", "localhost", "the server's host (also --host)")
	cmd.Flags().StringVar(&host, "host", "localhost", "the server's host")
	cmd.Flags().StringVarP(&port, "port", "p", strconv.Itoa(netorcai.DefaultPort), "the server's port, 1 to 65535")
	cmd.Flags().Bool("help", false, "this text") // without a letter: -h is the host
	_ = cmd.Flags().MarkHidden("host")
	cmd.SetFlagErrorFunc(hexabombUsage)
	return cmd
}

// hexabombUsage says on standard output what is wrong with a command line, and what one looks like.
func hexabombUsage(cmd *cobra.Command, err error) error {
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", oneLine(err), cmd.UsageString())
	return exitError{code: exitHexabombUsage}
}

// hexabombFailed says on standard output why the game logic ends.
func hexabombFailed(out io.Writer, err error) error {
	if err == nil {
		return nil
	}
	fmt.Fprintf(out, "hexabomb: %s\n", oneLine(err))
	return exitError{code: exitFailure}
}

func runHexabomb(cmd *cobra.Command, mapName, host, port string) error {
	number, err := strconv.Atoi(port)
	if err != nil || number < 1 || number > 65535 {
		return fmt.Errorf("--port is %q, expected 1 to 65535", port)
	}
	out := &steps{w: cmd.OutOrStdout()}
	out.begin("Loading map %s", mapName)
	board, err := maps.Open(mapName)
	if err = out.end(err); err != nil {
		return err
	}
	out.begin("Connecting to netorcai (%s:%d)", host, number)
	client, err := netorcai.Dial(cmd.Context(), net.JoinHostPort(host, strconv.Itoa(number)))
	if err = out.end(err); err != nil {
		return err
	}
	defer client.Close()
	if err := client.Login(cmd.Context(), "hexabomb", netorcai.RoleGameLogic); err != nil {
		return err
	}
	logic := &toldLogic{hexabombLogic: hexabombLogic{board: board, log: cmd.ErrOrStderr()}, out: out}
	out.begin("Waiting for %s", netorcai.TypeDoInit)
	err = out.end(netorcai.RunLogic(cmd.Context(), client, logic))
	var kick *netorcai.KickError
	if errors.As(err, &kick) {
		return fmt.Errorf("the server ended the game: %w", err)
	}
	if err != nil {
		return err
	}
	winner := winnerText(logic.state.Winner())
	fmt.Fprintf(cmd.OutOrStdout(), "Game is finished after %d turns; winner: %s\n", logic.state.Turn(), winner)
	return nil
}

func winnerText(player int) string {
	if player == hexabomb.NoWinner {
		return "none"
	}
	return fmt.Sprintf("player %d", player)
}

// steps tells what is done in the original's words: "Loading map tiny... done".
type steps struct {
	w    io.Writer
	open bool
}

func (s *steps) begin(format string, args ...any) {
	fmt.Fprintf(s.w, format+"...", args...)
	s.open = true
}

// end ends the line of the step; the error is that of the step.
func (s *steps) end(err error) error {
	if s.open {
		s.open = false
		if err != nil {
			fmt.Fprintln(s.w)
		} else {
			fmt.Fprintln(s.w, " done")
		}
	}
	return err
}

// toldLogic is a game logic that tells what it waits for.
type toldLogic struct {
	hexabombLogic
	out         *steps
	turns, most int // answers to DO_TURN
}

// Init begins a game.
func (l *toldLogic) Init(nbPlayers, nbSpecialPlayers, nbTurnsMax int) ([]byte, error) {
	_ = l.out.end(nil)
	l.most = nbTurnsMax
	state, err := l.hexabombLogic.Init(nbPlayers, nbSpecialPlayers, nbTurnsMax)
	l.wait(err)
	return state, err
}

// Turn plays a turn.
func (l *toldLogic) Turn(players []netorcai.PlayerActions) (winner int, state []byte, err error) {
	_ = l.out.end(nil)
	winner, state = l.play(players)
	l.turns++
	l.wait(nil)
	return winner, state, nil
}

// wait tells of the turn that is awaited, if there is one.
func (l *toldLogic) wait(err error) {
	if err == nil && l.turns < l.most {
		l.out.begin("Waiting for %s %d", netorcai.TypeDoTurn, l.turns)
	}
}

// hexabombLogic is the rules behind a game logic. Actions are applied in the order in which they are given.
type hexabombLogic struct {
	board   *hexabomb.Map
	log     io.Writer // dropped and refused actions; nil: nowhere
	state   *hexabomb.State
	encoder *wire.Encoder

	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	refused    []hexabomb.Refusal
	json       []byte
}

// Init begins a game.
func (l *hexabombLogic) Init(nbPlayers, nbSpecialPlayers, _ int) ([]byte, error) {
	b, err := hexabomb.NewBoard(l.board, nbPlayers, nbSpecialPlayers)
	if err != nil {
		return nil, err
	}
	l.state, l.encoder = hexabomb.NewState(b), wire.NewEncoder(b)
	l.json = l.encoder.Append(l.json[:0], l.state)
	return l.json, nil
}

// play plays a turn.
func (l *hexabombLogic) play(players []netorcai.PlayerActions) (winner int, state []byte) {
	l.actions, l.unreadable, l.refused = l.actions[:0], l.unreadable[:0], l.refused[:0]
	for _, p := range players {
		// What is no array was refused by the server; if it gets here it is a player without actions.
		var err error
		l.actions, err = wire.AppendActions(l.actions, p.PlayerID, p.Actions, &l.unreadable)
		if err != nil {
			l.unreadable = append(l.unreadable, wire.Unreadable{Player: p.PlayerID, Index: -1, Why: err.Error()})
		}
	}
	if l.log == nil {
		l.state.Step(l.actions, nil)
	} else {
		l.state.Step(l.actions, &l.refused)
		l.report()
	}
	l.json = l.encoder.Append(l.json[:0], l.state)
	return l.state.Winner(), l.json
}

func (l *hexabombLogic) report() {
	for _, u := range l.unreadable {
		fmt.Fprintf(l.log, "turn %d: %s: dropped\n", l.state.Turn(), plain.Line(u.String()))
	}
	for _, r := range l.refused {
		fmt.Fprintf(l.log, "turn %d: player %d, %v: refused: %v\n", l.state.Turn(), r.Action.Player, r.Action, r.Reason)
	}
}
