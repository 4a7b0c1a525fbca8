package web

import (
	"net/url"
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// board chooses the match on the board: one that is being played, else one whose replay is shown.
func (b *builder) board() boardView {
	if b.about.Public.After(b.snap.At) {
		return boardView{Empty: moment{Text: notPublic(b.about.Public)}}
	}
	if v, ok := b.liveBoard(); ok {
		return v
	}
	if v, ok := b.replayBoard(); ok {
		return v
	}
	return boardView{Empty: b.noBoard()}
}

// noBoard says why there is no match on the board.
func (b *builder) noBoard() moment {
	p := &b.snap.Progress
	switch s := b.about.Starts; {
	case p.Played > 0 && b.isHeld():
		return moment{Text: "The first replay is shown here when all matches of its block are over."}
	case p.Played > 0:
		return moment{Text: "No replay is kept of the last matches."}
	case p.Done:
		return moment{Text: "No match was played."}
	case s.After(b.snap.At):
		return moment{Text: "The first match begins at", At: s, After: ". It is shown here."}
	}
	return moment{Text: "The first match is shown here."}
}

// isHeld reports whether a replay of the last matches is not shown yet.
func (b *builder) isHeld() bool {
	return slices.ContainsFunc(b.snap.Latest, func(m tournament.Match) bool { return m.Held != "" })
}

// liveBoard returns the match that is being played and matters the most.
func (b *builder) liveBoard() (boardView, bool) {
	var list []contest
	var running []*event.Running
	for i := range b.snap.Progress.Running {
		if r := &b.snap.Progress.Running[i]; r.Live != "" && !b.link.Static {
			list, running = append(list, contest{r.Fixture.ID, r.Names, r.Since}), append(running, r)
		}
	}
	i, w := choose(list, b.snap)
	if i < 0 {
		return boardView{}, false
	}
	r := running[i]
	hash := "#match=" + url.QueryEscape(r.Live)
	v := boardView{Live: r.Live, ID: r.Fixture.ID, Why: w.text(), Decides: w.stakes >= forTheFinal,
		Players: b.whos(r.Names), Title: "Live: match " + r.Fixture.ID.String(),
		Frame:  b.link.root + "live/watch/?embed" + hash + "&projector&play",
		Inside: b.link.root + "live/watch/?embed" + hash}
	return v, true
}

// replayBoard returns the match that was played, is shown and matters the most.
func (b *builder) replayBoard() (boardView, bool) {
	all := slices.Concat(b.snap.Decided, b.snap.Latest)
	var list []contest
	var shown []*matchView
	for i := range all {
		if v := b.matchView(&all[i]); v.Replay != "" && v.Void == "" {
			list = append(list, contest{v.ID, v.Of.Names, time.UnixMilli(v.Of.Ended)})
			shown = append(shown, v)
		}
	}
	i, w := choose(list, b.snap)
	if i < 0 {
		return boardView{}, false
	}
	m := shown[i]
	title := "Replay: match " + m.ID.String()
	if b.snap.Progress.Done && len(w.ranks) > 0 && (w.stakes == forTheEvent || w.ranks[0] == 1) {
		title = "The deciding match, " + m.ID.String() + ", as a replay"
	}
	return boardView{ID: m.ID, URL: m.URL, Why: w.text(), Decides: w.stakes >= forTheFinal, Title: title,
		Frame: m.Replay + "?embed#projector&play", Inside: m.Replay + "?embed", Players: b.whos(m.Of.Names)}, true
}
