package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"blastyard/tournament"
)

// formMatches is the number of last results on the page of an entrant.
const formMatches = 20

// formView is a result of an entrant.
type formView struct {
	Text  string // W, D or L in matches of two, else the rank
	Class string
	Title string
	URL   string
}

// lastMatches is the query for the matches that form tells.
func lastMatches(name string) tournament.Query {
	return tournament.Query{Entrant: name, Limit: formMatches}
}

// form returns the last results of an entrant, the newest first.
func (b *builder) form(name string, last []tournament.Match) (list []formView) {
	last = slices.Clone(last)
	slices.SortStableFunc(last, func(x, y tournament.Match) int { return cmp.Compare(y.Ended, x.Ended) })
	for i := range last {
		m := &last[i]
		me := slices.Index(m.Names, name)
		if me < 0 || m.Void || len(m.Ranks) != len(m.Names) {
			continue
		}
		v := formView{URL: b.link.Match(m.ID), Class: "drawn", Text: "D"}
		others := slices.Delete(slices.Clone(m.Names), me, me+1)
		best, worst, shared := slices.Min(m.Ranks), slices.Max(m.Ranks), 0
		for _, rank := range m.Ranks {
			if rank == m.Ranks[me] {
				shared++
			}
		}
		switch {
		case best == worst:
		case m.Ranks[me] == best && shared == 1:
			v.Class, v.Text = "won", "W"
		case m.Ranks[me] == worst:
			v.Class, v.Text = "lost", "L"
		}
		if len(m.Names) > 2 {
			v.Text = fmt.Sprint(m.Ranks[me])
		}
		for k, other := range others {
			others[k] = clean(other)
		}
		v.Title = fmt.Sprintf("Match %s: %s of %d against %s", m.ID, ordinal(m.Ranks[me]), len(m.Names),
			strings.Join(others, ", "))
		if reason := at(m.Reasons, me); reason != "" && reason != finished {
			v.Class, v.Title = "failed", v.Title+"; "+clean(reason)
		}
		list = append(list, v)
	}
	return list
}
