package overnetorcai

import (
	"time"

	"blastyard/arena/harness"
	"blastyard/arena/internal/lateness"
	"blastyard/arena/internal/listeners"
	"blastyard/internal/hostlag"
)

// referee distinguishes turns that bots missed by their own fault from turns in which the machine gave them no
// processor. It belongs to the server's goroutine.
type referee struct {
	programs []*program    // by seat; nil: none
	limit    time.Duration // time limit of a turn
	bots     []judged      // by seat
	machine  *hostlag.Meter
}

// judged is what is known about the bot of a seat.
type judged struct {
	lateness.Judge
	owes   bool            // it has not answered yet
	limit  time.Duration   // of what it owes
	asked  time.Time       // when it was asked what it owes
	looked time.Time       // when before was read
	before harness.Spent   // of the bot, then
	seen   time.Time       // when since was called last, or asked
	conn   *listeners.Conn // nil: none
	heard  uint64          // bytes that had come over it when the bot was asked
}

func newReferee(programs []*program, limit time.Duration) *referee {
	return &referee{programs: programs, limit: limit, bots: make([]judged, len(programs)), machine: hostlag.New()}
}

// plays reports whether a seat has a program to judge.
func (f *referee) plays(seat int) bool {
	return f.programs[seat] != nil && f.programs[seat].process != nil
}

// ask is called when a turn was sent to the bots that owe no answer. limit returns the time limit of a seat.
func (f *referee) ask(limit func(seat int) time.Duration) {
	for k := range f.bots {
		if b := &f.bots[k]; !b.owes && f.plays(k) {
			f.begin(k, limit(k))
			b.Ask(b.limit)
		}
	}
}

// begin notes that a bot is asked now. Because a measurement costs time and turns may be short, begin keeps one that is
// recent enough. The error is small.
func (f *referee) begin(seat int, limit time.Duration) {
	b := &f.bots[seat]
	b.owes, b.limit, b.asked = true, limit, time.Now()
	b.seen = b.asked
	if b.asked.Sub(b.looked) >= f.limit/20 {
		b.before = f.programs[seat].process.Spent(false)
		b.asked = time.Now() // the time of the look, longer on a busy machine, counts for no question
		b.looked, b.seen = b.asked, b.asked
	}
	traffic, _ := f.traffic(seat)
	b.heard = traffic.Received
}

// traffic returns what the system knows about what a bot has said, and when it was asked if that is known.
func (f *referee) traffic(seat int) (t listeners.Traffic, ok bool) {
	if c := f.bots[seat].conn; c != nil {
		return c.Traffic()
	}
	if bot := f.programs[seat].bot; bot != nil {
		var bytes int64
		bytes, t.Came, ok = bot.Heard()
		t.Received = uint64(bytes)
	}
	return t, ok
}

// answered is called when a bot has answered. late says that it answered after its turn, and was asked the next
// question at once. It returns by how many the late turns that are the machine's fault have changed.
func (f *referee) answered(seat int, late bool) (excused int) {
	if !f.plays(seat) {
		return 0
	}
	b := &f.bots[seat]
	if b.owes = false; late {
		excused = b.Answer(f.since(seat, false), f.limit)
		f.begin(seat, f.limit)
	}
	return excused
}

// missed rules on a turn that has ended without the answer of a bot. It returns what has happened since it was asked.
func (f *referee) missed(seat int) (lateness.Account, lateness.Ruling) {
	if !f.plays(seat) {
		return lateness.Account{}, lateness.Ruling{}
	}
	since := f.since(seat, true)
	return since, f.bots[seat].Miss(since, 0)
}

// since returns what has happened since a bot was asked. It is called at the end of each turn, so that what comes later
// than the limit after the last call has been delayed by the arena. With waits the bot may be waiting for a processor.
func (f *referee) since(seat int, waits bool) lateness.Account {
	b := &f.bots[seat]
	now := time.Now() // before the look, whose time does not count
	lag := f.machine.Since(b.asked)
	a := lateness.Account{Wall: now.Sub(b.asked), Taken: lag.Taken}
	a.Asking, a.Hearing = f.delays(seat, lag, now)
	spent := f.programs[seat].process.Spent(waits)
	a.Ran, a.Waited = spent.Ran-b.before.Ran, spent.Waited-b.before.Waited
	b.seen = now
	return a
}

// delays returns how long the arena was held up when it asked a bot, and when it should have heard it.
func (f *referee) delays(seat int, lag hostlag.Lag, now time.Time) (asking, hearing lateness.Delay) {
	b := &f.bots[seat]
	asking.Most, hearing.Most = lag.First, max(lag.Last, now.Sub(b.seen)-b.limit)
	traffic, ok := f.traffic(seat)
	if !ok {
		return asking, hearing
	}
	hearing.Told = true
	if traffic.Received > b.heard { // otherwise there is nothing that the arena should have heard
		hearing.Exact = now.Sub(traffic.Came)
	}
	if asking.Told = !traffic.Sent.IsZero(); asking.Told {
		asking.Exact = traffic.Sent.Sub(b.asked)
	}
	return asking, hearing
}
