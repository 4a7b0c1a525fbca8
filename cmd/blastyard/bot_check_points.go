package main

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"blastyard/hexabomb"
	"blastyard/match"
	"blastyard/viewer/terminal"
)

// Verdicts on a point.
const (
	verdictOK    = "ok"
	verdictNote  = "note"
	verdictFault = "fault"
)

// point is one thing that was looked at.
type point struct {
	Name    string `json:"point"`
	Verdict string `json:"verdict"` // ok, note or fault
	Detail  string `json:"detail,omitempty"`
	Mend    string `json:"mend,omitempty"`
}

// checkup is what came of a check.
type checkup struct {
	options     *checkOptions
	cannotStart string // why; of a bot of 2016-Bomberman
	trials      []*trial
	untried     int // situations
}

// points judges what was seen, point by point.
func (c *checkup) points() []point {
	starts := c.starts()
	points := []point{starts}
	if starts.Verdict == verdictFault {
		return points
	}
	if c.options.gameName == "hexabomb" {
		login := c.logsIn()
		points = append(points, login)
		if login.Verdict == verdictFault {
			return append(points, c.leavesNothing(), c.prints())
		}
	}
	return append(points, c.answers(), c.isOnTime(), c.asks(), c.livesOn(), c.ends(), c.leavesNothing(), c.prints())
}

// first is the first trial in which something holds, or nil.
func (c *checkup) first(holds func(*trial) bool) *trial {
	if i := slices.IndexFunc(c.trials, holds); i >= 0 {
		return c.trials[i]
	}
	return nil
}

// lastWords are what the bot last printed to its error stream.
func (t *trial) lastWords() string {
	if len(t.exam.lastSaid) == 0 {
		return ""
	}
	lines := make([]string, len(t.exam.lastSaid))
	for i, l := range t.exam.lastSaid {
		lines[i] = terminal.Plain(l)
	}
	return "; it last printed: " + strings.Join(lines, " | ")
}

func (c *checkup) starts() point {
	p := point{Name: "starts", Verdict: verdictOK}
	if c.cannotStart != "" {
		p.Verdict, p.Detail = verdictFault, c.cannotStart
	} else if t := c.first(func(t *trial) bool { return !t.exam.process }); t != nil {
		p.Verdict, p.Detail = verdictFault, t.seat.note
		if p.Detail == "" {
			p.Detail = strings.Join(slices.Sorted(maps.Keys(t.exam.missing)), "; ")
		}
	}
	return p
}

func (c *checkup) logsIn() point {
	p := point{Name: "logs in", Verdict: verdictOK}
	if t := c.first(func(t *trial) bool { return t.exam.login == 0 }); t != nil {
		p.Verdict, p.Detail = verdictFault, fmt.Sprintf("%q: %s", t.situation.name, t.seat.note)
		p.Mend = "connect to NETORCAI_HOST:NETORCAI_PORT and send LOGIN with the role player"
		return p
	}
	slowest := time.Duration(0)
	for _, t := range c.trials {
		slowest = max(slowest, t.exam.login)
	}
	p.Detail = "within " + milliseconds(slowest)
	if slowest > loginTime/2 {
		p.Verdict, p.Mend = verdictNote, fmt.Sprintf("it has %v; start faster", loginTime)
	}
	return p
}

// answers is about being there each turn, late or not.
func (c *checkup) answers() point {
	p := point{Name: c.options.word("answers each turn", "answers each round"), Verdict: verdictOK}
	if t := c.first((*trial).left); t != nil && c.options.gameName == "hexabomb" {
		p.Verdict = verdictFault
		p.Detail = fmt.Sprintf("%q: turn %d: %s: %s", t.situation.name, t.seat.leftTurn, t.seat.reason, t.seat.note)
		switch t.seat.reason {
		case match.Illegal:
			p.Mend = "send a TURN_ACK with the turn's number and an array of actions"
		case match.Disconnected:
			p.Mend = "stay until GAME_ENDS"
		default:
			p.Mend = "see where that comes from, and catch it"
		}
		return p
	}
	if t := c.first(func(t *trial) bool { return len(t.exam.missing) > 0 }); t != nil {
		p.Verdict, p.Detail = verdictFault, fmt.Sprintf("%q: %s%s", t.situation.name, most(t.exam.missing), t.lastWords())
		p.Mend = "write a number from 1 to 6 into move.txt in the folder that is the second argument"
		return p
	}
	turns := 0
	for _, t := range c.trials {
		turns += len(t.exam.took)
	}
	p.Detail = fmt.Sprintf("%d %s", turns, c.options.word("answers", "runs"))
	return p
}

