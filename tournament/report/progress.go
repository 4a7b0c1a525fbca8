package report

import (
	"fmt"
	"strings"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
)

// Progress says how far the matches of an event are.
type Progress struct {
	Played    int
	Planned   int           // 0: not known
	PerSecond float64       // recent rate of matches
	Left      time.Duration // 0: not known
	Running   []string      // running matches, each in a few words
	Notes     []string      // what people should know, such as matches that no worker can play
}

// Tenth returns how many tenths of the matches have been played. Without a plan it returns how often the number of
// matches has doubled.
func (p *Progress) Tenth() int {
	if p.Planned > 0 {
		return 10 * min(p.Played, p.Planned) / p.Planned
	}
	n := 0
	for played := p.Played; played > 0; played /= 2 {
		n++
	}
	return n
}

// Line describes the progress in one line, with the leader if s has one.
func (p *Progress) Line(s *tournament.Standings) string {
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
