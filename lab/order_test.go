package lab_test

import (
	"testing"
	"testing/synctest"
	"time"

	"blastyard/lab"
)

// An order says whether the replay is kept.
func TestKeep(t *testing.T) {
	for keep, kept := range map[string]bool{"": true, `"keep":true,`: true, `"keep":false,`: false} {
		played := play(t, `{`+keep+`"config":{"turns":5}}`, lab.Options{})
		if (played.Replay != nil) != kept || played.Result.Turns != 5 {
			t.Errorf("%s: %d bytes, %+v", keep, len(played.Replay), played.Result)
		}
	}
}

// How long programs may take is in the order, also for a lesson, which has the rest of itself.
func TestTurnTime(t *testing.T) {
	const seats = `"seats":[{"bot":"page","name":"me"}]`
	for order, c := range map[string]struct {
		answer string
		limit  time.Duration
	}{
		`{"lesson":1,"config":{"turn_time":"70ms",` + seats + `}}`:                                  {"[]", 70 * time.Millisecond},
		`{"config":{"map":"tiny","turns":5,"turn_time":"80ms",` + seats + `}}`:                      {"[]", 80 * time.Millisecond},
		`{"config":{"game":"bomberman","turns":5,"seats":[{"bot":"page"},{"bot":"builtin:idle"}]}}`: {`{"command":0}`, 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			answered := false
			p := onTurns(func(turn int, say func(lab.Message)) {
				if !answered {
					answered = true
					say(lab.Message{Turn: turn, Text: c.answer})
				}
			})
			s := play(t, order, lab.Options{Ports: map[int]lab.Port{0: p}}).Result.Seats[0]
			if took := time.Since(began).Round(10 * time.Millisecond); s.Late != 3 || took != 3*c.limit {
				t.Errorf("%s: three turns of %v took %v: %+v", order, c.limit, took, s)
			}
		})
	}
	for _, order := range []string{`{"lesson":1,"config":{"no_timeout":true,` + seats + `}}`, `{"config":{"map":"tiny","turns":5,"no_timeout":true,` + seats + `}}`} {
		synctest.Test(t, func(t *testing.T) {
			p := onTurns(func(turn int, say func(lab.Message)) {
				time.Sleep(time.Hour) // of the test's own clock
				say(lab.Message{Turn: turn, Text: "[]"})
			})
			if s := play(t, order, lab.Options{Ports: map[int]lab.Port{0: p}}).Result.Seats[0]; s.Late > 0 || string(s.Reason) != "finished" {
				t.Errorf("%s: %+v", order, s)
			}
		})
	}
}

// Where a match cannot begin, its ports are closed.
func TestPortsOfNoMatch(t *testing.T) {
	p := onTurns(answers("[]"))
	if _, err := lab.Begin([]byte(`{"config":{"map":"nowhere"}}`), lab.Options{Ports: map[int]lab.Port{0: p}}); err == nil || !p.isClosed() {
		t.Errorf("%v, closed: %t", err, p.isClosed())
	}
}
