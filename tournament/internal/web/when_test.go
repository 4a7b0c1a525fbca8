package web

import (
	"strings"
	"testing"
	"time"
)

// TestWhen: each phase is told with its times, in the zone of the event and in a form that a script can read; what is
// over is not counted down.
func TestWhen(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(hour int) time.Time { return time.Date(2026, 12, 1, hour, 0, 0, 0, berlin) }
	src := newFake(0, 0)
	r := start(t, src, func(o *Options) {
		o.About.Opens, o.About.Closes, o.About.Starts, o.About.Freeze = at(10), at(18), at(19), at(21)
		o.About.Zone = "Europe/Berlin"
	})
	const closes = `submissions close at <time datetime="2026-12-01T17:00:00Z" data-what="submissions close">2026-12-01 18:00 CET</time>`
	const starts = `the first match begins at <time datetime="2026-12-01T18:00:00Z" data-what="it begins">2026-12-01 19:00 CET</time>`
	for _, c := range []struct {
		now       time.Time
		phase     Phase
		has, none []string
	}{
		{at(9), Phase{Name: "soon", Now: "submissions are not open yet", Next: "opens", At: at(10)},
			[]string{`submissions open at <time datetime="2026-12-01T09:00:00Z"`, closes, starts}, []string{"closed"}},
		{at(12), Phase{Name: "open", Submissions: true, Next: "closes", At: at(18)}, []string{closes, starts}, []string{"submissions open at"}},
		{at(18), Phase{Name: "ready", Now: "the entrants are known", Next: "starts", At: at(19), Then: "the first match begins at"},
			[]string{"submissions closed at <time", starts, "the entrants are known"}, []string{`data-what="submissions close"`}},
		{at(20), Phase{Name: "playing", Next: "freeze", At: at(21)},
			[]string{`standings are hidden from <time datetime="2026-12-01T20:00:00Z" data-what="standings are hidden">`}, []string{"it begins"}},
		{at(21), Phase{Name: "playing", Frozen: true},
			[]string{`the standings stay as they were at <time datetime="2026-12-01T20:00:00Z">2026-12-01 21:00 CET</time> until the organiser reveals them`},
			[]string{"standings are hidden from", "end not known"}},
	} {
		src.set(func(s *Snapshot) { s.At, s.Phase = c.now, c.phase })
		for _, page := range []string{"/", "/schedule", "/projector"} {
			body := r.want(page, 200)
			for _, text := range c.has {
				if page == "/projector" && (strings.Contains(text, "closed at") || c.phase.Name == "playing") {
					continue // a screen tells what comes
				}
				if !strings.Contains(body, text) {
					t.Errorf("%s, %s: %s is missing", c.phase.Name, page, text)
				}
			}
			for _, text := range c.none {
				if strings.Contains(body, text) {
					t.Errorf("%s, %s: it has %s", c.phase.Name, page, text)
				}
			}
			if !strings.Contains(body, `clock.js"`) {
				t.Errorf("%s does not count down", page)
			}
		}
	}
}
