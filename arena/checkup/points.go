package checkup

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/internal/english"
	"blastyard/internal/inaction"
	"blastyard/internal/plain"
)

// points judges the attempts point by point.
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
			return append(append(append(points, c.leavesNothing()), c.refusedNothing()...), c.prints())
		}
	}
	points = append(points, c.answers(), c.isOnTime(), c.asks())
	if c.rounds() {
		points = append(points, c.keepsFiles())
	}
	points = append(points, c.livesOn(), c.ends(), c.leavesNothing())
	return append(append(points, c.refusedNothing()...), c.prints(), c.memory())
}

// first returns the first attempt for which holds returns true, or nil.
func (c *checker) first(holds func(*attempt) bool) *attempt {
	if i := slices.IndexFunc(c.attempts, holds); i >= 0 {
		return c.attempts[i]
	}
	return nil
}

// lastWords returns the last line that the bot printed to its error stream.
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

// because describes what is known of the attempt, as the end of a sentence.
func (a *attempt) because() string {
	if a.seat.Note == "" {
		return a.lastWords()
	}
	return ": " + a.seat.Note
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
	stdio := c.first(func(a *attempt) bool { return a.stdio }) != nil
	if stdio {
		p.Name = "gives a first answer"
	}
	if a := c.first(func(a *attempt) bool { return a.login == 0 }); a != nil && stdio {
		p.Verdict, p.Detail = Fault, fmt.Sprintf("%q: no line that answers%s", a.situation.name, a.because())
		p.Fix = "print one line for each line that you read, and flush it; print all else to standard error"
		return p
	}
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
	if a := c.first(func(a *attempt) bool { return a.notLetIn != "" }); a != nil {
		p.Verdict, p.Fix = Note, "connect once, and keep that connection"
		p.Detail += fmt.Sprintf("; %q: another connection was not let in: %s", a.situation.name, plain.Text(a.notLetIn))
		return p
	}
	if slowest > arena.LoginTime/2 {
		p.Verdict, p.Fix = Note, fmt.Sprintf("it has %v; start faster", arena.LoginTime)
	}
	return p
}

// answers checks that the bot is present each turn, late or not.
func (c *checker) answers() Point {
	p := Point{Name: c.word("answers each turn", "answers each round"), Verdict: OK}
	if a := c.first((*attempt).leftEarly); a != nil && !c.rounds() {
		p.Verdict = Fault
		p.Detail = fmt.Sprintf("%q: turn %d: %s: %s", a.situation.name, a.seat.LeftTurn, a.seat.Reason, a.seat.Note)
		switch a.seat.Reason {
		case match.Illegal:
			p.Fix = "send a TURN_ACK with the turn's number and an array of actions"
			if a.stdio {
				p.Fix = "print one line with a list of actions for each turn, and all else to standard error"
			}
		case match.Disconnected:
			p.Fix = "stay until GAME_ENDS"
		default:
			p.Fix = "see where that comes from, and catch it"
		}
		return p
	}
	if a := c.first(func(a *attempt) bool { return len(a.missing) > 0 }); a != nil {
		p.Verdict, p.Detail = Fault, fmt.Sprintf("%q: %s%s", a.situation.name, a.unanswered(), a.lastWords())
		p.Fix = "write a number from 1 to 6 into move.txt in the folder that is the second argument"
		switch {
		case a.stdio:
			p.Fix = `print one line such as {"command":1} for each turn, and all else to standard error`
		case a.seat.Crashed > a.seat.Silent:
			p.Fix = "see where that comes from, and catch it"
		}
		return p
	}
	turns := 0
	for _, a := range c.attempts {
		turns += len(a.took)
	}
	p.Detail = fmt.Sprintf("%d %s", turns, c.word("answers", "runs"))
	return p
}

// unanswered says how many rounds had no command, in the words of results.
func (a *attempt) unanswered() string {
	bad := trouble.Counts{Silent: a.seat.Silent, Crashed: a.seat.Crashed, First: a.seat.First}
	return plain.Text(strings.Join(append(bad.Lines(), most(a.missing)), "; "))
}

