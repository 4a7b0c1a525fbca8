package web

import (
	"cmp"
	"fmt"
	"math"

	"blastyard/tournament"
)

// crossPage and standingsPage are the pages of the cross table and of the standings.
const (
	crossPage     = "cross-table"
	standingsPage = "standings"
)

type crossBody struct {
	Search bool // there are so many entrants that one has to search
	Find   string
	Views  []crossView
}

type crossView struct {
	Name    string
	Span    span   // of rows
	Across  span   // of columns
	Missing string // what was searched for, and is not there
	Heads   []who
	Mine    []crossRow // of the reader's team; none: there is none
	Rows    []crossRow
}

type crossRow struct {
	Rank  int
	Who   who
	Mine  bool // it is the reader's team
	Cells []crossCell
}

// A crossCell says how an entrant fared against another one. URL is the list of their matches, or empty.
type crossCell struct{ Class, Text, Title, URL string }

// crossTable returns the page of the cross table: a heat map with numbers.
func (b *builder) crossTable() *page {
	body := &crossBody{Search: b.large(crossShown), Find: b.look.Find}
	for i := len(b.snap.Stages) - 1; i >= 0; i-- {
		body.Views = append(body.Views, b.crossOf(i))
	}
	if len(body.Views) == 0 {
		body.Views = []crossView{{}}
	}
	return b.page("crosstable", crossPage, "Cross table", body)
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
	b.crossSpans(&v, s.Standings.Entrants, len(t.Names))
	for _, name := range t.Names[v.Across.From:v.Across.To] {
		v.Heads = append(v.Heads, b.who(name))
	}
	ranks := map[string]int{}
	for _, e := range s.Standings.TakingPart() {
		ranks[e.Name] = e.Rank
	}
	row := func(i int) crossRow {
		name := t.Names[i]
		r := crossRow{Rank: ranks[name], Who: b.who(name), Mine: name == b.look.Mine}
		for j := v.Across.From; j < v.Across.To; j++ {
			cell := b.crossCell(t, i, j)
			if cell.Text != "" && !b.link.Static {
				cell.URL = b.link.Matches(tournament.Query{Entrant: name, Against: t.Names[j], Stage: new(stage)})
			}
			r.Cells = append(r.Cells, cell)
		}
		return r
	}
	for _, i := range b.withMine(s.Standings.Entrants, nil) {
		v.Mine = append(v.Mine, row(i))
	}
	for i := v.Span.From; i < v.Span.To; i++ {
		v.Rows = append(v.Rows, row(i))
	}
	return v
}

// crossSpans sets which rows and columns a page shows: what the reader asked for, or what is around an entrant that
// was searched for.
func (b *builder) crossSpans(v *crossView, list []tournament.Standing, all int) {
	from, against := b.look.From, b.look.Against
	if found := b.find(list, b.look.Find); len(found) > 0 {
		from = around(found[0], all, crossShown)
		against = from
	} else if b.look.Find != "" {
		v.Missing = clean(b.look.Find)
	}
	v.Across = spanOf(against, all, crossShown, func(against int) string {
		return b.link.Page(crossPage) + look{From: max(0, min(from, all-1)), Against: against}.values()
	})
	if b.link.Static {
		v.Across.Before, v.Across.After = "", "" // static files have the diagonal; the rest is in the CSV
	}
	v.Span = spanOf(from, all, crossShown, func(from int) string {
		if b.link.Static {
			return b.link.Part(crossPage, from, crossShown)
		}
		return b.link.Page(crossPage) + look{From: from, Against: v.Across.From}.values()
	})
}

func (b *builder) crossCell(t *tournament.CrossTable, i, j int) crossCell {
	if i == j {
		return crossCell{Class: "self"}
	}
	p := t.Cell(i, j)
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
