package web

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"blastyard/tournament"
)

// sure is the likelihood above which a page calls something sure.
const sure = 0.95

type standingsBody struct {
	Verdict     string
	Fingerprint string
	Secret      string // of the event, once that is over
	Search      bool   // there are so many entrants that one has to search
	Find        string
	Stages      []standingsView
}

type standingsView struct {
	Name      string
	Low, High string // ends of the scale of the bars
	Span      span
	Missing   string        // what was searched for, and is not there
	Found     []standingRow // the reader's team, and entrants that were searched for
	Rows      []standingRow
}

type standingRow struct {
	tournament.Standing
	Who         who
	Points      string
	Mine        bool   // it is the reader's team
	Gone        string // why it does not take part any more
	Elo, Margin string
	MeanScore   string
	HasBar      bool
	Bar         bar
	Sure        bool  // it is surely better than the next entrant
	Better      []who // entrants that are surely worse; those before BetterFrom
	BetterFrom  int   // and the entrants from this rank on; 0: none
	BetterTo    int   // up to this rank
	Failures    string
	FailuresURL string
}

// A bar is an interval on a scale from 0 to 100.
type bar struct{ Low, Width, Value, Middle float64 }

// standings returns the page of the standings.
func (b *builder) standings() *page {
	body := &standingsBody{Verdict: b.verdict(), Search: b.large(standingsShown), Find: b.look.Find}
	for i := len(b.snap.Stages) - 1; i >= 0; i-- {
		body.Stages = append(body.Stages, b.standingsOf(&b.snap.Stages[i]))
	}
	if len(body.Stages) == 0 {
		body.Stages = []standingsView{{}}
	}
	if s := b.stage(); s != nil && s.Standings != nil {
		body.Fingerprint = s.Standings.Fingerprint
	}
	body.Secret = b.snap.Secret
	return b.page("standings", "standings", "Standings", body)
}

func (b *builder) standingsOf(s *Stage) standingsView {
	v := standingsView{}
	if b.snap.Planned > 1 || len(b.snap.Stages) > 1 {
		v.Name = clean(cmp.Or(s.Name, s.Format))
	}
	if s.Standings == nil || s.Standings.Matches == 0 {
		return v
	}
	list := s.Standings.Entrants
	low, high := scaleOf(list)
	v.Low, v.High = fmt.Sprintf("%.0f", low), fmt.Sprintf("%.0f", high)
	found := b.find(list, b.look.Find)
	from := b.look.From
	if len(found) > 0 {
		from = found[0] / standingsShown * standingsShown
	} else if b.look.Find != "" {
		v.Missing = clean(b.look.Find)
	}
	v.Span = spanOf(from, len(list), standingsShown, func(from int) string {
		return b.link.Part(standingsPage, from, standingsShown)
	})
	for _, i := range b.withMine(list, found) {
		v.Found = append(v.Found, b.standingRow(s, i, low, high))
	}
	for i := v.Span.From; i < v.Span.To; i++ {
		v.Rows = append(v.Rows, b.standingRow(s, i, low, high))
	}
	return v
}

func (b *builder) standingRow(s *Stage, i int, low, high float64) standingRow {
	e := s.Standings.Entrants[i]
	r := standingRow{
		Standing:    e,
		Who:         b.who(e.Name),
		Points:      points(e.Points),
		Mine:        e.Name == b.look.Mine,
		Gone:        gone(&e),
		MeanScore:   fmt.Sprintf("%.1f", e.MeanScore),
		Failures:    failures(e.Failures),
		FailuresURL: b.link.Matches(tournament.Query{Entrant: e.Name, Reason: tournament.AnyReason}),
	}
	if e.Matches > 0 {
		r.Elo = fmt.Sprintf("%.0f", e.Elo)
	}
	if e.Matches > 0 && e.EloHigh > e.EloLow {
		r.Margin = fmt.Sprintf("%.0f", (e.EloHigh-e.EloLow)/2)
		r.HasBar, r.Bar = true, barOf(e.EloLow, e.Elo, e.EloHigh, low, high)
	}
	r.Sure = i+1 < len(s.Standings.TakingPart()) && e.Better >= sure
	b.betterThan(&r, s, i)
	return r
}

