package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Frames can also be made from states as they came over the wire or lie in files: without rules, and so of any program
// that speaks of the game in the same form.

// ErrState is in every error about a state that no frame can be made from.
var ErrState = errors.New("viewer: bad state")

// stateFault is an error that names the field.
func stateFault(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrState}, args...)...)
}

// FromTree makes f the picture of a state of a game that we do not know: the JSON itself, on one line and safe within
// HTML. What is no JSON gives ErrState.
func FromTree(f *Frame, state []byte, turn, turns int, seats []Seat) error {
	tree, err := json.Marshal(json.RawMessage(state))
	if err != nil {
		return stateFault("%w", err)
	}
	f.clearBoard()
	f.Shape, f.Turn, f.Turns, f.Tree = Tree, turn, turns, tree
	for id := range seats {
		f.Players = append(f.Players, Player{ID: id})
		f.Players[id].sit(seats)
	}
	return nil
}

// clearBoard empties f for a new board, and its log.
func (f *Frame) clearBoard() {
	f.clearLog()
	f.Bounty = 0
	f.Cells, f.Tokens, f.Players = f.Cells[:0], f.Tokens[:0], f.Players[:0]
	f.Bombs, f.Explosions = f.Bombs[:0], f.Explosions[:0]
}

// sit fills in what the player's seat says, if there is one.
func (p *Player) sit(seats []Seat) {
	p.Micros = NoTime
	if p.ID < len(seats) {
		s := &seats[p.ID]
		p.Name, p.Entrant, p.Connected, p.Failed = s.Name, s.Entrant, s.Connected, s.Failed
		p.Note, p.Micros = s.Note, s.Micros
		p.Missed = s.Missed
	}
}
