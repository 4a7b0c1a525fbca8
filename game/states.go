package game

import (
	"encoding/json"
	"fmt"

	"blastyard/game/viewer"
)

// States is a match of a game whose rules are unknown. It has only the recorded states, and the players' actions have
// no effect.
type States struct {
	Game     string // its name
	NumSeats int
	Recorded []json.RawMessage  // at the start, and after each turn
	Leader   func(turn int) int // returns the leader after a turn, or match.NoWinner

	turn int
}

// Players returns the number of players.
func (s *States) Players() int { return s.NumSeats }

// Turn returns the number of turns played.
func (s *States) Turn() int { return s.turn }

// LastTurn returns the last known turn.
func (s *States) LastTurn() int { return len(s.Recorded) - 1 }

// Over reports whether the last known turn was played.
func (s *States) Over() bool { return s.turn >= s.LastTurn() }

// Winner returns the leader, if it is known.
func (s *States) Winner() int { return s.Leader(s.turn) }

// Play moves to the next state.
func (s *States) Play([]int, bool) { s.turn = min(s.turn+1, s.LastTurn()) }

// AppendState appends the state.
func (s *States) AppendState(dst []byte) []byte { return append(dst, s.Recorded[s.turn]...) }

// Picture sets f to the picture of the state as JSON.
func (s *States) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	if err := viewer.FromTree(f, s.Recorded[s.turn], s.turn, turns, seats); err != nil {
		_ = viewer.FromTree(f, []byte("null"), s.turn, turns, seats)
	}
}

// Bot returns an error: there are no bots for an unknown game.
func (s *States) Bot(name string, _ int, _ uint64) (Bot, error) {
	return nil, fmt.Errorf("built-in bots do not play %q, so there is no %s", s.Game, name)
}

// Restart returns to the start.
func (s *States) Restart(uint64) error {
	s.turn = 0
	return nil
}

// Clone returns a match of the same states.
func (s *States) Clone() Match {
	c := *s
	return &c
}

// Bare returns the match.
func (s *States) Bare() Match { return s }

// The following methods need rules.

// Score returns 0.
func (*States) Score(int) int { return 0 }

// State returns nil.
func (*States) State() any { return nil }

// Hash returns a zero hash.
func (*States) Hash() Hash { return Hash{} }

// Acts returns true.
func (*States) Acts(int) bool { return true }

// Living returns zeros: the numbers are unknown.
func (*States) Living(int) (living, all int) { return 0, 0 }

// Ask does nothing.
func (*States) Ask(int, []byte) {}

// Choose does nothing.
func (*States) Choose(int, []viewer.Wish) {}

// Choices returns no choices.
func (*States) Choices(int, []viewer.Seat) viewer.Choices { return viewer.Choices{} }

// Words returns nil.
func (*States) Words(int) []string { return nil }

// AppendActions appends nothing.
func (*States) AppendActions(dst []byte, _ int) []byte { return dst }

// AppendRefused appends nothing.
func (*States) AppendRefused(dst []Refusal) []Refusal { return dst }

// NumRefused returns 0.
func (*States) NumRefused(int) int { return 0 }
