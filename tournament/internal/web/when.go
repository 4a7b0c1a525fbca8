package web

import (
	"time"
)

// A moment is a fact about when something is. Its time, if it has one, stands between Text and After.
type moment struct {
	Text  string
	At    time.Time
	After string
	What  string // what comes then, for the countdown; empty: there is none
	Rule  bool   // it is a rule of the event, and no time
}

// when lists the phase, the end and the other times of the event.
func (b *builder) when() []moment {
	var list []moment
	p, phase := &b.snap.Progress, &b.snap.Phase
	if phase.Frozen {
		list = append(list, moment{Text: "the standings stay as they were at", At: b.about.Freeze,
			After: " until the organiser reveals them"})
	}
	if phase.Now != "" {
		list = append(list, moment{Text: phase.Now})
	}
	if phase.Name == "closed" && p.Why != "" {
		list = append(list, moment{Text: clean(p.Why)})
	}
	switch {
	case p.Done || phase.Frozen:
	case p.Left > 0:
		list = append(list, moment{Text: "ends about", At: b.snap.At.Add(p.Left).In(b.zone())})
	case b.about.Ends.IsZero():
		list = append(list, moment{Text: "end not known yet"})
	}
	list = append(list, b.clockTimes(p.Done)...)
	if b.about.Decides != "" && !p.Done {
		list = append(list, moment{Text: clean(b.about.Decides), Rule: true})
	}
	if b.about.Public.After(b.snap.At) {
		list = append(list, moment{Text: "replays are public from", At: b.about.Public, What: "replays are public"})
	}
	return list
}

// clockTimes lists the times of the event's clock.
func (b *builder) clockTimes(done bool) (list []moment) {
	phase := &b.snap.Phase
	if !done && !b.about.Ends.IsZero() {
		list = append(list, moment{Text: "ends at", At: b.about.Ends, After: " at the latest",
			What: "it ends at the latest"})
	}
	if phase.Name == "soon" && !b.about.Opens.IsZero() {
		list = append(list, moment{Text: "submissions open at", At: b.about.Opens, What: "submissions open"})
	}
	if c := b.about.Closes; !c.IsZero() {
		closed := c.Before(b.snap.At)
		if phase.Name != "" {
			closed = !phase.Submissions && phase.Name != "soon"
		}
		m := moment{Text: "submissions close at", At: c, What: "submissions close"}
		if closed {
			m.Text, m.What = "submissions closed at", ""
		}
		list = append(list, m)
	}
	switch {
	case phase.Next == "starts":
		list = append(list, moment{Text: phase.Then, At: phase.At, What: "it begins"})
	case phase.Name == "soon" || phase.Name == "open":
		if s := b.about.Starts; !s.IsZero() {
			list = append(list, moment{Text: "the first match begins at", At: s, What: "it begins"})
		}
	}
	if f := b.about.Freeze; !f.IsZero() && !phase.Frozen && !done && f.After(b.snap.At) {
		list = append(list, moment{Text: "standings are hidden from", At: f, What: "standings are hidden"})
	}
	return list
}
