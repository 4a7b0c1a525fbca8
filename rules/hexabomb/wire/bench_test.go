package wire

import (
	"math/rand/v2"
	"testing"

	"blastyard/rules/hexabomb"
)

// trace is a game as it arrives: the players' arrays in the order of arrival, one after the other.
type trace struct {
	text  []byte
	parts []part
	turns int
	sent  int // bytes of states
}

type part struct {
	player   int
	from, to int // in text
	last     bool
}

func record(b *hexabomb.Board, turns int) trace {
	rng := rand.New(rand.NewPCG(3, 4))
	s, enc := hexabomb.NewState(b), NewEncoder(b)
	t := trace{turns: turns}
	var buf []byte
	for range turns {
		var all []hexabomb.Action
		order := rng.Perm(b.NumPlayers())
		for i, p := range order {
			actions := turnOf(nil, s, p, true, rng)
			from := len(t.text)
			t.text = AppendActionsJSON(t.text, actions)
			t.parts = append(t.parts, part{p, from, len(t.text), i == len(order)-1})
			all = append(all, actions...)
		}
		s.Step(all, nil)
		buf = enc.Append(buf[:0], s)
		t.sent += len(buf)
	}
	return t
}

// BenchmarkTurn plays 20,000 turns of fresh legal actions: JSON in, step, JSON out, and each of the three alone.
func BenchmarkTurn(b *testing.B) {
	const turns = 20000
	for _, size := range []struct {
		name                       string
		cells, players, characters int
	}{{"37cells", 37, 6, 1}, {"415cells", 415, 4, 7}} {
		board := boardOf(b, size.cells, size.players, size.characters, 0)
		t := record(board, turns)
		for _, kind := range []struct {
			name            string
			read, step, out bool
		}{{"whole", true, true, true}, {"read", true, false, false}, {"readStep", true, true, false}} {
			b.Run(size.name+"/"+kind.name, func(b *testing.B) {
				start, s, enc := hexabomb.NewState(board), hexabomb.NewState(board), NewEncoder(board)
				var actions []hexabomb.Action
				var buf []byte
				var err error
				b.ReportAllocs()
				for b.Loop() {
					s.CopyFrom(start)
					actions = actions[:0]
					for _, p := range t.parts {
						if actions, err = AppendActions(actions, p.player, t.text[p.from:p.to], nil); err != nil {
							b.Fatal(err)
						}
						if !p.last {
							continue
						}
						if kind.step {
							s.Step(actions, nil)
						}
						if kind.out {
							buf = enc.Append(buf[:0], s)
						}
						actions = actions[:0]
					}
				}
				b.ReportMetric(float64(b.N)*turns/b.Elapsed().Seconds(), "turns/s")
				b.ReportMetric(float64(len(t.text))/turns, "B-in/turn")
				b.ReportMetric(float64(t.sent)/turns, "B-out/turn")
			})
		}
	}
}

// TestNothingIsAllocated: reading actions and encoding into a large enough buffer do not allocate.
func TestNothingIsAllocated(t *testing.T) {
	for _, size := range []struct{ cells, players, characters, special int }{{37, 6, 1, 0}, {415, 4, 7, 0}, {415, 4, 7, 1}, {415, 120, 2, 1}} {
		board := boardOf(t, size.cells, size.players, size.characters, size.special)
		tr := record(board, 300)
		start, s, enc := hexabomb.NewState(board), hexabomb.NewState(board), NewEncoder(board)
		actions, buf := make([]hexabomb.Action, 0, board.NumCharacters()), make([]byte, 0, 1<<20)
		n := testing.AllocsPerRun(4, func() { // several runs, because other goroutines may allocate
			s.CopyFrom(start)
			for _, p := range tr.parts {
				actions, _ = AppendActions(actions, p.player, tr.text[p.from:p.to], nil)
				if p.last {
					s.Step(actions, nil)
					buf = enc.Append(buf[:0], s)
					actions = actions[:0]
				}
			}
		})
		if n != 0 {
			t.Errorf("%+v: %v allocations in %d turns", size, n, tr.turns)
		}
	}
}
