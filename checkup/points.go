package checkup

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/match"
)

// points judges what was seen, point by point.
func (c *checker) points() []Point {
	starts := c.starts()
	points := []Point{starts}
	if starts.Verdict == Fault {
		return points
	}
	if !c.rounds() {
		login := c.logsIn()
		points = append(points, login)
		if login.Verdict == Fault {
			return append(points, c.leavesNothing(), c.prints())
		}
	}
	return append(points, c.answers(), c.isOnTime(), c.asks(), c.livesOn(), c.ends(), c.leavesNothing(), c.prints())
}

// first is the first attempt in which something holds, or nil.
func (c *checker) first(holds func(*attempt) bool) *attempt {
	if i := slices.IndexFunc(c.attempts, holds); i >= 0 {
		return c.attempts[i]
	}
	return nil
}

// lastWords are what the bot last printed to its error stream.
func (a *attempt) lastWords() string {
	if len(a.tail) == 0 {
		return ""
	}
	lines := make([]string, len(a.tail))
	for i, l := range a.tail {
		lines[i] = plain.Text(l)
	}
	return "; it last printed: " + strings.Join(lines, " | ")
}

func (c *checker) starts() Point {
	p := Point{Name: "starts", Verdict: OK}
	if c.cannotStart != "" {
		p.Verdict, p.Detail = Fault, c.cannotStart
	} else if a := c.first(func(a *attempt) bool { return !a.process }); a != nil {
		p.Verdict, p.Detail = Fault, a.seat.Note
		if p.Detail == "" {
			p.Detail = strings.Join(slices.Sorted(maps.Keys(a.missing)), "; ")
		}
	}
	return p
}

func (c *checker) logsIn() Point {
	p := Point{Name: "logs in", Verdict: OK}
	if a := c.first(func(a *attempt) bool { return a.login == 0 }); a != nil {
		p.Verdict, p.Detail = Fault, fmt.Sprintf("%q: %s", a.situation.name, a.seat.Note)
		p.Fix = "connect to NETORCAI_HOST:NETORCAI_PORT and send LOGIN with the role player"
		return p
	}
	slowest := time.Duration(0)
	for _, a := range c.attempts {
		slowest = max(slowest, a.login)
	}
	p.Detail = "within " + milliseconds(slowest)
	if slowest > arena.LoginTime/2 {
		p.Verdict, p.Fix = Note, fmt.Sprintf("it has %v; start faster", arena.LoginTime)
	}
	return p
}

// answers is about being there each turn, late or not.
func (c *checker) answers() Point {
	p := Point{Name: c.word("answers each turn", "answers each round"), Verdict: OK}
	if a := c.first((*attempt).leftEarly); a != nil && !c.rounds() {
		p.Verdict = Fault
		p.Detail = fmt.Sprintf("%q: turn %d: %s: %s", a.situation.name, a.seat.LeftTurn, a.seat.Reason, a.seat.Note)
		switch a.seat.Reason {
		case match.Illegal:
			p.Fix = "send a TURN_ACK with the turn's number and an array of actions"
		case match.Disconnected:
			p.Fix = "stay until GAME_ENDS"
		default:
			p.Fix = "see where that comes from, and catch it"
		}
		return p
	}
	if a := c.first(func(a *attempt) bool { return len(a.missing) > 0 }); a != nil {
		p.Verdict, p.Detail = Fault, fmt.Sprintf("%q: %s%s", a.situation.name, most(a.missing), a.lastWords())
		p.Fix = "write a number from 1 to 6 into move.txt in the folder that is the second argument"
		return p
	}
	turns := 0
	for _, a := range c.attempts {
		turns += len(a.took)
	}
	p.Detail = fmt.Sprintf("%d %s", turns, c.word("answers", "runs"))
	return p
}

// isOnTime is about the time for a turn, where it can be held.
func (c *checker) isOnTime() Point {
	p := Point{Name: "is on time", Verdict: OK}
	took, limit := c.times()
	late, worst := 0, ""
	for _, a := range c.attempts {
		if a.situation.hurry || a.seat.Late == 0 {
			continue
		}
		if n := c.missed(a); n > 0 {
			late += n
			if worst == "" {
				worst = fmt.Sprintf("; first in %q", a.situation.name)
			}
		}
	}
	if len(took) > 0 {
		p.Detail = fmt.Sprintf("p50 %s, p99 %s, max %s; the limit is %s", milliseconds(quantile(took, 50)),
			milliseconds(quantile(took, 99)), milliseconds(took[len(took)-1]), milliseconds(limit))
	} else {
		p.Detail = "no answer in time; the limit is " + milliseconds(limit)
	}
	switch {
	case late > 0 || c.first(func(a *attempt) bool { return a.cut }) != nil:
		p.Verdict, p.Detail = Fault, fmt.Sprintf("%d %s late%s; %s", late, c.word("turns", "rounds"), worst, p.Detail)
		p.Fix = "look at the clock while you think, and answer before the time is over"
	case len(took) > 0 && took[len(took)-1] > limit/2:
		p.Verdict, p.Fix = Note, "more than half of the time is risky on a slower machine"
	}
	return p
}

// missed are the turns of an attempt that the bot was late in.
func (c *checker) missed(a *attempt) int {
	if !c.rounds() {
		return a.seat.Late
	}
	n := a.seat.Late
	for _, count := range a.missing {
		n -= count
	}
	return n
}

// times are those of all answers where the limit can be held, sorted, and the limit.
func (c *checker) times() (took []time.Duration, limit time.Duration) {
	for _, a := range c.attempts {
		if !a.situation.hurry {
			took, limit = append(took, a.took...), a.limit
		}
	}
	slices.Sort(took)
	return took, limit
}

