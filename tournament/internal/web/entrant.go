package web

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
)

type entrantBody struct {
	Who       who
	Form      []formView // its last results, the newest first
	Summary   string
	Gone      string // why it does not take part any more
	Chart     template.HTML
	Times     string
	Ranks     []rankView
	Opponents []opponentView
	Span      span
	Cross     string // where the cross table shows it; empty: nowhere
	Failures  []failureView
	Versions  []versionAnswer
	All       string
	JSON      string
}

type rankView struct {
	Rank  string
	Times int
	Share string
}

type opponentView struct {
	Of    tournament.Opponent
	Who   who
	Share string
	Class string
}

type failureView struct {
	ID     tournament.ID
	URL    string
	Reason string
	Words  string
}

// entrant returns the page of the entrant at a place of Snapshot.Names; last are its last matches.
func (b *builder) entrant(i int, e *tournament.Entrant, last []tournament.Match) *page {
	body := &entrantBody{
		Who:   b.who(e.Name),
		Form:  b.form(e.Name, last),
		Chart: ratingChart(pointsOf(e.History), versionsOf(e, nil)),
		All:   b.link.Matches(tournament.Query{Entrant: e.Name}),
	}
	standing, stage := b.standingOf(e.Name)
	body.Summary = summaryOf(standing, stage)
	body.Times = b.times(e, standing)
	if standing != nil {
		body.Gone = gone(standing)
		body.Ranks = ranksOf(standing)
	}
	opponents := e.Opponents
	if !b.link.Static {
		body.Span = spanOf(b.look.From, len(opponents), standingsShown, func(from int) string {
			return b.link.Entrant(i) + look{From: from}.values()
		})
		opponents = opponents[body.Span.From:body.Span.To]
		body.Cross = b.link.Page(crossPage) + look{Find: e.Name}.values()
	}
	for _, o := range opponents {
		v := opponentView{Of: o, Who: b.who(o.Name)}
		if o.Met > 0 {
			share := shareOf(tournament.PairCell{Met: o.Met, Wins: o.Wins, Draws: o.Draws, Losses: o.Losses})
			v.Share, v.Class = fmt.Sprintf("%.0f %%", 100*share), fmt.Sprintf("heat-%d", int(10*share+0.5))
		}
		body.Opponents = append(body.Opponents, v)
	}
	for _, f := range e.Last {
		body.Failures = append(body.Failures, failureView{f.ID, b.link.Match(f.ID), clean(f.Reason),
			cleanLines(f.Words)})
	}
	body.Versions = versionsOf(e, b.zone())
	if !b.link.Static {
		body.JSON = b.link.File(fmt.Sprintf("api/entrants/%d", i+1))
	}
	return b.page("entrant", "standings", clean(e.Name), body)
}

// standingOf returns the standing of an entrant in the newest stage in which it plays, and that stage; nil: none.
func (b *builder) standingOf(name string) (*tournament.Standing, *Stage) {
	for i := len(b.snap.Stages) - 1; i >= 0; i-- {
		if s := b.snap.Stages[i].Standings; s != nil {
			for k := range s.Entrants {
				if s.Entrants[k].Name == name {
					return &s.Entrants[k], &b.snap.Stages[i]
				}
			}
		}
	}
	return nil, nil
}

func summaryOf(s *tournament.Standing, stage *Stage) string {
	if s == nil || s.Matches == 0 || stage == nil {
		return "has not played yet."
	}
	text := "has no rank"
	if s.Status == tournament.Takes {
		text = fmt.Sprintf("is rank %d of %d", s.Rank, len(stage.Standings.TakingPart()))
	}
	text += fmt.Sprintf(" after %s: %s, %s, %s; mean score %.1f", matchCount(s.Matches),
		english.Count(s.Wins, "win"), english.Count(s.Draws, "draw"),
		english.Count(s.Losses, "loss"), s.MeanScore)
	if s.EloHigh > s.EloLow {
		text += fmt.Sprintf("; Elo %.0f (95 %% interval: %.0f to %.0f)", s.Elo, s.EloLow, s.EloHigh)
	}
	if f := failures(s.Failures); f != "" {
		text += "; failures: " + f
	}
	return text + "."
}

func matchCount(n int) string { return thousands(n) + " " + english.Plural(n, "match") }

// times compares the time of the answers with the limit.
func (b *builder) times(e *tournament.Entrant, s *tournament.Standing) string {
	a := &e.All
	if a.Turns == 0 {
		return ""
	}
	mean := time.Duration(a.UsedMS) * time.Millisecond / time.Duration(a.Turns)
	parts := []string{fmt.Sprintf("%s of answers in %s turns: %.3g ms a turn", seconds(a.UsedMS),
		thousands(int(a.Turns)), float64(mean)/float64(time.Millisecond))}
	if limit := b.about.TurnTime; limit > 0 {
		parts[0] += fmt.Sprintf(" of %s that it has (%.2g %%)", limit, 100*float64(mean)/float64(limit))
	}
	if s != nil && s.Matches > 0 {
		parts = append(parts, seconds(s.UsedMS/int64(s.Matches))+" a match")
	}
	if own := a.Late - a.Host; own > 0 {
		parts = append(parts, english.Count(int(own), "turn")+" late")
	}
	if a.Host > 0 {
		parts = append(parts, english.Count(int(a.Host), "turn")+" late by the machine's fault")
	}
	if a.Silent > 0 {
		parts = append(parts, english.Count(int(a.Silent), "turn")+" silent")
	}
	if a.Crashed > 0 {
		parts = append(parts, english.Count(int(a.Crashed), "turn")+" crashed")
	}
	return strings.Join(parts, "; ") + "."
}

func ranksOf(s *tournament.Standing) []rankView {
	var list []rankView
	for i, n := range s.Ranks {
		v := rankView{Rank: ordinal(i + 1), Times: n}
		if s.Matches > 0 {
			v.Share = fmt.Sprintf("%.0f %%", 100*float64(n)/float64(s.Matches))
		}
		list = append(list, v)
	}
	return list
}

// ordinal formats a number as 1st, 2nd, 3rd, 4th.
func ordinal(n int) string {
	ending := "th"
	if tens := n / 10 % 10; tens != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, ending)
}