// isOnTime is about the time for a turn, where it can be held.
func (c *checkup) isOnTime() point {
	p := point{Name: "is on time", Verdict: verdictOK}
	took, limit := c.times()
	late, worst := 0, ""
	for _, t := range c.trials {
		if t.situation.hurry || t.seat.late == 0 {
			continue
		}
		if n := c.missed(t); n > 0 {
			late += n
			if worst == "" {
				worst = fmt.Sprintf("; first in %q", t.situation.name)
			}
		}
	}
	if len(took) > 0 {
		p.Detail = fmt.Sprintf("p50 %s, p99 %s, max %s; the limit is %s", milliseconds(quantile(took, 50)), milliseconds(quantile(took, 99)),
			milliseconds(took[len(took)-1]), milliseconds(limit))
	} else {
		p.Detail = "no answer in time; the limit is " + milliseconds(limit)
	}
	switch {
	case late > 0 || c.first(func(t *trial) bool { return t.cut }) != nil:
		p.Verdict, p.Detail = verdictFault, fmt.Sprintf("%d %s late%s; %s", late, c.options.word("turns", "rounds"), worst, p.Detail)
		p.Mend = "look at the clock while you think, and answer before the time is over"
	case len(took) > 0 && took[len(took)-1] > limit/2:
		p.Verdict, p.Mend = verdictNote, "more than half of the time is risky on a slower machine"
	}
	return p
}

// missed are the turns of a trial that the bot was late in.
func (c *checkup) missed(t *trial) int {
	if c.options.gameName == "hexabomb" {
		return t.seat.late
	}
	n := t.seat.late
	for _, count := range t.exam.missing {
		n -= count
	}
	return n
}

