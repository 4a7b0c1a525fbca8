package stdio

import (
	"testing"
	"time"
)

// TestHeld: what this process holds back counts from when a question is due until it is sent, but for the time in which
// the bot does not read.
func TestHeld(t *testing.T) {
	const hour = time.Hour
	begin := func(s *sending) { s.begin() }
	send := func(s *sending) { s.send(true, true); s.sent() }
	busy := func(s *sending) { s.send(false, false) }
	full := func(s *sending) { s.send(true, false) }
	sent := func(s *sending) { s.sent() }
	late := func(s *sending) { // an hour passes
		if s.waits {
			s.asked = s.asked.Add(-hour)
		}
	}
	due := func(s *sending) { s.plan(time.Now().Add(-hour)) }
	for name, c := range map[string]struct {
		steps []func(*sending)
		hours int
	}{
		"sent at once":                         {[]func(*sending){begin, send}, 0},
		"sent late":                            {[]func(*sending){begin, late, send, late}, 1},
		"not sent yet":                         {[]func(*sending){begin, late}, 1},
		"due before it was asked":              {[]func(*sending){due, begin, send}, 1},
		"due, and not asked yet":               {[]func(*sending){due}, 1},
		"due, and sent late":                   {[]func(*sending){due, begin, late, send}, 2},
		"the next one, which was never due":    {[]func(*sending){due, begin, send, begin, send}, 0},
		"no room for it":                       {[]func(*sending){begin, full, late}, 0},
		"no room for it, after a while":        {[]func(*sending){due, begin, full, late}, 1},
		"no room for the line before":          {[]func(*sending){begin, busy, late}, 0},
		"no room for the line before, but now": {[]func(*sending){begin, busy, late, sent, send}, 0},
		"late after the line before":           {[]func(*sending){begin, busy, late, sent, late, send}, 1},
	} {
		var s sending
		for _, step := range c.steps {
			step(&s)
		}
		if got := s.held(); got.Truncate(hour) != time.Duration(c.hours)*hour {
			t.Errorf("%s: held back for %v, want %d h", name, got, c.hours)
		}
	}
}
