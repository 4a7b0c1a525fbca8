package arena

import (
	"slices"
	"testing"
	"time"

	"blastyard/originals/bomberman/rounds"
	"blastyard/viewer"
)

// TestTimesOfARound: a program is late after the config's time, and is killed after twice that time; without one the
// contest's times hold.
func TestTimesOfARound(t *testing.T) {
	for _, c := range []struct{ time, limit, kill time.Duration }{
		{0, 0, 0},
		{700 * time.Millisecond, 700 * time.Millisecond, 1400 * time.Millisecond},
		{5 * time.Second, 5 * time.Second, 10 * time.Second},
	} {
		cfg, err := (&Config{TurnTime: Duration(c.time)}).rounds()
		if err != nil || cfg.Limit != c.limit || cfg.Kill != c.kill || cfg.NoLimit {
			t.Errorf("turn time %v: %+v, %v; expected the limit %v, killed after %v", c.time, cfg, err, c.limit, c.kill)
		}
	}
}

// TestRoundsOutcomes: what a program's run means for its player: a turn it missed, by its own fault or the machine's, or
// only a fault that is noted.
func TestRoundsOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		outcome    rounds.Outcome
		late, host int // in the result
		told       pending
		status     string
		notes      int // told
	}{
		"well":        {outcome: rounds.Outcome{}},
		"a fault":     {outcome: rounds.Outcome{Faults: []string{"odd"}}, notes: 1},
		"no command":  {outcome: rounds.Outcome{Why: "no move.txt"}, late: 1, status: "no command", notes: 1},
		"too late":    {outcome: rounds.Outcome{Why: "too late", Late: true}, late: 1, told: pending{late: []int{1}}, status: "no command", notes: 1},
		"the machine": {outcome: rounds.Outcome{Why: "no processor", Late: true, Host: true}, late: 1, host: 1, told: pending{late: []int{1}, host: []int{1}}, status: "no command", notes: 1},
	} {
		var sink counter
		r := &run{events: newEvents([]Sink{&sink}), result: &Result{Seats: []SeatResult{{Name: "ann", Player: 1}, {Name: "bob", Player: 0}}},
			players: []Player{{Seat: 1}, {Seat: 0}}, status: make([]viewer.Seat, 2)}
		new(roundsDecider).judge(r, 1, &c.outcome)
		if s := r.result.Seats; s[0].Late != c.late || s[0].Host != c.host || s[1].Late != 0 || r.status[1].Note != c.status {
			t.Errorf("%s: %+v, status %q, expected %d late, %d of them host, %q", name, s, r.status[1].Note, c.late, c.host, c.status)
		}
		got := r.take()
		if r.deliver(); !slices.Equal(got.late, c.told.late) || !slices.Equal(got.host, c.told.host) || sink.notes != c.notes {
			t.Errorf("%s: told are %+v and %d notes, expected %+v and %d", name, got, sink.notes, c.told, c.notes)
		}
	}
}
