package web

import (
	"cmp"

	"blastyard/tournament"
)

type roundsView struct {
	Name    string
	Bracket bool
	Span    span // of rounds, the newest first, if all have too many pairings for a page
	Round   int  // the only one that is shown, from 1; 0: all are
	Rounds  []roundView
}

type roundView struct {
	Name     string
	Pairings []pairingView
	Byes     []who
}

type pairingView struct {
	Name    string
	Decided bool
	Places  []placeView
	Matches []tournament.ID
}

type placeView struct {
	Who    who
	From   string
	Points string
	Wins   bool
}

// rounds returns the page of the bracket of a knockout or of the rounds of a Swiss event.
func (b *builder) rounds() *page {
	var views []roundsView
	for i := len(b.snap.Stages) - 1; i >= 0; i-- {
		if s := &b.snap.Stages[i]; len(s.Rounds) > 0 {
			views = append(views, b.roundsOf(s))
		}
	}
	return b.page("rounds", "rounds", roundsTitle(b.snap), views)
}

func (b *builder) roundsOf(s *Stage) roundsView {
	v := roundsView{Bracket: s.Format == string(tournament.Knockout)}
	if b.snap.Planned > 1 || len(b.snap.Stages) > 1 {
		v.Name = clean(cmp.Or(s.Name, s.Format))
	}
	shown := s.Rounds
	if v.Span = b.roundSpan(s.Rounds); v.Span.All > 0 {
		v.Round = v.Span.All - v.Span.From
		shown = s.Rounds[v.Round-1 : v.Round]
	}
	for _, r := range shown {
		round := roundView{Name: clean(r.Name), Byes: b.whos(r.Byes)}
		for _, p := range r.Pairings {
			round.Pairings = append(round.Pairings, b.pairing(p))
		}
		v.Rounds = append(v.Rounds, round)
	}
	return v
}

// roundSpan returns which round a page shows, the newest one at first, if all have too many pairings; otherwise an
// empty span.
func (b *builder) roundSpan(rounds []tournament.Round) span {
	pairings := 0
	for _, r := range rounds {
		pairings += len(r.Pairings)
	}
	if pairings <= roundsShown || b.link.Static {
		return span{}
	}
	return spanOf(b.look.From, len(rounds), 1, func(from int) string { return b.link.Part("rounds", from, 1) })
}

func (b *builder) pairing(p tournament.Pairing) pairingView {
	v := pairingView{Name: clean(p.Name), Decided: p.Decided, Matches: p.Matches}
	for _, place := range p.Places {
		x := placeView{From: clean(cmp.Or(place.From, "open")), Wins: place.Wins}
		if place.Name != "" {
			x.Who = b.who(place.Name)
		}
		if len(v.Matches) > 0 {
			x.Points = points(place.Points)
		}
		v.Places = append(v.Places, x)
	}
	return v
}
