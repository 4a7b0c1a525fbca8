package web

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"
	"time"

	"blastyard/tournament"
)

// What fits on the first page.
const (
	frontRows    = 12 // entrants beside the board
	frontNext    = 4  // matches that are running or next
	podiumPlaces = 3
)

type frontBody struct {
	Verdict string
	Podium  []podiumPlace // of an event that is over
	Board   boardView
	Table   frontTable
	Over    bool
	Next    []nextView
	Also    string // what is said if no match is known
	Ratings template.HTML
	Moments *momentsBody // of static pages; others fetch them
	Secret  string
}

// boardView is the match on the board, or why there is none.
type boardView struct {
	Empty   moment
	Frame   string // address of the viewer; empty: there is no match
	Inside  string // likewise with the controls of turns
	Title   string
	Why     string // what is at stake
	Live    string // id of a match that is being played; empty: it is a replay
	Decides bool
	ID      tournament.ID
	URL     string // of the match's page; empty: it has none yet
	Players []who
}

type frontTable struct {
	Title string
	Unit  string // what the values are
	Since string // when moves are counted from; empty: there are none
	Rows  []frontRow
	More  int        // entrants that are not in it
	Gone  []goneView // some of those who have left: they have no place
}

type frontRow struct {
	Rank   int
	Who    who
	Value  string // what decides the rank first
	Move   int    // places gained; negative: lost
	Places int    // its size
	Sure   bool
}

type podiumPlace struct {
	Rank  int
	Who   who
	Value string
	Unit  string
}

type nextView struct {
	ID      tournament.ID
	Now     bool
	At      time.Time
	Players []who
}

// front returns the first page: what spectators open, and what hangs on the wall.
func (b *builder) front() *page {
	body := &frontBody{Verdict: b.verdict(), Board: b.board(), Table: b.frontTable(), Secret: b.snap.Secret}
	if body.Over = b.snap.Progress.Done; body.Over {
		body.Podium = b.podium()
	}
	body.Next, body.Also = b.upNext()
	p := b.page("front", "front", cmp.Or(b.phaseTitle(), "Now"), body)
	p.Script = "front.js"
	return p
}

// phaseTitle says in a few words where the event stands.
func (b *builder) phaseTitle() string {
	p := &b.snap.Progress
	switch {
	case p.Done:
		return "The event is over"
	case b.snap.Phase.Frozen:
		return "The standings are hidden"
	case b.snap.Paused() != "":
		return "The event is paused"
	case len(p.Running) > 0:
		return "Playing now"
	}
	switch b.snap.Phase.Name {
	case "soon":
		return "The event begins soon"
	case "open":
		return "Submissions are open"
	case "closed", "ready":
		return "The first match begins soon"
	case "between":
		return "The final begins soon"
	}
	if p.Played == 0 {
		return "No match yet"
	}
	return ""
}

// frontTable returns the first of the newest stage's standings.
func (b *builder) frontTable() frontTable {
	t := frontTable{Title: "Standings"}
	s := b.stage()
	if s == nil || s.Standings == nil || s.Standings.Matches == 0 {
		return t
	}
	if s.Name != "" && b.snap.Planned > 1 {
		t.Title = clean(s.Name)
	}
	t.Unit = unitOf(s.Standings)
	before := b.snap.Before
	t.Gone = b.goneFrom(s.Standings)
	list, moved := s.Standings.TakingPart(), false
	for i := range list {
		e := &list[i]
		if e.Matches == 0 && e.Byes == 0 {
			continue // it has no rank that says anything
		}
		if len(t.Rows) == frontRows {
			t.More++
			continue
		}
		r := frontRow{Rank: e.Rank, Who: b.who(e.Name), Value: valueOf(s.Standings, e)}
		r.Sure = i+1 < len(list) && e.Better >= sure
		if was := before.Of[e.Name]; was > 0 {
			r.Move, r.Places = was-e.Rank, max(was-e.Rank, e.Rank-was)
			moved = moved || r.Move != 0
		}
		t.Rows = append(t.Rows, r)
	}
	if moved {
		t.Since = b.sinceText(before.At.In(b.zone()))
	}
	return t
}

// sinceText formats an earlier time: without its date, if that is the date of the snapshot.
func (b *builder) sinceText(at time.Time) string {
	if now := b.snap.At.In(at.Location()); now.YearDay() == at.YearDay() && now.Year() == at.Year() {
		return at.Format("15:04")
	}
	return formatTime(at)
}

// What the first page says of an entrant beside its rank.
const (
	unitPoints = "Points a match"
	unitElo    = "Elo"
	unitWins   = "Wins"
)

// unitOf says what valueOf returns: that by which entrants are ranked first, or wins, if that is their place in a
// bracket.
func unitOf(s *tournament.Standings) string {
	switch {
	case len(s.TieBreaks) == 0, s.TieBreaks[0] == "strength":
		return unitElo
	case strings.HasPrefix(s.TieBreaks[0], "points"):
		return unitPoints
	}
	return unitWins
}

func valueOf(s *tournament.Standings, e *tournament.Standing) string {
	switch unitOf(s) {
	case unitPoints:
		return fmt.Sprintf("%.2f", e.Points/float64(max(1, e.Matches)))
	case unitWins:
		return thousands(e.Wins)
	}
	return fmt.Sprintf("%.0f", e.Elo)
}

// podium returns the first places of an event that is over, among those that take part. Of a test it has none, because
// that has no winner.
func (b *builder) podium() (list []podiumPlace) {
	s := b.stage()
	if s == nil || s.Standings == nil || s.Standings.Matches == 0 || s.Standings.Test != "" {
		return nil
	}
	taking := s.Standings.TakingPart()
	for i := range taking {
		e := &taking[i]
		if len(list) == podiumPlaces || e.Rank > podiumPlaces || e.Matches == 0 {
			break
		}
		list = append(list, podiumPlace{Rank: e.Rank, Who: b.who(e.Name), Value: valueOf(s.Standings, e),
			Unit: unitOf(s.Standings)})
	}
	return list
}

// upNext returns the matches that are being played and those that come next, and what is said if there are none.
func (b *builder) upNext() (list []nextView, also string) {
	p := &b.snap.Progress
	for _, r := range p.Running[:min(len(p.Running), frontNext-1)] {
		list = append(list, nextView{ID: r.Fixture.ID, Now: true, Players: b.whos(r.Names)})
	}
	for _, u := range b.snap.Next[:min(len(b.snap.Next), frontNext-len(list))] {
		v := nextView{ID: u.ID, Players: b.whos(u.Names)}
		if !u.At.IsZero() {
			v.At = u.At.In(b.zone())
		}
		list = append(list, v)
	}
	switch {
	case b.snap.Phase.Now != "":
		also = sentence(clean(b.snap.Phase.Now))
	case clean(p.Why) != "":
		also = sentence(clean(p.Why))
	default:
		also = "The next pairing depends on results."
	}
	return list, also
}
