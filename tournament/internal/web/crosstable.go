package web

import (
	"cmp"
	"fmt"
	"math"

	"blastyard/tournament"
)

type crossView struct {
	Name string
	Rows []crossRow
}

type crossRow struct {
	Rank  int
	Who   who
	Cells []crossCell
}

// A crossCell says how an entrant fared against another one. URL is the list of their matches, or empty.
type crossCell struct{ Class, Text, Title, URL string }

// crossTable returns the page of the cross table: a heat map with numbers.
func (b *builder) crossTable() *page {
	var views []crossView
	for i := len(b.snap.Stages) - 1; i >= 0; i-- {
		views = append(views, b.crossOf(i))
	}
	if len(views) == 0 {
		views = []crossView{{}}
	}
	return b.page("crosstable", "cross-table", "Cross table", views)
}

// crossOf returns the cross table of a stage.
func (b *builder) crossOf(stage int) crossView {
	s, v := &b.snap.Stages[stage], crossView{}
	if b.snap.Planned > 1 || len(b.snap.Stages) > 1 {
		v.Name = clean(cmp.Or(s.Name, s.Format))
	}
	t := s.CrossTable
	if t == nil || s.Standings == nil || s.Standings.Matches == 0 {
		return v
	}
	ranks := map[string]int{}
	for _, e := range s.Standings.Entrants {
		ranks[e.Name] = e.Rank
	}
	for i, name := range t.Names {
		r := crossRow{Rank: ranks[name], Who: b.who(name)}
		for j := range t.Names {
			cell := b.crossCell(t, i, j)
			if cell.Text != "" && !b.link.Static {
				cell.URL = b.link.Matches(Query{Entrant: name, Against: t.Names[j], Stage: stage, Round: -1})
			}
			r.Cells = append(r.Cells, cell)
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

func (b *builder) crossCell(t *tournament.CrossTable, i, j int) crossCell {
	if i == j || i >= len(t.Pairs) || j >= len(t.Pairs[i]) {
		return crossCell{Class: "self"}
	}
	p := t.Pairs[i][j]
	between := clean(t.Names[i]) + " against " + clean(t.Names[j])
	if p.Met == 0 {
		return crossCell{Class: "unmet", Title: between + ": not met yet"}
	}
	share := shareOf(p)
	class := fmt.Sprintf("heat-%d", int(math.Round(10*share)))
	if p.Better >= sure || p.Better <= 1-sure {
		class += " certain"
	}
	return crossCell{Class: class, Text: fmt.Sprintf("%.0f", 100*share),
		Title: fmt.Sprintf("%s: met %d times, before it %d, draws %d, behind it %d; stronger with a likelihood of %s",
			between, p.Met, p.Wins, p.Draws, p.Losses, percent(p.Better))}
}

// shareOf returns the share of the matches in which the first entrant was placed before the second.
func shareOf(p tournament.PairCell) float64 {
	if p.Met == 0 {
		return 0.5
	}
	return min((float64(p.Wins)+float64(p.Draws)/2)/float64(p.Met), 1)
}