// isOnTime checks that the bot answers within the time limit, in situations where that is possible.
func (c *checker) isOnTime() Point {
	p := Point{Name: "is on time", Verdict: OK}
	took, limit := c.times()
	late, host, worst := 0, 0, ""
	for _, a := range c.attempts {
		if a.situation.hurry || a.seat.Late == 0 {
			continue
		}
		host += a.seat.Host
		if n := a.seat.Late - a.seat.Host; n > 0 {
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
	if len(took) == 0 && late > 0 && !c.rounds() {
		p.Verdict, p.Detail = Fault, fmt.Sprintf("it never answered: %d turns%s; the limit is %s", late, worst,
			milliseconds(limit))
		if a := c.first(func(a *attempt) bool { return a.seat.Note != "" }); a != nil {
			p.Detail += "; " + a.seat.Note
		}
		p.Fix = "send a TURN_ACK for each TURN: the length of the JSON in 4 bytes, little-endian, then exactly that " +
			"many bytes"
		if c.first(func(a *attempt) bool { return a.stdio }) != nil {
			p.Fix = "print a line of actions for each line of the type turn, and flush it"
		}
		return p
	}
	switch {
	case late > 0:
		p.Verdict = Fault
		p.Detail = fmt.Sprintf("%s late%s; %s", english.Count(late, c.word("turn", "round")), worst, p.Detail)
		p.Fix = "look at the clock while you think, and answer before the time is over"
	case c.first(func(a *attempt) bool { return a.cut }) != nil:
		p.Verdict, p.Fix = Note, "check it again when the machine is less busy"
		p.Detail = fmt.Sprintf("the check of %q took too long and was cut, which says nothing about the bot; %s",
			c.first(func(a *attempt) bool { return a.cut }).situation.name, p.Detail)
	case host > 0:
		p.Verdict, p.Detail = Note, fmt.Sprintf("in %s this machine gave it no processor; %s",
			english.Count(host, c.word("turn", "round")), p.Detail)
		p.Fix = "check it again when the machine is less busy"
	case len(took) > 0 && took[len(took)-1] > limit/2:
		p.Verdict, p.Fix = Note, "more than half of the time is risky on a slower machine"
	}
	return p
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

// quantile returns the smallest of the sorted times that at least percent of them do not exceed.
func quantile(sorted []time.Duration, percent int) time.Duration {
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/1e6) }

// asks checks that the rules do not refuse the bot's actions.
func (c *checker) asks() Point {
	p := Point{Name: "asks for what is allowed", Verdict: OK}
	garbled, refused, silent := map[string]int{}, map[string]int{}, 0
	for _, a := range c.attempts {
		silent += a.seat.Silent
		add(garbled, a.garbled)
		if !a.situation.hurry { // a late answer refers to an old board
			add(refused, a.refusals)
		}
	}
	switch {
	case len(garbled) > 0:
		p.Verdict, p.Detail = Fault, fmt.Sprintf("actions that cannot be read: %s", most(garbled))
		if silent > 0 {
			p.Detail += "; " + english.Count(silent, "turn") + " silent"
		}
		p.Fix = c.plan.readable
	case c.neverActs() > inaction.Patience:
		p.Verdict, p.Detail = Note, inaction.Text(c.neverActs(), c.attempts[0].commands)
		if p.Fix = c.plan.readable; !c.kind.StateOnly {
			p.Detail = inaction.TextOfChoices(c.neverActs())
		}
	case len(refused) > 0:
		p.Verdict, p.Detail = Note, "refused by the rules: "+most(refused)
		if len(refused) == 1 && refused[c.plan.beaten] > 0 {
			p.Verdict, p.Detail = OK, "except "+most(refused)
		}
	}
	return p
}

// neverActs returns how many answers the bot has given if none of them asked for anything, otherwise 0.
func (c *checker) neverActs() (answers int) {
	for _, a := range c.attempts {
		if a.acts.Acted {
			return 0
		}
		answers += a.acts.Answers
	}
	return answers
}

func add(to, from map[string]int) {
	for why, n := range from {
		to[why] += n
	}
}

// most lists the three most frequent reasons with their counts.
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

// keepsFiles checks the files of the rounds, which a bot may read but not change, and the bot's own file.
func (c *checker) keepsFiles() Point {
	p := Point{Name: "writes only its move", Verdict: OK}
	tampered, extra := map[string]int{}, ""
	for _, a := range c.attempts {
		add(tampered, a.tampered)
		extra = cmp.Or(extra, a.extra)
	}
	switch {
	case len(tampered) > 0:
		p.Verdict, p.Detail = Fault, most(tampered)
		p.Fix = "write move.txt in the folder that is the second argument, and leave all other files as they are"
	case extra != "":
		p.Verdict, p.Fix = Note, "write one digit"
		p.Detail = fmt.Sprintf("move.txt goes on with %q after its first digit, which alone counts", extra)
	}
	return p
}

// livesOn checks that the bot plays on without a character, and without neighbours.
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
