package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Seat is what is known of a player in addition to the rules.
type Seat struct {
	Name string
	// Entrant is its position among the bots of the command line, from 1. It determines colour and letter, which stay
	// the same in a series. 0 means unknown: then the player's id determines them.
	Entrant   int
	Connected bool
	Failed    bool   // it ranks behind players that have not failed
	Note      string // "late", HostLate, "crashed", …; may be empty
	Micros    int    // time of its last answer in microseconds, or NoTime
	Missed    int    // turns in a row without an answer in time
}

// ErrState is wrapped by every error about a state from which no frame can be made.
var ErrState = errors.New("viewer: bad state")

// FromTree sets f to the picture of a state of an unknown game: the JSON itself, on one line and safe within HTML.
// Invalid JSON gives ErrState.
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

// Clear empties f for a new board, except the shape and the turn. The slices are reused, so a frame that was passed
// on must not be cleared unless it was cloned.
func (f *Frame) Clear() {
	f.Legend, f.Death, f.Caption, f.Tree = nil, 0, Caption{}, nil
	f.Events, f.Refused, f.Output, f.Drawings = f.Events[:0], f.Refused[:0], f.Output[:0], f.Drawings[:0]
	f.Cells, f.Tokens, f.Players = f.Cells[:0], f.Tokens[:0], f.Players[:0]
	f.Bombs, f.Explosions = f.Bombs[:0], f.Explosions[:0]
}

// Sit copies the data of the player's seat, if there is one. seats are by player id.
func (p *Player) Sit(seats []Seat) {
	p.Micros = NoTime
	if p.ID < len(seats) {
		s := &seats[p.ID]
		p.Name, p.Entrant, p.Connected, p.Failed = s.Name, s.Entrant, s.Connected, s.Failed
		p.Note, p.Micros = s.Note, s.Micros
		p.Missed = s.Missed
	}
}
