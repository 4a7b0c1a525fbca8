package hexabomb

import (
	"math/rand/v2"
	"testing"
)

// benchmarkTurns is too many turns for the processor to learn the branches of a game.
const benchmarkTurns = 20000

// benchmarkGame is one of the games of BenchmarkStep.
type benchmarkGame struct {
	name                       string
	cells, players, characters int
	draw                       func([]Action, *State, *rand.Rand) []Action
}

var benchmarkGames = []benchmarkGame{
	{"37cells/legal", 37, 6, 1, legalActions},
	{"37cells/random", 37, 6, 1, randomActions},
	{"415cells/legal", 415, 4, 7, legalActions},
	{"415cells/random", 415, 4, 7, randomActions},
}

// recording is a game with all its actions.
type recording struct {
	board   *Board
	actions []Action
	ends    []int // by turn: the end of its actions
}

func (g benchmarkGame) record(tb testing.TB, turns int) *recording {
	tb.Helper()
	r := &recording{board: testBoard(tb, g.cells, g.players, g.characters, 0)}
	rng := rand.New(rand.NewPCG(3, 4))
	s := NewState(r.board)
	for range turns {
		from := len(r.actions)
		r.actions = g.draw(r.actions, s, rng)
		s.Step(r.actions[from:], nil)
		r.ends = append(r.ends, len(r.actions))
	}
	return r
}

// play plays the recording on s.
func (r *recording) play(s *State) {
	from := 0
	for _, end := range r.ends {
		s.Step(r.actions[from:end], nil)
		from = end
	}
}

// BenchmarkStep plays games of fresh random actions. tools/scripts/hexc.sh compares it with the same rules in C.
func BenchmarkStep(b *testing.B) {
	for _, game := range benchmarkGames {
		b.Run(game.name, func(b *testing.B) {
			r := game.record(b, benchmarkTurns)
			start := NewState(r.board)
			s := start.Clone()
			b.ReportAllocs()
			before := processTime(b)
			for b.Loop() {
				s.CopyFrom(start)
				r.play(s)
			}
			turns := float64(b.N) * benchmarkTurns
			b.ReportMetric(turns/b.Elapsed().Seconds(), "turns/s")
			b.ReportMetric(turns/(processTime(b)-before).Seconds(), "turns/cpu-s")
			b.ReportMetric(float64(len(r.actions))/benchmarkTurns, "actions/turn")
		})
	}
}
