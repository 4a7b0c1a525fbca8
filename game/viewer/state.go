package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Seat is what is known of a player beyond the rules.
type Seat struct {
	Name string
	// Entrant is its place among the bots of the command line, from 1. Colour and letter go by it, and stay the same
	// through a series. 0: not known; they go by the player's id.
	Entrant   int
	Connected bool
	Failed    bool   // it ranks behind who has not failed
	Note      string // "late", HostLate, "crashed", …; empty where there is nothing to say
	Micros    int    // what its last answer took, in microseconds, or NoTime
	Missed    int    // turns in a row without an answer in time
}

// ErrState is in every error about a state that no frame can be made from.
var ErrState = errors.New("viewer: bad state")

// FromTree makes f the picture of a state of a game that we do not know: the JSON itself, on one line and safe within
// HTML. What is no JSON gives ErrState.
func FromTree(f *Frame, state []byte, turn, turns int, seats []Seat) error {
	tree, err := json.Marshal(json.RawMessage(state))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrState, err)
	}
	f.Clear()
	f.Shape, f.Turn, f.Turns, f.Tree = Tree, turn, turns, tree
	for id := range seats {
		f.Players = append(f.Players, Player{ID: id})
		f.Players[id].Sit(seats)
	}
	return nil
}

// Clear empties f for a new board, but for the shape and the turn. The slices keep their memory: a frame that was
// passed on must be a new one, or a Clone.
func (f *Frame) Clear() {
	f.Bounty, f.Caption, f.Tree = 0, Caption{}, nil
	f.Events, f.Refused, f.Output, f.Drawings = f.Events[:0], f.Refused[:0], f.Output[:0], f.Drawings[:0]
	f.Cells, f.Tokens, f.Players = f.Cells[:0], f.Tokens[:0], f.Players[:0]
	f.Bombs, f.Explosions = f.Bombs[:0], f.Explosions[:0]
}

// Sit fills in what the player's seat says, if there is one. seats go by player id.
func (p *Player) Sit(seats []Seat) {
	p.Micros = NoTime
	if p.ID < len(seats) {
		s := &seats[p.ID]
		p.Name, p.Entrant, p.Connected, p.Failed = s.Name, s.Entrant, s.Connected, s.Failed
		p.Note, p.Micros = s.Note, s.Micros
		p.Missed = s.Missed
	}
}
