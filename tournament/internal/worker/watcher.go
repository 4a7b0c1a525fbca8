package worker

import (
	"time"

	"blastyard/arena"
	"blastyard/arena/overrounds"
	"blastyard/internal/hostlag"
)

// meter measures how late the machine was; see hostlag.Meter.
type meter interface {
	Use() (done func())
	Since(from time.Time) hostlag.Lag

	// Host returns how many of the late turns of a seat were the machine's fault.
	Host(s *arena.SeatResult) int
}

// realMeter is the meter of this machine.
type realMeter struct{ *hostlag.Meter }

func (realMeter) Host(s *arena.SeatResult) int { return s.Host }

// watcher is a sink that finds out how much time bots used, and whether the machine was too late to start them.
type watcher struct {
	arena.NopSink
	meter meter
	limit time.Duration   // of a turn; 0: none
	used  []time.Duration // by player
	began time.Time       // before the bots were started
	tell  func(turn int)
}

func (w *watcher) usedMillis() []int64 {
	list := make([]int64, len(w.used))
	for id, d := range w.used {
		list[id] = d.Milliseconds()
	}
	return list
}

// Begin implements arena.Sink.
func (w *watcher) Begin(b *arena.Begin) { w.limit = b.Limit }

// Turn implements arena.Sink.
func (w *watcher) Turn(t *arena.Turn) {
	for _, m := range t.Moves {
		if m.Took > 0 && !m.Late {
			w.used[m.Player] += m.Took
		}
	}
	for _, id := range t.Late {
		// For a program that is started each round, the move says how long it took.
		if len(overrounds.DetailsOf(t).Runs) == 0 {
			w.used[id] += w.limit
		}
	}
	w.tell(t.Number)
}

// Limits for blaming the machine, as parts of the time for a login.
const (
	latePart    = 4 // this worker itself was held up for so long
	pressedPart = 2 // processes of this machine waited for a processor for so long
)

// loginWasLate reports whether the machine was so late while the bots started that a bot which did not log in in time
// is not at fault.
func (w *watcher) loginWasLate() bool {
	lag := w.meter.Since(w.began)
	return lag.Late >= arena.LoginTime/latePart || lag.Pressed >= arena.LoginTime/pressedPart
}
