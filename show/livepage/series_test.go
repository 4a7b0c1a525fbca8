package livepage_test

import (
	"slices"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/show/internal/series"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/serve"
)

// TestSeriesOnThePage: the table of a live series equals the arena's own totals, in both games, wherever players sit.
func TestSeriesOnThePage(t *testing.T) {
	for _, c := range []arena.Config{
		{Map: "tiny", Turns: 20, Seed: 5, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "first=builtin:greedy"}, {Bot: "builtin:random"}}},
		{Game: "bomberman", Turns: 40, Seed: 6, Seats: []arena.Seat{{Bot: "builtin:reference"}, {Bot: "builtin:random"}}},
	} {
		const matches = 7
		page, err := live.Open(live.Config{Title: "seven", Planned: matches, Keep: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(page.Close)
		p, err := blastyard.Arena().Prepare(c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		sums, err := p.PlaySeries(t.Context(), arena.Series{Matches: matches, Jobs: 1,
			Sinks: func(int) []arena.Sink { return []arena.Sink{livepage.New(page, livepage.Options{})} }})
		if err != nil {
			t.Fatal(err)
		}
		var table series.Table
		get(t, page.URL+"api/series", &table)
		if table.Title != "seven" || table.Planned != matches || table.Played != matches || table.Match != matches ||
			!table.Complete || len(table.Entrants) != len(sums.Seats) {
			t.Fatalf("%+v", table)
		}
		for _, e := range table.Entrants {
			want := &sums.Seats[e.Entrant-1]
			low, high := want.ScoreInterval()
			if e.Name != want.Name || e.Bot != p.Seats[e.Entrant-1].Bot || e.Wins != want.Wins || e.Draws != want.Draws ||
				e.Mean != want.MeanScore() || *e.Low != low || *e.High != high {
				t.Errorf("%+v, expected %+v", e, want)
			}
		}
		checkEntries(t, page, p, matches)
	}
}

// checkEntries checks the list of the matches of a series.
func checkEntries(t *testing.T, page *live.Page, p *arena.Prepared, matches int) {
	t.Helper()
	var list struct {
		Total   int           `json:"total"`
		Matches []serve.Entry `json:"matches"`
	}
	get(t, page.URL+"api/matches", &list)
	if list.Total != matches || len(list.Matches) != matches {
		t.Fatalf("%d of %d matches are listed", len(list.Matches), list.Total)
	}
	seen := map[string]bool{}
	for i, e := range list.Matches {
		seen[e.Seed] = true
		if e.Number != i+1 || e.Map != p.Map.Name || e.Gone != (i < matches-2) || len(e.Scores) != len(e.Players) {
			t.Errorf("match %d: %+v", i+1, e)
		}
		for id, entrant := range e.Entrants {
			if e.Players[id] != p.Seats[entrant-1].Name {
				t.Errorf("match %d: player %d is %s, of entrant %d", i+1, id, e.Players[id], entrant)
			}
		}
		if !slices.Contains(e.Entrants, 1) {
			t.Errorf("match %d: entrants %v", i+1, e.Entrants)
		}
	}
	if len(seen) != matches {
		t.Errorf("%d matches have %d seeds", matches, len(seen))
	}
}
