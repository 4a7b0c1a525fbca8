package web

import (
	"fmt"
	"slices"
	"time"

	"blastyard/tournament"
)

// A Notice is the organiser's announcement, a line on all pages.
type Notice struct {
	Text string    `json:"text"` // empty: there is none
	At   time.Time `json:"at,omitzero"`
}

// An Order is something that the organiser did.
type Order struct {
	At      time.Time         `json:"at"`
	What    tournament.Action `json:"what"`
	By      string            `json:"by"` // empty: not known
	Why     string            `json:"why"`
	Name    string            `json:"name,omitempty"`    // of the entrant
	Version int               `json:"version,omitempty"` // to which an entrant went back
	Match   *tournament.ID    `json:"match,omitempty"`   // whose result was taken back
	Until   time.Time         `json:"until,omitzero"`    // when submissions close
}

// ordersAnswer is the JSON of what the organiser did.
type ordersAnswer struct {
	Notice Notice  `json:"notice"`
	Orders []Order `json:"orders"`
}

// Paused returns why the organiser has paused the event; empty: it is not paused.
func (s *Snapshot) Paused() string {
	i := slices.IndexFunc(s.Orders, func(o Order) bool {
		return o.What == tournament.Pause || o.What == tournament.Resume
	})
	if i < 0 || s.Orders[i].What == tournament.Resume {
		return ""
	}
	if s.Orders[i].Why == "" {
		return "by the organiser"
	}
	return s.Orders[i].Why
}

// notice returns the announcement for a page.
func (b *builder) notice() Notice {
	return Notice{clean(b.snap.Notice.Text), b.snap.Notice.At.In(b.zone())}
}

type orderRow struct {
	At       time.Time
	What     string // without the entrant
	Who      who    // the entrant; without a name: none
	After    string
	Match    string
	MatchURL string
	Why, By  string
}

// orders returns the page of what the organiser did.
func (b *builder) orders() *page {
	var rows []orderRow
	for i := range b.snap.Orders {
		rows = append(rows, b.orderRow(&b.snap.Orders[i]))
	}
	return b.page("orders", "orders", "What the organiser did", rows)
}

// deeds describes actions; with an entrant, it stands before the words.
var deeds = map[tournament.Action]string{
	tournament.Withdraw: "was withdrawn", tournament.Disqualify: "was disqualified",
	tournament.BringBack: "takes part again", tournament.VoidMatch: "was taken back, and is played again",
	tournament.Pause: "The event was paused", tournament.Resume: "The event went on",
	tournament.Announce: "Announced", tournament.Reveal: "The standings were shown again",
	"close": "The stage was closed", "leave": "left",
}

func (b *builder) orderRow(o *Order) orderRow {
	r := orderRow{At: o.At.In(b.zone()), What: deeds[o.What], Why: clean(o.Why), By: clean(o.By)}
	switch {
	case o.What == tournament.RollBack:
		r.What = fmt.Sprintf("plays with version %d again", o.Version)
	case o.What == tournament.Extend:
		r.What = "Submissions close at " + formatTime(o.Until.In(b.zone()))
	case o.What == tournament.Announce && o.Why == "":
		r.What = "The announcement was ended"
	case r.What == "":
		r.What = clean(string(o.What))
	}
	if o.Name != "" {
		r.Who = b.who(o.Name)
	}
	if o.Match != nil {
		r.Match, r.MatchURL = o.Match.String(), b.link.Match(*o.Match)
	}
	return r
}

// A goneView is an entrant that has left, and why.
type goneView struct {
	Who  who
	Text string
}

// goneShown is the number of entrants that have left which a page shows beside a table; the standings have all.
const goneShown = 6

// goneFrom returns the first of those who have left.
func (b *builder) goneFrom(s *tournament.Standings) (list []goneView) {
	left := s.Gone()
	for i := range left[:min(len(left), goneShown)] {
		list = append(list, goneView{b.who(left[i].Name), gone(&left[i])})
	}
	return list
}

// gone says that an entrant does not take part any more, and why; empty: it takes part.
func gone(e *tournament.Standing) string {
	if e.Status == tournament.Takes {
		return ""
	}
	return string(e.Status) + because(e.Why)
}
