package checkup

import (
	"fmt"
	"runtime"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/internal/english"
)

// ends checks how the bot's process ends.
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

// refusedNothing names the system calls that the sandbox refused to the bot. Without a sandbox there is no such point.
func (c *checker) refusedNothing() []Point {
	if c.box == nil || c.box.Level == harness.SandboxNone {
		return nil
	}
	p := Point{Name: "makes no refused calls", Verdict: OK}
	var all harness.Refusals
	for _, a := range c.attempts {
		all = all.Plus(a.denied)
	}
	switch {
	case len(all.Calls) > 0:
		p.Verdict, p.Detail = Note, all.String()
		p.Fix = "if the bot needs it, do without: docs/sandbox.md lists what is allowed"
	case !all.Known:
		p.Verdict, p.Detail = Note, "not known: this system does not tell what the sandbox refused"
	}
	return []Point{p}
}

// memory checks how much memory the bot takes.
func (c *checker) memory() Point {
	p := Point{Name: "takes little memory", Verdict: OK}
	peak := int64(0)
	for _, a := range c.attempts {
		peak = max(peak, a.memory)
	}
	if peak == 0 {
		p.Verdict, p.Detail = Note, "this system does not tell"
		return p
	}
	p.Detail = fmt.Sprintf("%.1f MB at most; in the sandbox the limit is %d MB", float64(peak)/1e6,
		harness.DefaultMemory/1_000_000)
	if peak > harness.DefaultMemory/2 {
		p.Verdict, p.Fix = Note, "keep less, or ask the organiser for the limit"
	}
	return p
}

// muchOutput is how many bytes of output a turn deserve a warning.
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
