package tournament

import (
	"fmt"

	"blastyard/game/match"
	"blastyard/game/rating"
)

// Tally has the sums of results from which standings are computed. It does not change with the schedule, so Tables, the
// slow part, can run while the event goes on.
type Tally struct {
	format      Format // "": the tally belongs to no event
	names       []string
	rows        []row  // by place in the stage's entrants, as all fields below
	pairs       []pair // how two entrants fared against each other: see pairAt
	places      []int  // in a bracket, from 1; nil: there is none
	data        *rating.Data
	matches     int
	planned     int
	complete    bool
	why         string
	test        string // of SPRT: its verdict
	fingerprint string
}

// row has the sums of one entrant.
type row struct {
	points   float64 // sum over its matches of the share of opponents placed behind; an equal one counts half
	matches  int
	wins     int
	draws    int
	byes     int
	status   Status // "": it takes part
	note     string // why
	scores   int64
	used     int64
	ranks    []int
	failures map[string]int
}

// pair says how an entrant fared against another.
type pair struct{ met, wins, losses int32 }

// pairAt returns the index in Tally.pairs of two entrants. There the wins are those of the first one, which must have
// the larger index.
func pairAt(i, j int) int { return i*(i-1)/2 + j }

// fared returns how entrant i fared against entrant j.
func fared(pairs []pair, i, j int) pair {
	switch {
	case i > j:
		return pairs[pairAt(i, j)]
	case i < j:
		p := pairs[pairAt(j, i)]
		return pair{p.met, p.losses, p.wins}
	}
	return pair{}
}

// placed is a plan that decides places by itself, as a bracket does. places are by entrant, from 1; entrants whose
// order the plan leaves open share a place.
type placed interface{ places() []int }

// MaxRated is the maximum number of players of a match that is rated.
const MaxRated = rating.MaxSeats

// NewTally returns an empty tally of matches outside an event, among entrants of these names. Its standings rank by
// strength.
func NewTally(names []string) *Tally {
	t := newTally("", len(names))
	copy(t.names, names)
	t.complete, t.why = true, "these are all results"
	return t
}

func newTally(f Format, n int) *Tally {
	t := &Tally{format: f, names: make([]string, n), rows: make([]row, n), data: new(rating.Data),
		pairs: make([]pair, n*(n-1)/2)}
	for i := range t.rows {
		t.rows[i].ranks, t.rows[i].failures = []int{}, make(map[string]int)
	}
	return t
}

// Add adds a match to a tally of NewTally. The players are indexes of its names; the lowest rank is the best. Add the
// matches of a block one after the other: if other blocks come between them, they count as two blocks.
func (t *Tally) Add(block int, players, ranks []int) error {
	for i, p := range players {
		if p < 0 || p >= len(t.rows) {
			return fmt.Errorf("tournament: player %d is %d: expected an index from 0 to %d", i, p, len(t.rows)-1)
		}
	}
	if err := t.data.Add(block, players, ranks); err != nil {
		return err
	}
	t.matches++
	t.planned = t.matches
	t.count(players, ranks)
	return nil
}

// Tally adds up the results of a stage that count. A stage that has not begun has no entrants.
func (s *Schedule) Tally(stage int, withFingerprint bool) *Tally {
	t := &Tally{why: "this stage has not begun", data: new(rating.Data)}
	fingerprint := ""
	if withFingerprint {
		fingerprint = s.Fingerprint()
		t.fingerprint = fingerprint
	}
	if stage < 0 || stage >= len(s.stages) {
		return t
	}
	st := s.stages[stage]
	t = s.sums(stage)
	t.fingerprint = fingerprint
	t.matches, t.complete = st.counted()*st.config.Rotations, st.complete()
	if t.planned = st.planned() * st.config.Rotations; t.complete {
		t.planned = t.matches
	}
	switch {
	case st.why != "":
		t.why = st.why
	case t.complete:
		t.why = "all matches are played"
	default:
		t.why = "matches are left to play"
	}
	if r, ok := st.rule.(*sprtRule); ok {
		t.test = r.test.Verdict(r.pairs).String()
	}
	if p, ok := st.plan.(placed); ok {
		t.places = p.places()
	}
	byes := s.Byes(stage)
	for i, e := range st.who {
		t.names[i] = s.names[e]
		t.rows[i].byes = byes[e]
		t.rows[i].status, t.rows[i].note = s.statusIn(st, e)
	}
	return t
}

// add adds a result. players are the places of its entrants in the tally.
func (t *Tally) add(r *Result, players []int) {
	t.count(players, r.Ranks)
	for i, p := range players {
		row := &t.rows[p]
		row.scores += int64(r.Scores[i])
		if len(r.Used) > 0 {
			row.used += r.Used[i]
		}
		if len(r.Reasons) > 0 && r.Reasons[i] != string(match.Finished) {
			row.failures[r.Reasons[i]]++
		}
		for _, what := range r.Troubles(i) {
			if len(r.Reasons) == 0 || r.Reasons[i] != string(what) { // it is not given up because it crashed
				row.failures[string(what)]++
			}
		}
	}
	if err := t.data.Add(r.ID.Block, players, r.Ranks); err != nil {
		panic("tournament: a checked result cannot be rated: " + err.Error())
	}
}

// count counts the ranks of the players of a match.
func (t *Tally) count(players, ranks []int) {
	for i, p := range players {
		before, equal := 0, 0
		for j, q := range players {
			switch {
			case i == j:
				continue
			case ranks[i] > ranks[j]:
				before++
			case ranks[i] == ranks[j]:
				equal++
			}
			if p < q {
				continue
			}
			pair := &t.pairs[pairAt(p, q)]
			pair.met++
			pair.wins += int32(boolInt(ranks[i] < ranks[j]))
			pair.losses += int32(boolInt(ranks[i] > ranks[j]))
		}
		row := &t.rows[p]
		row.matches++
		others := len(players) - 1
		row.points += float64(2*(others-before)-equal) / float64(2*others)
		for len(row.ranks) <= before {
			row.ranks = append(row.ranks, 0)
		}
		row.ranks[before]++
		switch {
		case before == 0 && equal == 0:
			row.wins++
		case before == 0:
			row.draws++
		}
	}
}

// mean divides a sum over the matches of an entrant by their number.
func (t *Tally) mean(i int, sum float64) float64 { return sum / float64(max(1, t.rows[i].matches)) }

// points returns an entrant's points per match, 0 to 1. A bye changes nothing.
func (t *Tally) points(i int) float64 { return t.mean(i, t.rows[i].points) }

func (t *Tally) pair(i, j int) pair { return fared(t.pairs, i, j) }

// against returns the points of entrant i against entrant j: 1 for each match in which i placed before j, 0.5 for a
// draw.
func (t *Tally) against(i, j int) float64 {
	p := t.pair(i, j)
	return float64(p.met+p.wins-p.losses) / 2
}
