package serve

import (
	"cmp"
	"net/http"
	"slices"

	"blastyard/game/viewer"
	"blastyard/show/internal/series"
)

// A Planner is a Catalog that knows how many matches its series has.
type Planner interface {
	Catalog
	// Planned is that number; 0: it is not known, or the matches are no series.
	Planned() int
}

// series is how the matches of a filter stand; nil where they are no series.
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
		planned = 0 // nobody knows how many of the matches to come the filter takes
	}
	table := sums.Table()
	table.Title, table.Planned, table.Match, table.Live = s.config.Title, planned, t.newest, t.live
	table.Complete = planned > 0 && table.Played >= planned && !t.live
	return table
}

// told is what a list tells of a series beside the sums.
type told struct {
	newest int // the largest number of a match
	live   bool
}

// sum adds up the matches of a filter; nil where they are of different games.
func (s *Server) sum(sums *series.Sums, f *filter) *told {
	var over, others []series.Match // the newest first
	var t told
	game, mixed := "", false
	for e := range s.config.Catalog.Newest() {
		if !f.takes(e) || e.Branch != nil { // what was played on from a match is none of the series
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

// counts tells whether a match counts in a series: it was played to its end.
func (e *Entry) counts() bool {
	return !e.Live && e.Why == "" && len(e.Players) > 0 && len(e.Scores) == len(e.Players)
}

// summed is the match of an entry as a series counts it.
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

// at is an element of a list; the zero value where the list is shorter.
func at[T any](list []T, i int) (x T) {
	if i < len(list) {
		x = list[i]
	}
	return x
}

func (s *Server) getSeries(w http.ResponseWriter, r *http.Request) {
	f, err := filterOf(r.URL.Query())
	if err != nil {
		fail(w, http.StatusBadRequest, err.Error())
		return
	}
	s.answerValue(w, r, s.series(&f))
}