// times are those of all answers where the limit can be held, sorted, and the limit.
func (c *checkup) times() (took []time.Duration, limit time.Duration) {
	for _, t := range c.trials {
		if !t.situation.hurry {
			took, limit = append(took, t.exam.took...), t.limit
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

// beaten is why an action is refused that was fine when it was asked for: somebody else was first.
var beaten = hexabomb.Move.String() + ": " + hexabomb.Occupied.String()

// asks is about actions that were refused.
func (c *checkup) asks() point {
	p := point{Name: "asks for what is allowed", Verdict: verdictOK}
	garbled, refused := map[string]int{}, map[string]int{}
	for _, t := range c.trials {
		add(garbled, t.exam.garbled)
		if !t.situation.hurry { // a late answer is about a board that is gone
			add(refused, t.exam.refusals)
		}
		if c.options.gameName == "bomberman" && t.seat.refused > 0 {
			refused["the move, bomb or trigger was not possible"] += t.seat.refused
		}
	}
	switch {
	case len(garbled) > 0:
		p.Verdict, p.Detail = verdictFault, fmt.Sprintf("actions that cannot be read: %s", most(garbled))
		p.Mend = `send {"id":…, "movement":"move"|"bomb"|"revive"} with direction, or bomb_range and bomb_delay`
	case len(refused) > 0:
		p.Verdict, p.Detail = verdictNote, "refused by the rules: "+most(refused)
		if len(refused) == 1 && refused[beaten] > 0 {
			p.Verdict, p.Detail = verdictOK, "but for "+most(refused)
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
		parts = append(parts, fmt.Sprintf("%s (%d×)", terminal.Plain(why), counts[why]))
	}
	return strings.Join(parts, "; ")
}

// livesOn is about playing on without a character, or without neighbours.
func (c *checkup) livesOn() point {
	if c.options.gameName == "bomberman" {
		p := point{Name: "plays on when others die", Verdict: verdictOK}
		if c.first(func(t *trial) bool { return t.neighboursDied }) == nil {
			p.Verdict, p.Detail = verdictNote, "nobody died"
		}
		return p
	}
	p := point{Name: "stays when its characters die", Verdict: verdictOK}
	deaths, without, alive := 0, 0, false
	for _, t := range c.trials {
		d, w := t.deaths()
		deaths, without, alive = deaths+d, without+w, alive || t.left() && t.leftWithDead() == 0
	}
	p.Detail = fmt.Sprintf("%d deaths, %d turns without a living character", deaths, without)
	switch t := c.first(func(t *trial) bool { return t.leftWithDead() > 0 }); {
	case t != nil && !alive:
		p.Verdict, p.Detail = verdictFault, fmt.Sprintf("%q: it left when %d of its characters were dead", t.situation.name, t.leftWithDead())
		p.Mend = "leave out characters that are not alive; an empty array of actions is an answer, too"
	case deaths == 0 || c.untried > 0:
		p.Verdict = verdictNote
	case alive:
		p.Verdict, p.Detail = verdictNote, "it leaves in any case"
	}
	return p
}

// ends is about the end of its process.
func (c *checkup) ends() point {
	p := point{Name: "ends cleanly", Verdict: verdictOK}
	if c.options.gameName == "bomberman" {
		if t := c.first(func(t *trial) bool { return len(t.exam.badExits) > 0 }); t != nil {
			p.Verdict, p.Detail, p.Mend = verdictFault, fmt.Sprintf("%q: %s%s", t.situation.name, most(t.exam.badExits), t.lastWords()), "exit with 0"
		}
		return p
	}
	stayed := func(t *trial) bool { return !t.left() && !t.cut }
	if t := c.first(func(t *trial) bool { return stayed(t) && t.exam.exit.Stopped }); t != nil {
		p.Verdict, p.Detail = verdictFault, fmt.Sprintf("%q: it still ran %v after the end", t.situation.name, goodbye)
		p.Mend = "end when GAME_ENDS comes"
		return p
	}
	if t := c.first(func(t *trial) bool { return stayed(t) && !t.exam.exit.Clean() }); t != nil {
		p.Verdict, p.Detail, p.Mend = verdictFault, fmt.Sprintf("%q: %s%s", t.situation.name, t.exam.exit, t.lastWords()), "exit with 0 after GAME_ENDS"
		return p
	}
	if c.first(stayed) == nil {
		p.Verdict, p.Detail = verdictNote, "it never played to the end"
		return p
	}
	slowest := time.Duration(0)
	for _, t := range c.trials {
		if stayed(t) {
			slowest = max(slowest, t.exam.goodbye)
		}
	}
	p.Detail = fmt.Sprintf("exit code 0 within %s", milliseconds(slowest))
	return p
}

func (c *checkup) leavesNothing() point {
	p := point{Name: "leaves nothing behind", Verdict: verdictOK}
	for _, t := range c.trials {
		if t.exam.left > 0 {
			p.Verdict, p.Detail = verdictFault, fmt.Sprintf("%q: %d processes that it had started still ran (they were killed)", t.situation.name, t.exam.left)
			p.Mend = "end and wait for what you start"
			return p
		}
	}
	if runtime.GOOS != "linux" {
		p.Verdict, p.Detail = verdictNote, "only Linux can tell"
	}
	return p
}

// muchOutput is how many octets of output a turn are worth a word.
const muchOutput = 10_000

func (c *checkup) prints() point {
	p := point{Name: "prints in moderation", Verdict: verdictOK}
	printed, turns := int64(0), 0
	for _, t := range c.trials {
		printed, turns = printed+t.exam.printed, turns+t.exam.turns
		if t.exam.dropped > 0 && p.Verdict == verdictOK {
			p.Verdict = verdictFault
			p.Mend = fmt.Sprintf("print less: what is more than %s is dropped", c.options.word("8 MiB a match", "256 KiB a round"))
		}
	}
	p.Detail = fmt.Sprintf("%.1f kB in %d %s", float64(printed)/1000, turns, c.options.word("turns", "rounds"))
	if p.Verdict == verdictOK && printed > muchOutput*int64(max(1, turns)) {
		p.Verdict, p.Mend = verdictNote, "printing takes time"
	}
	return p
}
