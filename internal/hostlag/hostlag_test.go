package hostlag

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// at is a time of a made-up clock.
func at(ms int) time.Time { return time.UnixMilli(int64(1_000_000 + ms)) }

// made is a meter that measures from 0 ms on with a made-up clock and pressure.
func made(pressure *time.Duration) *Meter {
	m := &Meter{pressure: func() (time.Duration, bool) {
		if pressure == nil {
			return 0, false
		}
		return *pressure, true
	}, taken: func() (time.Duration, bool) { return 0, false }}
	m.begin(at(0))
	return m
}

func TestLateTicker(t *testing.T) {
	m := made(nil)
	for _, ms := range []int{5, 10, 15, 60, 65, 71, 100} { // held up from 20 to 60, a little at 71, from 76 to 100
		m.tick(at(ms))
	}
	for _, c := range []struct{ from, now, want int }{
		{0, 100, 40 + 24}, {20, 100, 64}, {50, 100, 10 + 24}, {60, 100, 24}, {90, 100, 10}, {100, 104, 0},
		{0, 106, 64}, {0, 125, 64 + 20}, {110, 125, 15}, // it should have come at 105
	} {
		if got := m.lag(at(c.from), at(c.now)).Late; got != time.Duration(c.want)*time.Millisecond {
			t.Errorf("from %d to %d ms: late for %v, want %d ms", c.from, c.now, got, c.want)
		}
	}
	if got := m.lag(at(0), at(100)).Pressed; got != 0 {
		t.Errorf("pressed for %v where the system does not tell", got)
	}
}

// TestEdges: only the delays at the beginning and at the end of a span count, with what is close to the last.
func TestEdges(t *testing.T) {
	m := made(nil)
	for _, ms := range []int{5, 10, 15, 60, 65, 71, 100, 105, 110} { // held up from 20 to 60, from 76 to 100
		m.tick(at(ms))
	}
	for _, c := range []struct{ from, now, first, last int }{
		{0, 110, 0, 34}, {20, 110, 40, 34}, {30, 110, 30, 34}, {0, 112, 0, 0}, {20, 112, 40, 0}, {0, 120, 0, 5},
		{80, 110, 0, 30},
	} {
		d := func(ms int) time.Duration { return time.Duration(ms) * time.Millisecond }
		if got := m.lag(at(c.from), at(c.now)); got.First != d(c.first) || got.Last != d(c.last) {
			t.Errorf("from %d to %d ms: %v and %v at the edges, want %d and %d ms", c.from, c.now, got.First, got.Last,
				c.first, c.last)
		}
	}
}

func TestPressure(t *testing.T) {
	var sum time.Duration
	m := made(&sum)
	for ms := 5; ms <= 200; ms += 5 {
		if ms > 100 {
			sum += 4 * time.Millisecond
		}
		m.tick(at(ms))
	}
	for _, c := range []struct{ from, now, want int }{{0, 200, 80}, {100, 200, 80}, {180, 200, 16}, {0, 100, 80}} {
		if got := m.lag(at(c.from), at(c.now)).Pressed; got != time.Duration(c.want)*time.Millisecond {
			t.Errorf("from %d to %d ms: pressed for %v, want %d ms", c.from, c.now, got, c.want)
		}
	}
}

// TestRing: what is older than the ring is forgotten, the rest stays in order.
func TestRing(t *testing.T) {
	var r ring[int]
	for i := range kept + 100 {
		r.add(i)
	}
	want, n := kept+99, 0
	for v := range r.back {
		if v != want {
			t.Fatalf("value %d, want %d", v, want)
		}
		want--
		n++
	}
	if n != kept {
		t.Errorf("%d values, want %d", n, kept)
	}
}

// TestUse: the meter ticks while somebody uses it, and only then.
func TestUse(t *testing.T) {
	m := New()
	ticked := func(since time.Time) bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.due.After(since.Add(tick))
	}
	first, second := m.Use(), m.Use()
	first()
	first() // a second call does nothing
	began := time.Now()
	for end := began.Add(time.Minute); !ticked(began); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not tick")
		}
	}
	if l := m.Since(began); l.Late < 0 || l.Late > time.Since(began) {
		t.Errorf("late for %v of %v", l.Late, time.Since(began))
	}
	second()
	select {
	case <-m.ended:
	default:
		t.Error("it still ticks")
	}
}
