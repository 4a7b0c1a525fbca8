package checkup

import (
	"fmt"
	"io"
	"strings"

	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// Write prints the report, one line for each point.
func (r *Report) Write(out io.Writer) {
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

// pointLine formats a line: the verdict, the name padded to width, and the detail.
func pointLine(verdict, name string, width int, detail string) string {
	if verdict == string(Fault) {
		verdict = "FAULT"
	}
	return strings.TrimRight(fmt.Sprintf("%-5s  %-*s  %s", verdict, width, name, detail), " ")
}

const pointWidth = 29 // columns of a point's name
