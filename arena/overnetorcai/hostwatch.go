package overnetorcai

import (
	"time"
)

// hostWatch tells turns that bots missed on their own from those that they missed because the machine gave them no
// processor.
type hostWatch struct {
	programs []*program      // by seat; nil: none
	limit    time.Duration   // of a turn
	looked   time.Time       // when before was read
	before   []time.Duration // by seat: for how long its bot had waited for a processor
}

func newHostWatch(programs []*program, limit time.Duration) *hostWatch {
	return &hostWatch{programs: programs, limit: limit, before: make([]time.Duration, len(programs))}
}

// begin notes that a turn begins. Looking costs time, and turns may be short: a look that is fresh enough does, and
// what a bot waited since then but before the turn is little.
func (h *hostWatch) begin() {
	if now := time.Now(); now.Sub(h.looked) >= h.limit/20 {
		h.looked = now
		for k := range h.programs {
			h.before[k] = h.waited(k)
		}
	}
}

// since is for how long the bot of a seat was ready in the turn, but had no processor because of others. Where that is
// more than half of the time that it had, a turn that it has missed is the machine's fault.
func (h *hostWatch) since(seat int) time.Duration { return h.waited(seat) - h.before[seat] }

func (h *hostWatch) waited(seat int) time.Duration {
	if h.programs[seat] == nil || h.programs[seat].process == nil {
		return 0
	}
	return h.programs[seat].process.HostTime()
}
