package site

import (
	"blastyard/tournament"
	"blastyard/tournament/submission"
)

// window says when submissions are accepted: by the clock of the event.
func (in *inbox) window() submission.Window {
	times := in.engine.Times()
	w := submission.Window{Now: in.engine.Now(), Opens: times.Opens, Closes: times.Closes,
		Begun: in.format != tournament.Ladder}
	in.engine.State(func(s *tournament.Schedule) {
		if !s.Begun(0) {
			w.Starts = times.Stage(0).Starts
		}
	})
	return w
}
