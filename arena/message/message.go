// Package message reconstructs what bots received during a match, byte by byte, and what they answered. It plays a
// replay again and uses the encoders of the arena. Bots of games over netorcai received GAME_STARTS, a TURN after
// each turn and GAME_ENDS. Bots of 2016-Bomberman received state.json and map.txt in the folder of each round.
package message

import (
	"errors"
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/internal/english"
	"blastyard/replay"
)

// A Message is what the bot of a player received after some turns, and its answer.
type Message struct {
	Turn   int // turns played before the message
	Player int
	Kind   Kind
	Sent   []Text
	Answer *Text // the answer that the next turn used; nil: none
	Notes  []string
}

// A Text is a message or a file, byte by byte.
type Text struct {
	Name string // name of the file, such as state.json
	Data []byte
}

// Kind is the kind of a message.
type Kind uint8

// The values of Kind.
const (
	None   Kind = iota // the bot received nothing
	Starts             // GAME_STARTS
	Turn               // TURN
	Ends               // GAME_ENDS
	Round              // the files of a round
)

// ErrNone is wrapped by errors about turns and players that do not exist.
var ErrNone = errors.New("message: no such turn or player")

// A Teller goes through a match and reconstructs the messages of one player. It must be used by one goroutine at a
// time.
type Teller struct {
	header *replay.Header
	player int
	board  board
	form   form
	told   bool // its program is told what it can do

	turn   int
	missed bool // the player was late in the last turn
	gone   bool // the player has left
}

// form writes the messages of one protocol.
type form interface {
	// message adds to m what the bot received after the turns so far. next is the next turn, or nil. over reports
	// whether the match ended here.
	message(m *Message, t *Teller, next *replay.Turn, over bool)
}

// New returns a Teller for a player at the start of a match. The game must be one of kinds, or the replay must
// contain its states.
func New(h *replay.Header, player int, kinds []*game.Kind) (*Teller, error) {
	if player < 0 || player >= len(h.Players) {
		return nil, fmt.Errorf("%w: player is %d, expected %s", ErrNone, player, english.UpTo(len(h.Players)-1))
	}
	b, err := newBoard(h, kinds)
	if err != nil {
		return nil, err
	}
	t := &Teller{header: h, player: player, board: b, form: netorcaiForm{}}
	if k, err := game.Find(kinds, h.Game); err == nil {
		if t.told = !k.StateOnly; k.Protocol == game.Rounds {
			t.form = newRoundsForm(h)
		}
	}
	return t, nil
}

// Next applies the next turn.
func (t *Teller) Next(turn *replay.Turn) error {
	if err := t.board.play(turn); err != nil {
		return fmt.Errorf("message: turn %d: %w", t.turn+1, err)
	}
	t.turn++
	t.missed = slices.Contains(turn.Late, t.player)
	t.gone = t.gone || left(turn, t.player) != nil
	return nil
}

// Message returns what the bot received after the turns so far. next is the next turn, which holds the answer, or nil
// if there is none. over reports whether the rules ended the match here.
func (t *Teller) Message(next *replay.Turn, over bool) *Message {
	m := &Message{Turn: t.turn, Player: t.player}
	switch who := t.header.Players[t.player].Bot; {
	case t.gone:
		m.Notes = append(m.Notes, "it had left by then and got nothing")
		return m
	case builtin(who):
		m.Notes = append(m.Notes, "a built-in bot gets no messages: this is what a program in its place would have got")
	case person(who):
		m.Notes = append(m.Notes, "a person gets no messages: this is what a program in this place would have got")
	}
	if _, overStdio := t.form.(stdioForm); !overStdio && speaksStdio(t.header.Players[t.player].Bot) {
		m.Notes = append(m.Notes, "it got the same as lines on its standard input: see bot replay-input --stdio")
	}
	t.form.message(m, t, next, over)
	return m
}

// moveOf returns the recorded move of a player in a turn, or nil.
func moveOf(turn *replay.Turn, player int) *replay.Move {
	if turn == nil {
		return nil
	}
	i := slices.IndexFunc(turn.Moves, func(m replay.Move) bool { return m.Player == player })
	if i < 0 {
		return nil
	}
	return &turn.Moves[i]
}

// left returns how a player left in a turn, or nil.
func left(turn *replay.Turn, player int) *replay.Gone {
	i := slices.IndexFunc(turn.Gone, func(g replay.Gone) bool { return g.Player == player })
	if i < 0 {
		return nil
	}
	return &turn.Gone[i]
}

// At returns the message of a player after a number of turns of a replay.
func At(r *replay.Replay, turn, player int, kinds []*game.Kind) (*Message, error) {
	if turn < 0 || turn > len(r.Turns) {
		return nil, fmt.Errorf("%w: turn is %d, expected %s", ErrNone, turn, english.UpTo(len(r.Turns)))
	}
	t, err := New(&r.Header, player, kinds)
	if err != nil {
		return nil, err
	}
	for i := range r.Turns[:turn] {
		if err := t.Next(&r.Turns[i]); err != nil {
			return nil, err
		}
	}
	return t.Message(next(r, turn), over(r, turn)), nil
}

// All calls each for the messages of a player after the turns from to to.
func All(r *replay.Replay, player, from, to int, kinds []*game.Kind, each func(*Message) error) error {
	t, err := New(&r.Header, player, kinds)
	if err != nil {
		return err
	}
	return t.all(r, from, to, each)
}

// all calls each for the messages after the turns from to to. The teller is at the start of the match.
func (t *Teller) all(r *replay.Replay, from, to int, each func(*Message) error) error {
	for turn := 0; turn <= min(to, len(r.Turns)); turn++ {
		if turn > 0 {
			if err := t.Next(&r.Turns[turn-1]); err != nil {
				return err
			}
		}
		if turn < from {
			continue
		}
		if err := each(t.Message(next(r, turn), over(r, turn))); err != nil {
			return err
		}
	}
	return nil
}

// next returns the turn after a number of turns, or nil.
func next(r *replay.Replay, turn int) *replay.Turn {
	if turn < len(r.Turns) {
		return &r.Turns[turn]
	}
	return nil
}

// over reports whether the match ended after a number of turns.
func over(r *replay.Replay, turn int) bool {
	return turn == len(r.Turns) && r.Result != nil && r.Result.Why == ""
}
