package worker

import (
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/overrounds"
	"blastyard/internal/hostlag"
)

// meter tells how late the machine was; see hostlag.Meter.
type meter interface {
	Use() (done func())
	Since(from time.Time) hostlag.Lag

	// Waited tells for how long the i-th of those who were late in a turn had no processor, and whether that alone
	// makes the turn the machine's.
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

// watcher is the sink that finds out whether the machine made bots late, and how much time they used.
type watcher struct {
	arena.NopSink
	meter meter
	limit time.Duration   // of a turn; 0: none
	used  []time.Duration // by player
	host  []int           // by player: late turns that were the machine's fault, beside those that the arena has found
	void  bool            // the machine made somebody late
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
		// Of a program that is started each round there is a move, which says what it took.
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

// What counts as the machine's fault, in parts of the time for a turn.
const (
	latePart    = 4 // this worker itself was held up for so much
	waitedPart  = 8 // the bot had no processor for so much,
	pressedPart = 2 // while others on this machine had to wait, too, for so much
)

// machineWasLate reports whether a bot that missed a turn just now missed it because of the machine: this worker itself
// was held up, or the bot had to wait for a processor because too many wanted one. That the bot slept, or was busy
// itself, is no fault of the machine, however busy that is.
func (w *watcher) machineWasLate(limit, waited time.Duration) bool {
	if limit <= 0 {
		return false
	}
	lag := w.meter.Since(time.Now().Add(-limit))
	return lag.Late >= limit/latePart || waited >= limit/waitedPart && lag.Pressed >= limit/pressedPart
}

// loginWasLate reports whether the machine was so late while the bots were started that one which did not come in time
// is not to blame.
func (w *watcher) loginWasLate() bool {
	lag := w.meter.Since(w.began)
	return lag.Late >= arena.LoginTime/latePart || lag.Pressed >= arena.LoginTime/pressedPart
}
