// Package message tells what bots got during a match, byte by byte, and what they answered: it plays a replay again and
// writes with the encoders that the arena uses. Bots of games over netorcai got GAME_STARTS, a TURN after each turn and
// GAME_ENDS; bots of 2016-Bomberman got state.json and map.txt in their folder of each round.
package message

import (
	"errors"
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/replay"
)

// A Message is what the bot of a player got after some turns, and what it answered.
type Message struct {
	Turn   int // the turns that were played before
	Player int
	Kind   Kind
	Sent   []Text
	Answer *Text // what counted in the next turn; nil: there is none
	Notes  []string
}

// A Text is a message or a file, byte by byte.
type Text struct {
	Name string // in a folder, such as state.json
	Data []byte
}

// Kind is what a message is.
type Kind uint8

// The kinds.
const (
	None   Kind = iota // the bot got nothing
	Starts             // GAME_STARTS
	Turn               // TURN
	Ends               // GAME_ENDS
	Round              // the files of a round
)

// ErrNone is in the errors about turns and players that there are not.
var ErrNone = errors.New("message: no such turn or player")

// A Teller goes through a match and tells what the bot of one player got. It is for one goroutine.
type Teller struct {
	header *replay.Header
	player int
	board  board
	form   form

	turn   int
	missed bool // the player missed the last turn
	gone   bool // the player has left
}

// form writes the messages of a way in which bots play.
type form interface {
	// message adds to m what the bot got after the turns so far. next is the next turn, nil where there is none; over
	// reports whether the match ended here.
	message(m *Message, t *Teller, next *replay.Turn, over bool)
}

// New returns the teller of a player at the start of a match. The match is one of kinds, or of another game whose
// states the replay holds.
func New(h *replay.Header, player int, kinds []*game.Kind) (*Teller, error) {
	if player < 0 || player >= len(h.Players) {
		return nil, fmt.Errorf("%w: player is %d, expected 0 to %d", ErrNone, player, len(h.Players)-1)
	}
	b, err := newBoard(h, kinds)
	if err != nil {
		return nil, err
	}
	t := &Teller{header: h, player: player, board: b, form: netorcaiForm{}}
	if k, err := game.Find(kinds, h.Game); err == nil && k.Protocol == game.Rounds {
		t.form = newRoundsForm(h)
	}
	return t, nil
}

// Next goes on by a turn.
func (t *Teller) Next(turn *replay.Turn) error {
	if err := t.board.play(turn); err != nil {
		return fmt.Errorf("message: turn %d: %w", t.turn+1, err)
	}
	t.turn++
	t.missed = slices.Contains(turn.Late, t.player)
	t.gone = t.gone || left(turn, t.player) != nil
	return nil
}

// Message is what the bot got after the turns so far. next is the next turn, which holds the answer; nil: there is
// none. over reports whether the match ended here by its rules.
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
	if _, told := t.form.(stdioForm); !told && speaksStdio(t.header.Players[t.player].Bot) {
		m.Notes = append(m.Notes, "it got the same as lines on its standard input: see bot replay-input --stdio")
	}
	t.form.message(m, t, next, over)
	return m
}

// moveOf is what a player asked for in a turn; nil: nothing was recorded.
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

// left is how a player left in a turn, or nil.
func left(turn *replay.Turn, player int) *replay.Gone {
	i := slices.IndexFunc(turn.Gone, func(g replay.Gone) bool { return g.Player == player })
	if i < 0 {
		return nil
	}
	return &turn.Gone[i]
}

// At is the message of a player after so many turns of a replay.
func At(r *replay.Replay, turn, player int, kinds []*game.Kind) (*Message, error) {
	if turn < 0 || turn > len(r.Turns) {
		return nil, fmt.Errorf("%w: turn is %d, expected 0 to %d", ErrNone, turn, len(r.Turns))
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

// All calls each with the messages of a player after the turns from one to another.
func All(r *replay.Replay, player, from, to int, kinds []*game.Kind, each func(*Message) error) error {
	t, err := New(&r.Header, player, kinds)
	if err != nil {
		return err
	}
	return t.all(r, from, to, each)
}

// all calls each with the messages after the turns from one to another. The teller is at the start of the match.
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

// next is the turn that follows so many, nil where there is none.
func next(r *replay.Replay, turn int) *replay.Turn {
	if turn < len(r.Turns) {
		return &r.Turns[turn]
	}
	return nil
}

// over reports whether the match came to its end after so many turns.
func over(r *replay.Replay, turn int) bool {
	return turn == len(r.Turns) && r.Result != nil && r.Result.Why == ""
}
