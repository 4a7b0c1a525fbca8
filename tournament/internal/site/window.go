package site

import (
	"blastyard/tournament"
	"blastyard/tournament/submission"
)

// window says when submissions are accepted: by the clock of the event.
func (d *inbox) window() submission.Window {
	times := d.engine.Times()
	w := submission.Window{Now: d.engine.Now(), Opens: times.Opens, Closes: times.Closes,
		Begun: d.format != tournament.Ladder}
	d.engine.State(func(s *tournament.Schedule) {
		if !s.Begun(0) {
			w.Starts = times.Stage(0).Starts
		}
	})
	return w
}
