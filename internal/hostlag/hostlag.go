// Package hostlag measures how late this machine is: how long this process waits for a processor although it has
// something to do, and how long processes of the machine do, where the system tells.
package hostlag

import (
	"sync"
	"time"
)

// Lag is how late the machine was in a span of time.
type Lag struct {
	// Late is how much of the span this process was held up: its ticker should have come, and did not.
	Late time.Duration

	// Pressed is how much of the span at least one process of the machine was ready to run, and had no processor. It is
	// 0 where the system does not tell.
	Pressed time.Duration

	// First and Last are how much of the span this process was held up at its beginning and at its end, so that what it
	// did then or heard then may be so much later than it should. Together they are no longer than the span.
	First, Last time.Duration

	// Taken is how long a processor of this machine, on average, did nothing for any process: the time of interrupts
	// and of other virtual machines. It is known to a tenth of a second. It is 0 where the system does not tell.
	Taken time.Duration
}

// How often the ticker comes, and how late it may be without being held up: timers are not exact.
const (
	tick  = 5 * time.Millisecond
	slack = 2 * time.Millisecond
)

// kept is how many looks and delays are remembered: some seconds of ticks.
const kept = 1 << 12

// Meter measures while somebody uses it. Its methods may be called from any goroutine.
type Meter struct {
	pressure func() (time.Duration, bool) // the sum of all time in which some process waited for a processor
	taken    func() (time.Duration, bool) // the sum of Lag.Taken

	mu     sync.Mutex
	users  int
	stop   chan struct{}
	ended  chan struct{}
	due    time.Time  // when the ticker should come next
	delays ring[span] // in which the ticker was late
	looks  ring[look] // at the pressure
}

type span struct{ from, to time.Time }

type look struct {
	at         time.Time
	sum, taken time.Duration
}

// ring holds the last values.
type ring[T any] struct {
	values []T
	next   int
}

func (r *ring[T]) add(v T) {
	if len(r.values) < kept {
		r.values = append(r.values, v)
		return
	}
	r.values[r.next] = v
	r.next = (r.next + 1) % kept
}

// back yields the values, the newest first.
func (r *ring[T]) back(yield func(T) bool) {
	n := len(r.values)
	for i := range n {
		if !yield(r.values[(r.next+2*n-1-i)%n]) {
			return
		}
	}
}

// New returns a meter that nobody uses.
func New() *Meter { return &Meter{pressure: readPressure, taken: takenReader()} }

// Use lets the meter measure until done is called.
func (m *Meter) Use() (done func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.users++; m.users == 1 {
		m.stop, m.ended = make(chan struct{}), make(chan struct{})
		m.begin(time.Now())
		go m.run(m.stop, m.ended)
	}
	return sync.OnceFunc(m.done)
}

func (m *Meter) done() {
	m.mu.Lock()
	var ended chan struct{}
	if m.users--; m.users == 0 {
		close(m.stop)
		ended = m.ended
	}
	m.mu.Unlock()
	if ended != nil {
		<-ended
	}
}

func (m *Meter) run(stop, ended chan struct{}) {
	defer close(ended)
	timer := time.NewTimer(tick)
	defer timer.Stop()
	for {
		select {
		case <-stop:
			return
		case <-timer.C:
			m.mu.Lock()
			now := time.Now()
			m.tick(now)
			timer.Reset(m.due.Sub(now))
			m.mu.Unlock()
		}
	}
}

// begin forgets what was. m.mu is locked.
func (m *Meter) begin(now time.Time) {
	m.delays, m.looks = ring[span]{}, ring[look]{}
	m.due = now.Add(tick)
	m.lookAt(now)
}

// tick notes that the ticker came. m.mu is locked.
func (m *Meter) tick(now time.Time) {
	if now.Sub(m.due) > slack {
		m.delays.add(span{m.due, now})
	}
	m.due = now.Add(tick)
	if last, ok := newest(&m.looks); ok && now.Sub(last.at) >= 4*tick {
		m.lookAt(now)
	}
}

func newest[T any](r *ring[T]) (v T, ok bool) {
	for v := range r.back {
		return v, true
	}
	return v, false
}

func (m *Meter) lookAt(now time.Time) {
	pressure, ok := m.pressure()
	taken, also := m.taken()
	if ok || also {
		m.looks.add(look{now, pressure, taken})
	}
}

// Since is how late the machine was from a time until now. It is asked about the last seconds.
func (m *Meter) Since(from time.Time) Lag {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lag(from, time.Now())
}

// lag is Since at a time. m.mu is locked.
func (m *Meter) lag(from, now time.Time) (l Lag) {
	if now.Sub(m.due) > slack { // it should have come, and does not
		l.Late += overlap(span{m.due, now}, from)
	}
	for d := range m.delays.back {
		if !d.to.After(from) {
			break
		}
		l.Late += overlap(d, from)
	}
	l.First, l.Last = m.edges(from, now)
	sum, ok := m.pressure()
	taken, also := m.taken()
	for k := range m.looks.back { // the last look before from
		if ok {
			l.Pressed = min(sum-k.sum, now.Sub(from))
		}
		if also {
			l.Taken = min(taken-k.taken, now.Sub(from))
		}
		if !k.at.After(from) {
			break
		}
	}
	return l
}

// edges returns Lag.First and Lag.Last. Delays that are not further apart than two ticks are one, because what waits
// for this process may need it more than once.
func (m *Meter) edges(from, now time.Time) (first, last time.Duration) {
	begin := now // of the delay at the end
	if now.Sub(m.due) > slack {
		begin = later(m.due, from)
	}
	end := from // of the delay at the beginning
	for d := range m.delays.back {
		if !d.to.After(from) {
			break
		}
		if begin.Sub(d.to) <= 2*tick {
			begin = later(d.from, from)
		}
		if d.from.Sub(from) <= slack {
			end = d.to
		}
	}
	last = now.Sub(begin)
	return min(end.Sub(from), now.Sub(from)-last), last
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// overlap is how much of a delay lies behind a time.
func overlap(d span, from time.Time) time.Duration {
	if d.from.Before(from) {
		d.from = from
	}
	return max(0, d.to.Sub(d.from))
}