// quantile is the smallest of sorted times that percent of them do not exceed.
func quantile(sorted []time.Duration, percent int) time.Duration {
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/1e6) }

// asks is about actions that were refused.
func (c *checker) asks() Point {
	p := Point{Name: "asks for what is allowed", Verdict: OK}
	garbled, refused := map[string]int{}, map[string]int{}
	for _, a := range c.attempts {
		add(garbled, a.garbled)
		if !a.situation.hurry { // a late answer is about a board that is gone
			add(refused, a.refusals)
		}
	}
	switch {
	case len(garbled) > 0:
		p.Verdict, p.Detail = Fault, fmt.Sprintf("actions that cannot be read: %s", most(garbled))
		p.Fix = c.plan.readable
	case len(refused) > 0:
		p.Verdict, p.Detail = Note, "refused by the rules: "+most(refused)
		if len(refused) == 1 && refused[c.plan.beaten] > 0 {
			p.Verdict, p.Detail = OK, "but for "+most(refused)
		}
	}
	return p
}

func add(to, from map[string]int) {
	for why, n := range from {
		to[why] += n
	}
}

// most lists reasons with their counts, the most frequent three.
func most(counts map[string]int) string {
	whys := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(whys, func(a, b string) int { return counts[b] - counts[a] })
	var parts []string
	for i, why := range whys {
		if i == 3 {
			parts = append(parts, fmt.Sprintf("and %d other reasons", len(whys)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%d×)", plain.Text(why), counts[why]))
	}
	return strings.Join(parts, "; ")
}

// livesOn is about playing on without a character, or without neighbours.
func (c *checker) livesOn() Point {
	if c.rounds() {
		p := Point{Name: "plays on when others die", Verdict: OK}
		if c.first(func(a *attempt) bool { return a.neighboursDied }) == nil {
			p.Verdict, p.Detail = Note, "nobody died"
		}
		return p
	}
	p := Point{Name: "stays when its characters die", Verdict: OK}
	deaths, without, alive := 0, 0, false
	for _, a := range c.attempts {
		d, w := a.deaths()
		deaths, without, alive = deaths+d, without+w, alive || a.leftEarly() && a.leftWithDead() == 0
	}
	p.Detail = fmt.Sprintf("%d deaths, %d turns without a living character", deaths, without)
	switch a := c.first(func(a *attempt) bool { return a.leftWithDead() > 0 }); {
	case a != nil && !alive:
		p.Verdict = Fault
		p.Detail = fmt.Sprintf("%q: it left when %d of its characters were dead", a.situation.name, a.leftWithDead())
		p.Fix = "leave out characters that are not alive; an empty array of actions is an answer, too"
	case deaths == 0 || c.untried > 0:
		p.Verdict = Note
	case alive:
		p.Verdict, p.Detail = Note, "it leaves in any case"
	}
	return p
}

// ends is about the end of its process.
func (c *checker) ends() Point {
	p := Point{Name: "ends cleanly", Verdict: OK}
	if c.rounds() {
		if a := c.first(func(a *attempt) bool { return len(a.badExits) > 0 }); a != nil {
			p.Verdict, p.Fix = Fault, "exit with 0"
			p.Detail = fmt.Sprintf("%q: %s%s", a.situation.name, most(a.badExits), a.lastWords())
		}
		return p
	}
	stayed := (*attempt).stayed
	if a := c.first(func(a *attempt) bool { return a.stayed() && a.exit.Stopped }); a != nil {
		p.Verdict, p.Detail = Fault, fmt.Sprintf("%q: it still ran %v after the end", a.situation.name, arena.Goodbye)
		p.Fix = "end when GAME_ENDS comes"
		return p
	}
	if a := c.first(func(a *attempt) bool { return a.stayed() && !a.exit.Clean() }); a != nil {
		p.Verdict, p.Fix = Fault, "exit with 0 after GAME_ENDS"
		p.Detail = fmt.Sprintf("%q: %s%s", a.situation.name, a.exit, a.lastWords())
		return p
	}
	if c.first(stayed) == nil {
		p.Verdict, p.Detail = Note, "it never played to the end"
		return p
	}
	slowest := time.Duration(0)
	for _, a := range c.attempts {
		if a.stayed() {
			slowest = max(slowest, a.goodbye)
		}
	}
	p.Detail = fmt.Sprintf("exit code 0 within %s", milliseconds(slowest))
	return p
}

func (c *checker) leavesNothing() Point {
	p := Point{Name: "leaves nothing behind", Verdict: OK}
	for _, a := range c.attempts {
		if a.left > 0 {
			p.Verdict = Fault
			p.Detail = fmt.Sprintf("%q: %s that it had started still ran (killed)",
				a.situation.name, english.Count(a.left, "process"))
			p.Fix = "end and wait for what you start"
			return p
		}
	}
	if runtime.GOOS != "linux" {
		p.Verdict, p.Detail = Note, "only Linux can tell"
	}
	return p
}

// muchOutput is how many bytes of output a turn are worth a word.
const muchOutput = 10_000

func (c *checker) prints() Point {
	p := Point{Name: "prints in moderation", Verdict: OK}
	printed, turns := int64(0), 0
	for _, a := range c.attempts {
		printed, turns = printed+a.printed, turns+a.turns
		if a.dropped > 0 && p.Verdict == OK {
			p.Verdict = Fault
			p.Fix = fmt.Sprintf("print less: what is more than %s is dropped",
				c.word("8 MiB a match", "256 KiB a round"))
		}
	}
	p.Detail = fmt.Sprintf("%.1f kB in %d %s", float64(printed)/1000, turns, c.word("turns", "rounds"))
	if p.Verdict == OK && printed > muchOutput*int64(max(1, turns)) {
		p.Verdict, p.Fix = Note, "printing takes time"
	}
	return p
}
