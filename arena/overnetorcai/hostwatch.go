package overnetorcai

import (
	"time"
)

// hostWatch distinguishes turns that bots missed by their own fault from turns in which the machine gave them no
// processor.
type hostWatch struct {
	programs []*program      // by seat; nil: none
	limit    time.Duration   // time limit of a turn
	looked   time.Time       // when before was read
	before   []time.Duration // by seat: how long its bot had waited for a processor
}

func newHostWatch(programs []*program, limit time.Duration) *hostWatch {
	return &hostWatch{programs: programs, limit: limit, before: make([]time.Duration, len(programs))}
}

// begin is called when a turn begins. Because a measurement costs time and turns may be short, begin keeps one that
// is recent enough. The error is small.
func (h *hostWatch) begin() {
	if now := time.Now(); now.Sub(h.looked) >= h.limit/20 {
		h.looked = now
		for k := range h.programs {
			h.before[k] = h.waited(k)
		}
	}
}

// since returns how long the bot of a seat was ready in this turn while other processes had the processor. If that is
// more than half of the bot's time, a missed turn is the machine's fault.
func (h *hostWatch) since(seat int) time.Duration { return h.waited(seat) - h.before[seat] }

func (h *hostWatch) waited(seat int) time.Duration {
	if h.programs[seat] == nil || h.programs[seat].process == nil {
		return 0
	}
	return h.programs[seat].process.HostTime()
}
