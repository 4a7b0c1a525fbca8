package web

import (
	"context"
	"html/template"
	"net/http"
)

// ratedMost is the number of entrants in a chart.
const ratedMost = 8

// rated returns the first of the first stage, whose ratings over time are known, without those who have left since.
func (b *builder) rated() []string {
	var list []string
	if len(b.snap.Stages) == 0 || b.snap.Stages[0].Standings == nil ||
		b.snap.Stages[0].Standings.Matches == 0 {
		return nil
	}
	left := map[string]bool{}
	if s := b.stage(); s.Standings != nil {
		for _, e := range s.Standings.Gone() {
			left[e.Name] = true
		}
	}
	standings := b.snap.Stages[0].Standings.TakingPart()
	for i := range standings {
		if e := &standings[i]; len(list) < ratedMost && e.Matches > 0 && !left[e.Name] {
			list = append(list, e.Name)
		}
	}
	return list
}

// ratingsOf draws the ratings of the first entrants.
func (b *builder) ratingsOf(ctx context.Context, src Source) (template.HTML, error) {
	names := b.rated()
	if len(names) == 0 {
		return "", nil
	}
	histories, err := src.Ratings(ctx, names)
	if err != nil {
		return "", err
	}
	lines := make([][]Point, len(histories))
	for i := range histories {
		lines[i] = pointsOf(histories[i])
	}
	return ratingsChart(b.whos(names), lines), nil
}

type ratingsBody struct {
	Chart template.HTML
	Whos  []who
}

// ratings returns the page of ratings over time.
func (b *builder) ratings(ctx context.Context, src Source) (*page, error) {
	chart, err := b.ratingsOf(ctx, src)
	body := &ratingsBody{Chart: chart, Whos: b.whos(b.rated())}
	return b.page("ratings", "standings", "Ratings over time", body), err
}

func (s *Site) getRatings(w http.ResponseWriter, r *http.Request) {
	p, err := s.builder(r).ratings(r.Context(), s.o.Source)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.writePage(w, http.StatusOK, p)
}
