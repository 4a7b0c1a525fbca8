package lateness

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// simulated is a bot on a processor that it shares with others, in steps of a millisecond. It needs some processor time
// for an answer, and sleeps before.
type simulated struct {
	needs, sleeps int  // ms; 0: it never answers, if both are
	load          int  // how many others want the processor
	hears         int  // by how many ms the arena may hear of an answer and of the end of a turn too late
	unlike        bool // the arena's delay is taken from a timer of it, which may be held up while the answer is not
	told          bool // the system tells when the answer came, to 4 ms
	taken         int  // of 100 ms: how many interrupts and other virtual machines take from all programs
}

// hold returns what is known of a time by which the arena heard too late, and that time. came: there was an answer.
func (b simulated) hold(r *rand.Rand, came bool) (d Delay, late time.Duration) {
	late = time.Duration(r.IntN(b.hears+1)) * ms
	d.Most, d.Told = late, b.told
	if b.unlike {
		d.Most = max(late, time.Duration(r.IntN(b.hears+1))*ms)
	}
	if came && b.told {
		d.Exact = late + time.Duration(r.IntN(9)-4)*ms
	}
	return d, late
}

// score is how many late turns of a bot are blamed on it, or on the machine.
type score struct{ own, machine int }

// play judges a bot in turns of 100 ms as a match does, until it has missed some turns, or is never late.
func (b simulated) play(r *rand.Rand, turns int) (s score) {
	const limit = 100
	var j Judge
	var a Account
	ran, slept, owed, late := 0, 0, 0, 0
	j.Ask(limit * ms)
	next := limit // the end of the turn
	for now := 1; ; now++ {
		lost := r.IntN(100) < b.taken
		if lost {
			a.Taken += ms
		}
		switch {
		case slept < b.sleeps || b.needs == 0 && b.sleeps > 0:
			slept++
		case r.IntN(b.load+1) > 0:
			a.Waited += ms
		case !lost:
			ran++
			a.Ran += ms
		}
		a.Wall += ms
		if b.needs > 0 && ran >= b.needs { // it has answered
			heard := a
			var held time.Duration
			heard.Hearing, held = b.hold(r, true)
			heard.Wall += held
			if owed > 0 {
				s.machine += j.Answer(heard, limit*ms)
			}
			j.Ask(limit * ms)
			a, ran, slept, owed, next = Account{}, 0, 0, 0, now+limit
			if late >= turns || now > 3*turns*limit {
				s.own = late - s.machine
				return s
			}
			continue
		}
		if now < next {
			continue
		}
		heard := a
		var held time.Duration
		heard.Hearing, held = b.hold(r, false)
		heard.Wall += held
		s.machine += j.Miss(heard, 0).Excused
		late, owed, next = late+1, owed+1, next+limit
		if b.needs == 0 && late >= turns {
			s.own = late - s.machine
			return s
		}
	}
}

// TestSimulation: of the late turns of innocent bots at most one in a hundred is blamed on them, of those of guilty bots
// all but one in a hundred, however busy the machine is.
func TestSimulation(t *testing.T) {
	const turns = 1000
	for seed, load := range []int{0, 1, 3, 7, 40} {
		for _, arena := range []simulated{
			{}, {hears: 5}, {hears: 40}, {taken: 3}, {taken: 20}, {hears: 40, unlike: true, told: true}, {hears: 300, unlike: true, told: true},
		} {
			r := rand.New(rand.NewPCG(1, uint64(seed)))
			for name, b := range map[string]simulated{
				"loop":                   {},
				"sleep":                  {sleeps: 1},
				"slow by 20 %":           {needs: 120},
				"sleeps 20 % too long":   {needs: 1, sleeps: 120},
				"needs 15 of 100 ms":     {needs: 15},
				"sleeps 10, needs 30 ms": {needs: 30, sleeps: 10},
			} {
				b.load, b.hears, b.unlike, b.told, b.taken = load, arena.hears, arena.unlike, arena.told, arena.taken
				if b.taken >= 20 && name == "sleeps 20 % too long" {
					continue // what was taken while it slept excuses it: its processor may have stood still
				}
				guilty := b.needs == 0 || b.needs+b.sleeps > 100
				s := b.play(r, turns)
				what := fmt.Sprintf("%s, %d others, the arena %+v: %+v", name, load, arena, s)
				if guilty && s.machine*100 > s.own+s.machine {
					t.Errorf("%s: guilty and excused", what)
				}
				if !guilty && s.own*100 > s.own+s.machine {
					t.Errorf("%s: innocent and blamed", what)
				}
			}
		}
	}
}
