package serve

import (
	"cmp"
	"net/http"
	"slices"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/show/internal/series"
)

// A Planner is a Catalog that knows the size of its series.
type Planner interface {
	Catalog
	// Planned returns the number of matches of the series. It is 0 if that is unknown or the matches are no series.
	Planned() int
}

// series returns the table of the matches that a filter selects, or nil if they are no series.
func (s *Server) series(f *filter) *series.Table {
	planned := 0
	if p, ok := s.config.Catalog.(Planner); ok {
		planned = p.Planned()
	}
	var sums series.Sums
	t := s.sum(&sums, f)
	if planned < 2 && !sums.Related() || t == nil {
		return nil
	}
	if f.any() {
		planned = 0 // it is unknown how many of the remaining matches the filter selects
	}
	table := sums.Table()
	table.Title, table.Planned, table.Match, table.Live = s.config.Title, planned, t.newest, t.live
	table.Complete = planned > 0 && table.Played >= planned && !t.live
	return table
}

// seriesFacts is what a list says of a series beside the sums.
type seriesFacts struct {
	newest int // the largest number of a match
	live   bool
}

// sum adds up the matches that a filter selects. It returns nil if they are of different games.
func (s *Server) sum(sums *series.Sums, f *filter) *seriesFacts {
	var over, others []series.Match // newest first
	var t seriesFacts
	game, mixed := "", false
	for e := range s.config.Catalog.Newest() {
		if !f.takes(e) || e.Branch != nil { // a match that continues another belongs to no series
			continue
		}
		game = cmp.Or(game, e.Game)
		if mixed = game != e.Game; mixed {
			break
		}
		t.newest, t.live = max(t.newest, e.Number), t.live || e.Live
		if e.counts() {
			over = append(over, e.summed())
		} else {
			others = append(others, e.summed())
		}
	}
	if mixed {
		return nil
	}
	for _, m := range slices.Backward(over) {
		sums.Add(&m)
	}
	for _, m := range slices.Backward(others) {
		sums.Meet(m.Players)
	}
	return &t
}

// counts reports whether a match counts in a series: it was played to its end.
func (e *Entry) counts() bool {
	return !e.Live && e.Why == "" && len(e.Players) > 0 && len(e.Scores) == len(e.Players)
}

// summed returns the match of an entry for the totals of a series.
func (e *Entry) summed() series.Match {
	m := series.Match{Winner: e.Winner, Players: make([]series.Player, len(e.Players))}
	for id := range m.Players {
		p := &m.Players[id]
		p.Name, p.Score, p.Late = e.Players[id], at(e.Scores, id), at(e.Late, id)
		p.Entrant, p.Bot = at(e.Entrants, id), viewer.BotText(at(e.Bots, id))
		p.Finished = len(e.Reasons) == 0 || at(e.Reasons, id) == finished
	}
	return m
}

// at returns an element of a list, or the zero value if the list is shorter.
func at[T any](list []T, i int) (x T) {
	if i < len(list) {
		x = list[i]
	}
	return x
}

func (s *Server) getSeries(w http.ResponseWriter, r *http.Request) {
	f, err := filterOf(r.URL.Query())
	if err != nil {
		fail(w, http.StatusBadRequest, errortext.Text(err))
		return
	}
	s.answerValue(w, r, s.series(&f))
}
