package lateness

import (
	"testing"
	"time"
)

const ms = time.Millisecond

// step is what happens to a bot: a turn ends without its answer, or it answers late. The times are since it was asked,
// in milliseconds.
type step struct {
	answers                  bool
	wall, ran, waited, taken int
	asking, arenas           int // the arena's delays at most, when it asked and when it heard
	told                     bool
	heard                    int // its delay when it heard, as told
	want                     Verdict
	excused                  int
	round                    int // what the bot has used itself of a turn whose clock stands still while it waits; 0: by the clock
}

func (s step) since() Account {
	d := func(n int) time.Duration { return time.Duration(n) * ms }
	return Account{Wall: d(s.wall), Ran: d(s.ran), Waited: d(s.waited), Taken: d(s.taken),
		Asking: Delay{Most: d(s.asking)}, Hearing: Delay{Most: d(s.arenas), Told: s.told, Exact: d(s.heard)}}
}

// TestJudge: the limit of a turn is 100 ms.
func TestJudge(t *testing.T) {
	for what, steps := range map[string][]step{
		"a loop on a quiet machine": {{wall: 100, ran: 100}, {wall: 200, ran: 200}},
		"a loop that gets a third of a processor": {
			{wall: 100, ran: 33, waited: 67, want: Machine, excused: 1},
			{wall: 200, ran: 66, waited: 134, want: Machine, excused: 1},
			{wall: 300, ran: 99, waited: 201, want: Own, excused: -2},
			{wall: 400, ran: 132, waited: 268, want: Own},
		},
		"a loop whose waiting is overestimated": {
			{wall: 100, ran: 30, waited: 100, want: Machine, excused: 1}, {wall: 400, ran: 120, waited: 400, want: Own, excused: -1},
		},
		"a sleeper": {{wall: 100}, {wall: 200}},
		"a sleeper that wakes for a moment on a busy machine": {
			{wall: 100, ran: 1, waited: 40, want: Machine, excused: 1}, {wall: 200, ran: 1, waited: 40, want: Own, excused: -1},
		},
		"starved": {
			{wall: 100, ran: 2, waited: 98, want: Machine, excused: 1},
			{wall: 200, ran: 4, waited: 196, want: Machine, excused: 1},
			{answers: true, wall: 270, ran: 10, waited: 260},
		},
		"starved, which the kernel tells afterwards": {
			{wall: 100, want: Own}, {answers: true, wall: 130, ran: 10, waited: 120, excused: 1},
		},
		"half-starved, and slow by 20 %": {
			{wall: 100, ran: 50, waited: 50, want: Machine, excused: 1},
			{wall: 200, ran: 100, waited: 100, want: Own, excused: -1},
			{answers: true, wall: 240, ran: 120, waited: 120},
		},
		"slow by 20 %, which its answer shows": {
			{wall: 100, ran: 90, waited: 10, want: Machine, excused: 1},
			{answers: true, wall: 135, ran: 120, waited: 15, excused: -1},
		},
		"threads that wait for each other are the bot's own": {{wall: 100, ran: 100, waited: 0}},
		"many threads that compute a tenth of the limit": {
			{wall: 100, ran: 10, waited: 85, want: Machine, excused: 1}, {answers: true, wall: 105, ran: 14, waited: 85},
		},
		"an interrupted processor": {{wall: 100, ran: 100, taken: 60, want: Machine, excused: 1}},
		"slow by 20 % beside others, where interrupts take 3 %": {
			{wall: 600, ran: 60, waited: 540, taken: 18, want: Machine, excused: 1},
			{answers: true, wall: 1200, ran: 120, waited: 1080, taken: 36, excused: -1},
		},
		"starved by others, where interrupts take 30 %": {
			{wall: 600, ran: 40, waited: 560, taken: 180, want: Machine, excused: 1},
			{answers: true, wall: 800, ran: 60, waited: 740, taken: 240},
		},
		"a processor of a virtual machine that stood still": {{wall: 115, ran: 15, taken: 100, want: Machine, excused: 1}},
		"the arena heard too late":                          {{wall: 130, ran: 15, arenas: 60, want: Machine, excused: 1}},
		"the arena was held up while the bot computed":      {{wall: 100, ran: 97, arenas: 60, want: Own}},
		"asked too late":                                    {{wall: 130, ran: 15, asking: 60, want: Machine, excused: 1}},
		"a sleeper, while the arena was held up for other reasons": {
			{wall: 130, arenas: 60, told: true},
			{answers: true, wall: 140, arenas: 70, told: true, heard: 20},
		},
		"it answered in time, which the arena heard too late": {
			{wall: 130, ran: 15, arenas: 60, told: true, heard: 50, want: Machine, excused: 1},
			{answers: true, wall: 131, ran: 15, arenas: 61, told: true, heard: 51},
		},
		"it answered in time by what the system tells, but the arena was not held up": {
			{answers: false, wall: 120, arenas: 5, told: true, heard: 50},
		},
		"it answered in time, which an arena heard that was held up again and again": {
			{wall: 500, ran: 15, waited: 390, arenas: 20, told: true, want: Own},
			{answers: true, wall: 2053, ran: 15, waited: 390, arenas: 1537, told: true, heard: 1592, excused: 1},
		},
		"a part of an answer, after which it sleeps": {
			{wall: 120, arenas: 5, told: true, heard: 90, want: Own}, {wall: 220, arenas: 5, told: true, heard: 190, want: Own},
			{answers: true, wall: 250, told: true, heard: 3},
		},
		"a sleeper, held up with an arena that is not told more": {
			{wall: 130, arenas: 60, want: Machine, excused: 1}, {answers: true, wall: 140, arenas: 20, excused: -1},
		},
		"measured badly by less than the tolerance": {{wall: 101, ran: 92, waited: 5, want: Own}},
		"asked late because it was late": {
			{wall: 100, ran: 100}, {answers: true, wall: 180, ran: 180}, {wall: 20, ran: 20, want: Own},
			{wall: 120, ran: 120, want: Own},
		},
		"asked late because it was starved": {
			{wall: 100, ran: 5, waited: 95, want: Machine, excused: 1}, {answers: true, wall: 190, ran: 10, waited: 180},
			{wall: 10, ran: 5, waited: 5, want: Machine, excused: 1}, {wall: 110, ran: 105, waited: 5, want: Own},
		},
		"a sleeper that is excused once": {
			{wall: 150, ran: 1, waited: 90, want: Machine, excused: 1}, {answers: true, wall: 190, ran: 1, waited: 100, want: Machine},
			{wall: 10, want: Machine, excused: 1}, {answers: true, wall: 120, ran: 1},
			{wall: 90, want: Own}, {answers: true, wall: 120, ran: 1}, {wall: 70, want: Own},
		},
		"starved after it was late": {
			{wall: 100, ran: 100}, {answers: true, wall: 120, ran: 120},
			{wall: 80, waited: 80, want: Own}, {answers: true, wall: 140, ran: 15, waited: 125},
			{wall: 40, waited: 40, want: Machine, excused: 1},
		},
		"only the first turn after a late answer is cut short": {
			{wall: 100, ran: 100}, {answers: true, wall: 120, ran: 120}, {wall: 80, waited: 80, round: 100, want: Own},
			{wall: 180, ran: 40, waited: 140, round: 100, want: Machine, excused: 1},
		},
		"late before, in a turn that the arena ended late": {
			{wall: 100, ran: 100}, {answers: true, wall: 120, ran: 120},
			{wall: 150, ran: 10, waited: 140, want: Machine, excused: 1},
		},
		"in a round it was starved before, and then computed for its limit": {
			{wall: 500, ran: 20, waited: 480, round: 20, want: Machine, excused: 1},
			{answers: true, wall: 560, ran: 30, waited: 530},
			{wall: 200, ran: 120, waited: 80, round: 130, want: Own},
		},
		"in a round it was late before, and waited then": {
			{wall: 150, ran: 100, waited: 50, round: 100}, {answers: true, wall: 190, ran: 130, waited: 60},
			{wall: 150, ran: 70, waited: 80, round: 100, want: Own},
			{answers: true, wall: 180, ran: 90, waited: 90}, // in the next round: it is innocent of that one
			{wall: 140, ran: 80, waited: 60, round: 100, want: Own},
		},
		"in a round it was late before, and then starved": {
			{wall: 150, ran: 100, waited: 50, round: 100}, {answers: true, wall: 190, ran: 130, waited: 60},
			{wall: 470, ran: 10, waited: 460, round: 40, want: Machine, excused: 1},
		},
		"in a round it was starved before, and waited then": {
			{wall: 500, ran: 20, waited: 480, round: 20, want: Machine, excused: 1},
			{answers: true, wall: 600, ran: 60, waited: 540},
			{wall: 150, ran: 60, waited: 90, round: 100, want: Machine, excused: 1},
			{wall: 250, ran: 120, waited: 130, round: 60, want: Own},
		},
	} {
		var j Judge
		j.Ask(100 * ms)
		for i, s := range steps {
			if s.answers {
				if got := j.Answer(s.since(), 100*ms); got != s.excused {
					t.Errorf("%s, step %d: its answer excuses %d turns, want %d", what, i, got, s.excused)
				}
				continue
			}
			if r := j.Miss(s.since(), time.Duration(s.round)*ms); r.Verdict != s.want || r.Excused != s.excused || r.Void {
				t.Errorf("%s, step %d: %+v, want verdict %d, %d excused", what, i, r, s.want, s.excused)
			}
		}
	}
}

// TestVoid: the excuse of one question has a bound.
func TestVoid(t *testing.T) {
	for _, c := range []struct {
		limit, wall, waited time.Duration
		want                bool
	}{
		{100 * ms, 29 * time.Second, 29 * time.Second, false},
		{100 * ms, 31 * time.Second, 31 * time.Second, true},
		{10 * time.Second, 31 * time.Second, 31 * time.Second, false},
		{10 * time.Second, 101 * time.Second, 100 * time.Second, true},
		{100 * ms, 40 * time.Second, 20 * time.Second, false}, // by its own fault
		{100 * ms, 70 * time.Second, 40 * time.Second, false}, // likewise
	} {
		var j Judge
		j.Ask(c.limit)
		if r := j.Miss(Account{Wall: c.wall, Waited: c.waited}, 0); r.Void != c.want {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}
