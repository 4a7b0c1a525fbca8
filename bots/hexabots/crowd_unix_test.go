//go:build unix

package hexabots

import (
	"syscall"
	"testing"
	"time"

	"blastyard/rules/hexabomb"
)

// BenchmarkCrowd plays whole matches of hunters on a hexagon of 1,027 cells, with 10 and with 100 players, and reports
// the processor time of a match of either, and how many times the second costs more.
func BenchmarkCrowd(b *testing.B) {
	few, many := crowd(b, 10), crowd(b, 100)
	var times [2]time.Duration
	for b.Loop() {
		for i, board := range []*hexabomb.Board{few, many} {
			before := processor(b)
			playHunters(board, 60)
			times[i] += processor(b) - before
		}
	}
	b.ReportMetric(float64(times[0].Microseconds())/float64(b.N)/1e3, "10-players-ms")
	b.ReportMetric(float64(times[1].Microseconds())/float64(b.N)/1e3, "100-players-ms")
	b.ReportMetric(float64(times[1])/float64(times[0]), "times")
}

// crowd returns a hexagon of 1,027 cells with players of one character, spread evenly over its cells.
func crowd(tb testing.TB, players int) *hexabomb.Board {
	tb.Helper()
	const radius = 18
	m := &hexabomb.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -radius-q); r <= min(radius, radius-q); r++ {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
		}
	}
	for p := range players {
		m.Starts = append(m.Starts, []hexabomb.Coord{m.Cells[(2*p+1)*len(m.Cells)/(2*players)]})
	}
	board, err := hexabomb.NewBoard(m, players, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return board
}

// playHunters plays some turns of a match.
func playHunters(board *hexabomb.Board, turns int) *hexabomb.State {
	bots := make([]Bot, board.NumPlayers())
	for p := range bots {
		bots[p], _ = New("hunter", board, p, uint64(p))
	}
	s := hexabomb.NewState(board)
	var actions []hexabomb.Action
	for range turns {
		actions = actions[:0]
		for _, bot := range bots {
			actions = bot.Act(actions, s)
		}
		s.Step(actions, nil)
	}
	return s
}

// processor is the processor time of this program.
func processor(tb testing.TB) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
