// Package lateness judges whose fault it is that a bot has not answered in time: the bot's own, or the machine's.
//
// It judges questions, not turns. A question lasts from the moment when the bot is asked until it answers, over as many
// turns as it leaves unanswered. A bot that has used up the limit itself, by computing or by waiting for something else
// than a processor, is late by its own fault. Until then the machine is.
package lateness

import "time"

// Account is what has happened since a bot was asked.
type Account struct {
	// Wall is the time by the clock.
	Wall time.Duration
	// Ran is the time in which the bot certainly ran: never more than the time in which at least one thread of it did.
	Ran time.Duration
	// Waited is how long the bot was ready to run while other programs had the processor.
	Waited time.Duration
	// Taken is how long the machine took processors from all programs, for interrupts and for other virtual machines,
	// also while the bot waited for one.
	Taken time.Duration
	// Asking and Hearing are how long the arena itself was held up, so that the bot got the question, or the arena the
	// answer, too late.
	Asking, Hearing Delay
}

// Own returns how much of the time the bot has used itself: all but the machine's share, and at least what it ran.
func (a Account) Own() time.Duration {
	taken := a.taken()
	machines := a.Waited + taken + a.Asking.Span() + a.Hearing.Span()
	return max(0, a.Wall-machines, min(a.Wall, a.Ran-taken))
}

// taken returns how much of Taken is not in Waited: that of the rest of the time.
func (a Account) taken() time.Duration {
	if a.Wall <= 0 || a.Waited <= 0 {
		return a.Taken
	}
	return time.Duration(float64(a.Taken) * (1 - min(1, float64(a.Waited)/float64(a.Wall))))
}

// Delay is what is known about how long something has waited for the arena.
type Delay struct {
	// Most is how long, at most: so long something else of the arena was held up then.
	Most time.Duration
	// Told is whether the system tells how long it was, and Exact what it tells. A bot that sleeps while the arena is
	// held up does not wait for it; where the system does not tell, it is excused.
	Told  bool
	Exact time.Duration
}

// Span returns how long something has waited for the arena, or, if that is not told, how long at most.
func (d Delay) Span() time.Duration {
	if d.Told {
		return max(0, min(d.Most, d.Exact))
	}
	return d.Most
}

// Verdict says whose fault a late turn is.
type Verdict uint8

// The values of Verdict.
const (
	Own     Verdict = iota // the bot's own
	Machine                // the machine gave it no processor
)

// tolerance is the part of the limit by which measurements may be wrong. A bot that has used the rest of the limit is
// late by its own fault.
const tolerance = 20

// Of returns the verdict on a bot that has not answered within a limit.
func Of(since Account, limit time.Duration) Verdict {
	if reaches(since.Own(), limit) {
		return Own
	}
	return Machine
}

// reaches reports whether some time is a limit, as exactly as it is measured.
func reaches(own, limit time.Duration) bool { return own >= limit-limit/tolerance }

// The longest time for which the machine excuses one question: the larger of a time, and of a multiple of the limit.
const (
	longestExcuse  = 30 * time.Second
	longestExcuses = 10
)

// Excusable returns how long the machine may keep a bot from answering a question with a limit. After that the match
// says nothing about the bots: it is void.
func Excusable(limit time.Duration) time.Duration { return max(longestExcuse, longestExcuses*limit) }

// Judge judges the questions to one bot, one after the other. The zero value is ready for use.
type Judge struct {
	limit    time.Duration
	late     int     // turns that it has missed since it was asked
	verdict  Verdict // on all of them, so far
	short    bool    // the turn had begun before the bot was asked, because it answered the last question late
	previous Verdict // on the last question, if short
}

// Ask begins a question.
func (j *Judge) Ask(limit time.Duration) { *j = Judge{limit: limit} }

// A Ruling is what the judge says about a late turn.
type Ruling struct {
	Verdict Verdict
	// Excused is by how many the late turns that are the machine's fault have changed, with this one. It may be
	// negative, because what is learnt later holds for all turns of a question.
	Excused int
	// Void says that the machine has kept the bot from answering for longer than Excusable.
	Void bool
}

// Miss rules on a turn that ends without an answer to the question. If the time of a turn stands still while the bot
// waits, own is how much of it the bot has used itself, also before it was asked; otherwise it is 0.
func (j *Judge) Miss(since Account, own time.Duration) (r Ruling) {
	if j.short {
		j.short = false
		// It had less time because it was late before.
		if since.Wall < j.limit || reaches(own, j.limit) && !reaches(since.Own(), j.limit) {
			return Ruling{Verdict: j.previous, Excused: count(1, j.previous)}
		}
	}
	r.Verdict = Of(since, j.limit)
	r.Excused = j.rule(r.Verdict, 1)
	r.Void = r.Verdict == Machine && since.Wall-since.Own() >= Excusable(j.limit)
	return r
}

// Answer ends a question that was answered after its turn, and begins the next one, in a turn that has begun already.
// It returns by how many the late turns that are the machine's fault have changed.
func (j *Judge) Answer(since Account, limit time.Duration) (excused int) {
	if since.Hearing.Told { // whatever held up the arena, the whole answer was there
		since.Hearing.Most = max(since.Hearing.Most, since.Hearing.Exact)
	}
	v := Of(since, j.limit)
	if j.late > 0 {
		excused = j.rule(v, 0)
	} else if v == Machine && since.Wall-since.Own() < j.limit { // it is only late because it was late before
		v = j.previous
	}
	*j = Judge{limit: limit, short: true, previous: v}
	return excused
}

// rule applies a verdict to the turns of the question, and to further ones.
func (j *Judge) rule(v Verdict, further int) (excused int) {
	excused = count(j.late+further, v) - count(j.late, j.verdict)
	j.late, j.verdict = j.late+further, v
	return excused
}

// count returns how many of some late turns are the machine's fault.
func count(turns int, v Verdict) int {
	if v == Machine {
		return turns
	}
	return 0
}