// betterThan sets which of those that take part are surely worse than one of them.
func (b *builder) betterThan(r *standingRow, s *Stage, i int) {
	list := s.Standings.TakingPart()
	row := likelihoods(s.CrossTable, s.Standings.Entrants, i)
	if row == nil || i >= len(list) {
		return
	}
	from := len(list) // all from here on
	for from > 0 && from-1 != i && row[from-1] >= sure {
		from--
	}
	if from == len(list)-1 && from != i+1 {
		from = len(list) // a single one is shown by its letter
	}
	for j := range from {
		if j != i && row[j] >= sure {
			r.Better = append(r.Better, b.who(list[j].Name))
		}
	}
	if from < len(list) {
		r.BetterFrom, r.BetterTo = list[from].Rank, list[len(list)-1].Rank
	}
}

// likelihoods returns how likely an entrant is stronger than each of the standings; nil: not known.
func likelihoods(t *tournament.CrossTable, list []tournament.Standing, i int) []float64 {
	if t == nil || len(t.Names) != len(list) || t.Names[i] != list[i].Name { // both have the same order
		return nil
	}
	row := make([]float64, len(list))
	for j := range list {
		row[j] = t.Cell(i, j).Better
	}
	return row
}

// verdict says who leads or won, and how sure that is. Of a test it is what the test says, and nothing else.
func (b *builder) verdict() string {
	s := b.stage()
	if s == nil || s.Standings == nil || s.Standings.Matches == 0 || len(s.Standings.Entrants) == 0 {
		return ""
	}
	if s.Standings.Test != "" {
		return clean(s.Standings.Why) + "."
	}
	over := b.snap.Progress.Done
	list := s.Standings.TakingPart()
	if len(list) == 0 {
		return ""
	}
	first := list[0]
	ties := slices.IndexFunc(list, func(e tournament.Standing) bool { return e.Rank != first.Rank })
	if ties < 0 {
		ties = len(list)
	}
	if ties > 1 {
		var names []string
		for _, e := range list[:min(ties, 5)] {
			names = append(names, clean(e.Name))
		}
		verb := "share the lead"
		if over {
			verb = "share the first place"
		}
		return strings.Join(names, ", ") + " " + verb + "."
	}
	verb := "leads"
	if over {
		verb = "wins"
	}
	text := clean(first.Name) + " " + verb
	if first.Better == 0 {
		return text + "."
	}
	second := clean(list[1].Name)
	switch {
	case first.Better >= sure:
		return fmt.Sprintf("%s: it is better than %s with a likelihood of %s.", text, second, percent(first.Better))
	case over:
		return fmt.Sprintf("%s by the rules, but it may have been luck: it is better than %s with a likelihood of "+
			"only %s.", text, second, percent(first.Better))
	}
	return fmt.Sprintf("%s, but not surely yet: it is better than %s with a likelihood of %s.", text, second,
		percent(first.Better))
}

// scaleOf returns the range of all intervals in round numbers.
func scaleOf(list []tournament.Standing) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, e := range list {
		if e.Matches > 0 {
			low, high = min(low, e.EloLow, e.Elo), max(high, e.EloHigh, e.Elo)
		}
	}
	if !finite(low) || !finite(high) {
		return 1400, 1600
	}
	return 50 * math.Floor((low-1)/50), 50 * math.Ceil((high+1)/50)
}

func finite(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }

func barOf(from, value, to, low, high float64) bar {
	at := func(v float64) float64 {
		if !finite(v) || high <= low {
			return 50
		}
		return math.Round(1000*min(max((v-low)/(high-low), 0), 1)) / 10
	}
	b := bar{Low: at(from), Value: max(at(value)-0.5, 0), Middle: at(1500)}
	b.Width = max(at(to)-b.Low, 0.5)
	return b
}

// points formats points without a needless fraction.
func points(p float64) string {
	if p == math.Trunc(p) {
		return fmt.Sprintf("%.0f", p)
	}
	return fmt.Sprintf("%.1f", p)
}

// failures formats the number of failures by reason.
func failures(by map[string]int) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(by)) {
		if by[reason] > 0 {
			parts = append(parts, fmt.Sprintf("%s × %s", thousands(by[reason]), clean(reason)))
		}
	}
	return strings.Join(parts, ", ")
}
