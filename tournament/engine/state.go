package engine

import (
	"fmt"
	"time"

	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// Line says how far the event is.
func (s *State) Line() string {
	p := &s.Progress
	line := english.Count(p.Played, "match") + " played"
	if p.Planned > 0 {
		line = fmt.Sprintf("%d of %s played", p.Played, english.Count(p.Planned, "match"))
	}
	switch {
	case p.Done:
		return line + ": the event is over"
	case p.Left > 0:
		line += fmt.Sprintf(", about %v left", p.Left.Round(time.Second))
	}
	if p.PerSecond > 0 {
		line += fmt.Sprintf(", %.2g a second", p.PerSecond)
	}
	return line
}

// Queue says which matches are on their way.
func (s *State) Queue() string {
	line := fmt.Sprintf("%d running, %s in the queue", len(s.Progress.Running), english.Count(s.Queued, "match"))
	if s.Held > 0 {
		line += fmt.Sprintf(", %s waiting for a place in it", english.Count(s.Held, "match"))
	}
	if n := len(s.Progress.Stuck); n > 0 {
		line += fmt.Sprintf("; %s lost with each worker that played them, such as %v", english.Count(n, "match"),
			s.Progress.Stuck[0])
	}
	return line
}

// Lines say all that is known, for a terminal.
func (s *State) Lines(now time.Time) []string {
	p := &s.Progress
	lines := []string{s.Line()}
	if p.Why != "" && !p.Done {
		lines = append(lines, p.Why)
	}
	lines = append(lines, s.Queue(), fmt.Sprintf("%d MB free on the disk", s.Free>>20))
	for i := range p.Waiting {
		lines = append(lines, p.Waiting[i].Line())
	}
	for i := range p.Workers {
		w := &p.Workers[i]
		line := fmt.Sprintf("worker %s: %d of %d busy, %s played, seen %v ago", plain.Text(w.Name), w.Busy, w.Slots,
			english.Count(w.Played, "match"), max(0, now.Sub(w.Seen)).Round(time.Second))
		for _, m := range w.Missing {
			line += ", does not have " + plain.Text(m)
		}
		if w.Trouble != "" {
			line += fmt.Sprintf("; %v ago: %s", max(0, now.Sub(w.TroubleAt)).Round(time.Second), w.Trouble)
		}
		lines = append(lines, line)
	}
	return lines
}
