package worker

import (
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/overrounds"
	"blastyard/internal/hostlag"
)

// meter measures how late the machine was; see hostlag.Meter.
type meter interface {
	Use() (done func())
	Since(from time.Time) hostlag.Lag

	// Waited returns how long the i-th of the late players of a turn waited for a processor, and whether that alone
	// makes the machine responsible for the turn.
	Waited(t *arena.Turn, i int) (waited time.Duration, host bool)
}

// realMeter is the meter of this machine.
type realMeter struct{ *hostlag.Meter }

func (realMeter) Waited(t *arena.Turn, i int) (waited time.Duration, host bool) {
	if i < len(t.Waited) {
		waited = t.Waited[i]
	}
	return waited, slices.Contains(t.Host, t.Late[i])
}

// watcher is a sink that finds out whether the machine made bots late, and how much time they used.
type watcher struct {
	arena.NopSink
	meter meter
	limit time.Duration   // of a turn; 0: none
	used  []time.Duration // by player
	host  []int           // by player: further late turns that were the machine's fault, which the arena did not detect
	void  bool            // the machine made a bot late
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
	for i, id := range t.Late {
		// For a program that is started each round, the move says how long it took.
		if len(overrounds.DetailsOf(t).Runs) == 0 {
			w.used[id] += w.limit
		}
		switch waited, host := w.meter.Waited(t, i); {
		case host:
			w.void = true
		case w.machineWasLate(w.limit, waited):
			w.host[id]++
			w.void = true
		}
	}
	w.tell(t.Number)
}

// Limits for blaming the machine, as parts of the time of a turn.
const (
	latePart    = 4 // this worker itself was held up for so long
	waitedPart  = 8 // the bot waited for a processor for so long
	pressedPart = 2 // and other processes of this machine waited, too, for so long
)

// machineWasLate reports whether a bot just missed a turn because of the machine: this worker itself was held up, or
// the bot waited for a processor because too many processes wanted one. If the bot slept or was busy itself, the
// machine is not at fault, however busy it is.
func (w *watcher) machineWasLate(limit, waited time.Duration) bool {
	if limit <= 0 {
		return false
	}
	lag := w.meter.Since(time.Now().Add(-limit))
	return lag.Late >= limit/latePart || waited >= limit/waitedPart && lag.Pressed >= limit/pressedPart
}

// loginWasLate reports whether the machine was so late while the bots started that a bot which did not log in in time
// is not at fault.
func (w *watcher) loginWasLate() bool {
	lag := w.meter.Since(w.began)
	return lag.Late >= arena.LoginTime/latePart || lag.Pressed >= arena.LoginTime/pressedPart
}
