package gametest

import (
	"testing"

	"blastyard/game"
)

// loads lets other matches go on from states: they must go on as the match does that the states are from. A game whose
// matches load no states has nothing to hold.
func (s *Suite) loads(t *testing.T) {
	if _, can := game.As[game.StateLoader](s.start(t, 0)); !can {
		return
	}
	for seed := range uint64(matches) {
		m, other := s.start(t, seed), s.start(t, seed+1)
		loader, _ := game.As[game.StateLoader](other)
		s.play(t, m, seed, func(order []int) {
			before, state := stands(other), m.AppendState(nil)
			if err := loader.Load(m.Turn(), []byte("no JSON at all")); err == nil || stands(other) != before {
				t.Fatalf("what is no state gave the error %v, and\n%s\nof\n%s", err, stands(other), before)
			}
			if err := loader.Load(m.Turn(), state); err != nil {
				t.Fatalf("turn %d: %v: the state is %s", m.Turn(), err, state)
			}
			if got, want := stands(other), stands(m); got != want || other.Turn() != m.Turn() {
				t.Fatalf("loaded after turn %d: turn %d\n%s\nof\n%s", m.Turn(), other.Turn(), got, want)
			}
			for p := range m.Players() {
				other.Ask(p, m.AppendActions(nil, p))
			}
			next := m.Clone()
			next.Play(order, false)
			other.Play(order, false)
			if got, want := stands(other), stands(next); got != want {
				t.Fatalf("after turn %d it went on to\n%s\nthe match to\n%s", m.Turn(), got, want)
			}
		})
	}
}

// stands is how a match stands, by its state and hash.
func stands(m game.Match) string { return m.Hash().String() + " " + string(m.AppendState(nil)) }
