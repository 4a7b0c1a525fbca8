package web

import (
	"fmt"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

type scheduleBody struct {
	Running int
	Live    string
	Rows    []upcomingView
	More    string
	Empty   string
}

type upcomingView struct {
	Upcoming
	Map     string
	Players []who
}

// schedule returns the page of the next matches.
func (b *builder) schedule() *page {
	body := &scheduleBody{Running: len(b.snap.Progress.Running), Live: b.link.Page("live")}
	for _, u := range b.snap.Next[:min(len(b.snap.Next), PageSize)] {
		if !u.At.IsZero() {
			u.At = u.At.In(b.zone())
		}
		body.Rows = append(body.Rows, upcomingView{u, clean(u.Map), b.whos(u.Names)})
	}
	p := &b.snap.Progress
	if p.Planned > 0 {
		rest := p.Planned - p.Played
		body.More = fmt.Sprintf("%s to play in all. Times are estimates from the matches of the last minute.",
			matchCount(rest))
	} else {
		body.More = "The matches after these depend on results."
	}
	switch {
	case p.Done:
		body.Empty = "All matches were played."
	case b.snap.Phase.Now != "":
		body.Empty = "No match can be played now: " + clean(b.snap.Phase.Now) + "."
	case p.Why != "":
		body.Empty = "No match can be played now: " + clean(p.Why)
	default:
		body.Empty = "No match is known yet: the next ones depend on results of those that are being played."
	}
	return b.page("schedule", "schedule", "Schedule", body)
}

type liveBody struct {
	Rows   []runningView
	Latest []*matchView
	Empty  string
}

type runningView struct {
	ID      tournament.ID
	Round   int
	Turn    int
	Map     string
	Worker  string
	Players []who
	For     string
	URL     string
}

// live returns the page of the running matches.
func (b *builder) live() *page {
	body := &liveBody{}
	for _, r := range b.snap.Progress.Running[:min(len(b.snap.Progress.Running), PageSize)] {
		body.Rows = append(body.Rows, b.running(r))
	}
	for i := range b.snap.Latest[:min(len(b.snap.Latest), 20)] {
		body.Latest = append(body.Latest, b.matchView(&b.snap.Latest[i]))
	}
	body.Empty = "No match is being played."
	switch p := &b.snap.Progress; {
	case p.Done:
		body.Empty = "The event is over" + because(p.Why) + "."
	case len(p.Workers) == 0:
		body.Empty = "No match is being played: no worker is there yet."
	}
	return b.page("live", "live", "Live", body)
}

func (b *builder) running(r event.Running) runningView {
	v := runningView{ID: r.Fixture.ID, Round: r.Fixture.Round, Turn: r.Turn, Map: clean(r.Fixture.Map),
		Worker: clean(r.Worker), Players: b.whos(r.Names)}
	if d := b.snap.At.Sub(r.Since); !r.Since.IsZero() && d >= 0 {
		v.For = seconds(d.Milliseconds())
	}
	if r.Live != "" && !b.about.Public.After(b.snap.At) {
		v.URL = b.link.Live(r.Live)
	}
	return v
}

// workers returns the page of the machines that play.
func (b *builder) workers() *page {
	var list []workerAnswer
	for i := range b.snap.Progress.Workers {
		w := workerAnswerOf(&b.snap.Progress.Workers[i])
		w.Name, w.Seen = clean(w.Name), w.Seen.In(b.zone())
		for i, c := range w.Can {
			w.Can[i] = clean(c)
		}
		list = append(list, w)
	}
	return b.page("workers", "workers", english.Plural(len(list), "Worker"), list)
}

// message returns a page with a sentence.
func (b *builder) message(title, text string) *page { return b.page("message", "", title, text) }

// newBuilder returns a builder of pages of a snapshot for the reader at a path.
func newBuilder(about *About, snap *Snapshot, link links, team bool) *builder {
	if snap == nil {
		snap = &Snapshot{At: time.Now(), Progress: event.Progress{Why: "the event has not begun"}}
	}
	return &builder{about: timed(about, snap), snap: snap, numbers: numbersOf(snap.Names), link: link, team: team}
}
