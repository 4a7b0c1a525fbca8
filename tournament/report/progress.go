package report

import (
	"fmt"
	"strings"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// tenthOf returns how many tenths of the matches have been played. Without a plan it returns how often the number of
// matches has doubled.
func tenthOf(p *event.Progress) int {
	if p.Planned > 0 {
		return 10 * min(p.Played, p.Planned) / p.Planned
	}
	n := 0
	for played := p.Played; played > 0; played /= 2 {
		n++
	}
	return n
}

// runningShown is the maximum number of running matches in a drawing.
const runningShown = 4

// runningLine names the players of running matches; "": there are none.
func runningLine(p *event.Progress) string {
	var running []string
	for i := range p.Running[:min(runningShown, len(p.Running))] {
		running = append(running, strings.Join(p.Running[i].Names, " – "))
	}
	return strings.Join(running, ", ")
}

// notesOf returns what people should know, such as matches that no worker can play.
func notesOf(p *event.Progress) (notes []string) {
	if line := p.Phase.Line(); line != "" {
		notes = append(notes, line)
	}
	if p.Why != "" && p.Phase.Name == event.Closed {
		notes = append(notes, p.Why)
	}
	for _, w := range p.Waiting {
		notes = append(notes, w.Line())
	}
	if n := len(p.Stuck); n > 0 {
		notes = append(notes, fmt.Sprintf("%s lost with each worker that played them, such as %v",
			english.Count(n, "match"), p.Stuck[0]))
	}
	return notes
}

// ProgressLine describes the progress of an event in one line, with the leader if s has one.
func ProgressLine(p *event.Progress, s *tournament.Standings) string {
	var parts []string
	if p.Planned > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s (%d %%)", p.Played, english.Count(p.Planned, "match"),
			100*min(p.Played, p.Planned)/p.Planned))
	} else {
		parts = append(parts, english.Count(p.Played, "match"))
	}
	if p.PerSecond > 0 {
		parts = append(parts, rateText(p.PerSecond))
	}
	if p.Left > 0 {
		parts = append(parts, About(p.Left)+" left")
	}
	if s != nil && s.Matches > 0 {
		if list := s.TakingPart(); len(list) > 0 {
			parts = append(parts, list[0].Name+" is ahead")
		}
	}
	return strings.Join(parts, ", ")
}

func rateText(rate float64) string {
	switch {
	case rate >= 10:
		return fmt.Sprintf("%.0f a second", rate)
	case rate >= 1:
		return fmt.Sprintf("%.1f a second", rate)
	default:
		return fmt.Sprintf("%.1f a minute", 60*rate)
	}
}

// About formats a duration for people, in a suitable unit.
func About(d time.Duration) string {
	switch {
	case d < 2*time.Second:
		return "about a second"
	case d < 2*time.Minute:
		return fmt.Sprintf("about %.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("about %.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("about %.0f h", d.Hours())
	default:
		return fmt.Sprintf("about %.0f days", d.Hours()/24)
	}
}
