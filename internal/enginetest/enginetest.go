// Package enginetest is a suite of tests that the rules of every game must pass: a match is repeatable to the byte,
// copies are independent, and what is written can be read.
package enginetest

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
)

// Game is a game for the suite. S is its state, A the actions of all players in a turn.
type Game[S, A any] struct {
	New    func(seed uint64) S         // the start of a match; another seed gives another match
	Random func(s S, rng *rand.Rand) A // actions for a turn, valid and invalid; does not change s
	Step   func(s S, actions A) S      // plays a turn; it may change s and return it
	Copy   func(s S) S                 // a state that shares nothing that changes with s
	Encode func(s S) []byte            // in its own buffer

	// Decode reads what Encode wrote of a state of the same match as like, after the given turns. It does not change
	// like. It is nil if no text has the whole state.
	Decode func(like S, turn int, b []byte) (S, error)

	Seeds int // how many matches to play
	Turns int // of each
}

// Run runs the suite. Each property is a test of its own.
func Run[S, A any](t *testing.T, g Game[S, A]) {
	t.Run("same seed, same bytes", g.sameBytes)
	t.Run("another seed, another match", g.seedsMatter)
	t.Run("a step changes no copy", g.copies)
	if g.Decode != nil {
		t.Run("what is written can be read", g.roundTrip)
	}
	t.Run("reading a state leaves it alone", g.pureReads)
	t.Run("matches do not disturb each other", g.concurrent)
}

// play plays a match and calls turn before each turn. The actions come from the seed alone.
func (g Game[S, A]) play(seed uint64, turn func(n int, s S, actions A)) S {
	s := g.New(seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	for n := range g.Turns {
		actions := g.Random(s, rng)
		turn(n, s, actions)
		s = g.Step(s, actions)
	}
	return s
}

// record returns all states of the match with a seed, one after the other.
func (g Game[S, A]) record(seed uint64) []byte {
	var all []byte
	end := g.play(seed, func(_ int, s S, _ A) { all = append(append(all, g.Encode(s)...), '\n') })
	return append(all, g.Encode(end)...)
}

func (g Game[S, A]) sameBytes(t *testing.T) {
	for seed := range uint64(g.Seeds) {
		if first, again := g.record(seed), g.record(seed); !bytes.Equal(first, again) {
			t.Fatalf("seed %d: the same match twice differs from turn %d on", seed, differsAt(first, again))
		}
	}
}

// differsAt returns the number of the first line that differs.
func differsAt(a, b []byte) int {
	x, y := bytes.Split(a, []byte{'\n'}), bytes.Split(b, []byte{'\n'})
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return i
		}
	}
	return min(len(x), len(y))
}

func (g Game[S, A]) seedsMatter(t *testing.T) {
	matches := map[string]bool{}
	for seed := range uint64(g.Seeds) {
		matches[string(g.record(seed))] = true
	}
	if len(matches) < g.Seeds {
		t.Errorf("%d seeds gave %d different matches", g.Seeds, len(matches))
	}
}

func (g Game[S, A]) copies(t *testing.T) {
	for seed := range uint64(g.Seeds) {
		g.play(seed, func(n int, s S, actions A) {
			before := g.Encode(s)
			c := g.Copy(s)
			if !bytes.Equal(g.Encode(c), before) {
				t.Fatalf("seed %d, turn %d: the copy is\n%s\nof\n%s", seed, n, g.Encode(c), before)
			}
			keep := g.Copy(s)
			c = g.Step(c, actions)
			if !bytes.Equal(g.Encode(s), before) {
				t.Fatalf("seed %d, turn %d: a step of a copy changed the original\n%s\nto\n%s",
					seed, n, before, g.Encode(s))
			}
			after := g.Encode(c)
			other := g.Step(g.Copy(s), actions) // the actions must be unchanged, too
			if !bytes.Equal(g.Encode(other), after) {
				t.Fatalf("seed %d, turn %d: the same step of two copies gave\n%s\nand\n%s",
					seed, n, after, g.Encode(other))
			}
			if !bytes.Equal(g.Encode(keep), before) {
				t.Fatalf("seed %d, turn %d: steps of copies changed another copy\n%s\nto\n%s",
					seed, n, before, g.Encode(keep))
			}
		})
	}
}

// roundTrip reads each state back, writes it again, and plays a turn from it: nothing that matters may be lost.
func (g Game[S, A]) roundTrip(t *testing.T) {
	for seed := range uint64(g.Seeds) {
		g.play(seed, func(n int, s S, actions A) {
			written := g.Encode(s)
			read, err := g.Decode(s, n, bytes.Clone(written))
			if err != nil {
				t.Fatalf("seed %d, turn %d: %v\n%s", seed, n, err, written)
			}
			if !bytes.Equal(g.Encode(read), written) {
				t.Fatalf("seed %d, turn %d: read back and written again\n%s\nis\n%s", seed, n, written, g.Encode(read))
			}
			read = g.Step(read, actions)
			if want := g.Encode(g.Step(g.Copy(s), actions)); !bytes.Equal(g.Encode(read), want) {
				t.Fatalf("seed %d, turn %d: a step of what was read back gave\n%s\nwant\n%s",
					seed, n, g.Encode(read), want)
			}
		})
	}
}

func (g Game[S, A]) pureReads(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for seed := range uint64(g.Seeds) {
		g.play(seed, func(n int, s S, _ A) {
			before := g.Encode(s)
			g.Random(s, rng)
			if after := g.Encode(s); !bytes.Equal(before, after) {
				t.Fatalf("seed %d, turn %d: choosing actions or encoding changed the state\n%s\nto\n%s",
					seed, n, before, after)
			}
		})
	}
}

// concurrent plays copies of one start at the same time. The race detector reports if shared data changes.
func (g Game[S, A]) concurrent(t *testing.T) {
	start := g.New(1)
	ends := make([][]byte, 4)
	var all sync.WaitGroup
	for i := range ends {
		s := g.Copy(start)
		all.Go(func() {
			rng := rand.New(rand.NewPCG(4, 5))
			for range g.Turns {
				s = g.Step(s, g.Random(s, rng))
			}
			ends[i] = g.Encode(s)
		})
	}
	all.Wait()
	for i := range ends {
		if !bytes.Equal(ends[i], ends[0]) {
			t.Errorf("match %d of the same actions at the same time ended as\n%s\nmatch 0 as\n%s", i, ends[i], ends[0])
		}
	}
}
