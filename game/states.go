package game

import (
	"encoding/json"
	"fmt"

	"blastyard/game/viewer"
)

// States is a match of a game whose rules nobody knows here: its states after each turn are all there is, and what
// players ask for changes nothing.
type States struct {
	Game     string // its name
	NumSeats int
	Recorded []json.RawMessage  // at the start, and after each turn
	Leader   func(turn int) int // who is ahead after a turn, or match.NoWinner

	turn int
}

// Players is how many players there are.
func (s *States) Players() int { return s.NumSeats }

// Turn is the number of turns played.
func (s *States) Turn() int { return s.turn }

// LastTurn is the last turn that is known.
func (s *States) LastTurn() int { return len(s.Recorded) - 1 }

// Over tells whether no other turn is known.
func (s *States) Over() bool { return s.turn >= s.LastTurn() }

// Winner is who is ahead, as far as that is known.
func (s *States) Winner() int { return s.Leader(s.turn) }

// Play goes on to the next state.
func (s *States) Play([]int, bool) { s.turn = min(s.turn+1, s.LastTurn()) }

// AppendState appends the state.
func (s *States) AppendState(dst []byte) []byte { return append(dst, s.Recorded[s.turn]...) }

// Picture makes f the picture of the state as it is written.
func (s *States) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	if err := viewer.FromTree(f, s.Recorded[s.turn], s.turn, turns, seats); err != nil {
		_ = viewer.FromTree(f, []byte("null"), s.turn, turns, seats)
	}
}

// Bot is an error: nobody here plays the game.
func (s *States) Bot(name string, _ int, _ uint64) (Bot, error) {
	return nil, fmt.Errorf("built-in bots do not play %q, so there is no %s", s.Game, name)
}

// Restart goes back to the start.
func (s *States) Restart(uint64) error {
	s.turn = 0
	return nil
}

// Clone returns a match of the same states.
func (s *States) Clone() Match {
	c := *s
	return &c
}

// Bare is the match.
func (s *States) Bare() Match { return s }

// What only rules know.

// Score is 0.
func (*States) Score(int) int { return 0 }

// State is nil.
func (*States) State() any { return nil }

// Hash is that of nothing.
func (*States) Hash() Hash { return Hash{} }

// Acts is true.
func (*States) Acts(int) bool { return true }

// Living is not known.
func (*States) Living(int) (living, all int) { return 0, 0 }

// Ask does nothing.
func (*States) Ask(int, []byte) {}

// Choose does nothing.
func (*States) Choose(int, []viewer.Wish) {}

// Choices are none.
func (*States) Choices(int, []viewer.Seat) viewer.Choices { return viewer.Choices{} }

// Words are not known.
func (*States) Words(int) []string { return nil }

// AppendActions appends nothing.
func (*States) AppendActions(dst []byte, _ int) []byte { return dst }

// AppendRefused appends nothing.
func (*States) AppendRefused(dst []Refusal) []Refusal { return dst }

// NumRefused is 0.
func (*States) NumRefused(int) int { return 0 }
