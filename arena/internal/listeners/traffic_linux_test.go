package listeners

import (
	"testing"
	"time"
)

// TestTraffic: the system tells that something has come and when, although nothing has read it.
func TestTraffic(t *testing.T) {
	e := newGroup(t, Config{})
	out := dial(t, openSeat(t, e, 0))
	in := accept(t, e)
	send := func(text string) {
		t.Helper()
		if _, err := out.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	// What this process reads may be wrong by the time for which it gets no processor, so it reads again.
	await := func(what string, is func(Traffic) bool) (got Traffic) {
		t.Helper()
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
			var ok bool
			if got, ok = in.Traffic(); ok && is(got) {
				return got
			}
		}
		t.Fatalf("after a minute still %+v, expected %s", got, what)
		return got
	}
	const exact = 20 * time.Millisecond // two ticks of a slow kernel
	near := func(a, b time.Time) bool { return a.Sub(b).Abs() <= exact }
	began := time.Now()
	send("one")
	sent := time.Now()
	first := await("three bytes, which came when they were sent", func(got Traffic) bool {
		return got.Received == 3 && !got.Came.Before(began.Add(-exact)) && !got.Came.After(sent.Add(exact))
	})
	const later = 5 * exact
	await("the time from before", func(got Traffic) bool {
		return time.Since(sent) > later && near(got.Came, first.Came)
	})
	again := time.Now()
	send("two")
	second := await("three more bytes", func(got Traffic) bool {
		return got.Received == 6 && !got.Came.Before(again.Add(-exact))
	})
	await("the second time", func(got Traffic) bool { return time.Since(again) > later && near(got.Came, second.Came) })
	answered := time.Now()
	if _, err := in.Write([]byte("three")); err != nil {
		t.Fatal(err)
	}
	await("a later answer", func(got Traffic) bool {
		return got.Received == 6 && near(got.Came, second.Came) && !got.Sent.Before(answered.Add(-exact))
	})
}
