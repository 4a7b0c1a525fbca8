package checkup

import (
	"fmt"
	"io"
	"strings"

	"blastyard/arena/harness"
	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// Write prints the report, one line for each point.
func (r *Report) Write(out io.Writer) {
	fmt.Fprintln(out, r.where())
	for _, p := range r.Points {
		line := pointLine(string(p.Verdict), p.Name, pointWidth, p.Detail)
		if p.Fix != "" {
			line += "; " + p.Fix
		}
		fmt.Fprintln(out, plain.Line(line))
	}
	switch played := len(r.Situations); {
	case r.Untried > 0:
		fmt.Fprintf(out, "%d of %d situations were not tried\n", r.Untried, r.Untried+max(1, played))
	case r.OK:
		fmt.Fprintf(out, "no fault in %s\n", english.Count(played, "situation"))
	}
	if r.Games != nil {
		fmt.Fprintln(out, plain.Line(r.Games.text()))
	}
}

// where says in which sandbox the bot was checked: what works without one may fail in a match that has one.
func (r *Report) where() string {
	highest, why := harness.Reachable()
	switch {
	case r.Sandbox == harness.SandboxOff:
		return "sandbox: off; events have one: check with --sandbox auto"
	case r.Sandbox != highest.String():
		return "sandbox: " + r.Sandbox + "; events reach " + highest.String() + " here"
	case highest == harness.SandboxNone:
		return "sandbox: none: " + why
	default:
		return "sandbox: " + r.Sandbox + ", as in events here"
	}
}

// pointLine is a line about a thing: the verdict, its name in so many columns, and more.
func pointLine(verdict, name string, width int, detail string) string {
	if verdict == string(Fault) {
		verdict = "FAULT"
	}
	return strings.TrimRight(fmt.Sprintf("%-5s  %-*s  %s", verdict, width, name, detail), " ")
}

const pointWidth = 29 // columns of a point's name
