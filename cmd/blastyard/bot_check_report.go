package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"blastyard/internal/plain"
	"blastyard/match"
)

// checkJSON is what bot check prints with --json.
type checkJSON struct {
	Bot        string         `json:"bot"`
	Game       string         `json:"game"`
	OK         bool           `json:"ok"`
	Points     []point        `json:"points"`
	Millis     *checkMillis   `json:"milliseconds,omitempty"` // of an answer
	Situations []situationRun `json:"situations"`
	Untried    int            `json:"untried_situations,omitempty"`
}

type checkMillis struct {
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
	Limit float64 `json:"limit"`
}

type situationRun struct {
	Name    string       `json:"name"`
	Turns   int          `json:"turns"`
	Reason  match.Reason `json:"reason"`
	Late    int          `json:"late_turns"`
	Refused int          `json:"refused_actions"`
	Deaths  int          `json:"deaths"`
	Note    string       `json:"note,omitempty"`
}

// report prints the points. A fault is the exit code 1.
func (c *checkup) report(out io.Writer) error {
	points := c.points()
	faults := 0
	for _, p := range points {
		if p.Verdict == verdictFault {
			faults++
		}
	}
	if c.options.json {
		if err := c.reportJSON(out, points, faults == 0); err != nil {
			return err
		}
	} else {
		c.reportText(out, points, faults)
	}
	if faults > 0 {
		return exitError{code: exitFailure}
	}
	return nil
}

func (c *checkup) reportText(out io.Writer, points []point, faults int) {
	for _, p := range points {
		line := pointLine(p.Verdict, p.Name, pointWidth, p.Detail)
		if p.Mend != "" {
			line += "; " + p.Mend
		}
		fmt.Fprintln(out, plain.Line(line))
	}
	switch {
	case c.untried > 0:
		fmt.Fprintf(out, "%d of %d situations were not tried\n", c.untried, c.untried+max(1, len(c.trials)))
	case faults == 0:
		fmt.Fprintf(out, "no fault in %d situations\n", len(c.trials))
	}
}

// pointLine is a line about a thing: the verdict, its name in so many columns, and more.
func pointLine(verdict, name string, width int, detail string) string {
	if verdict == verdictFault {
		verdict = "FAULT"
	}
	return strings.TrimRight(fmt.Sprintf("%-5s  %-*s  %s", verdict, width, name, detail), " ")
}

const pointWidth = 29 // of a point's name

func (c *checkup) reportJSON(out io.Writer, points []point, ok bool) error {
	r := checkJSON{Bot: c.options.spec, Game: c.options.gameName, OK: ok, Points: points, Situations: []situationRun{}, Untried: c.untried}
	if took, limit := c.times(); len(took) > 0 {
		r.Millis = &checkMillis{P50: millis(quantile(took, 50)), P99: millis(quantile(took, 99)), Max: millis(took[len(took)-1]), Limit: millis(limit)}
	}
	for _, t := range c.trials {
		deaths, _ := t.deaths()
		r.Situations = append(r.Situations, situationRun{Name: t.situation.name, Turns: t.turns(), Reason: t.seat.reason, Late: c.missed(t),
			Refused: t.seat.refused, Deaths: deaths, Note: t.seat.note})
	}
	text, err := json.Marshal(r)
	if err == nil {
		_, err = fmt.Fprintf(out, "%s\n", plain.JSON(text))
	}
	return err
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
