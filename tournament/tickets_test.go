package tournament

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	teststage "blastyard/internal/stage"
)

// field is a ladder of entrants that are evenly apart in strength, the strongest first, with what a match costs each.
type field struct {
	name   string
	costs  []int64 // by entrant: milliseconds of a match
	blocks int
	wide   float64 // how much wider than with equal costs intervals may be
}

// play plays a match by the model of the ratings, without ties.
func (f field) play(x Fixture) *Result {
	rng := rand.New(rand.NewPCG(x.Seed, uint64(x.ID.Match)<<8))
	k := len(x.Entrants)
	r := &Result{ID: x.ID, Entrants: x.Entrants, Used: make([]int64, k), Scores: make([]int, k)}
	for i, e := range x.Entrants {
		strength := 2 - 4*float64(e)/float64(len(f.costs)-1)
		r.Used[i] = f.costs[e]
		r.Scores[i] = int(1e6 * (strength - math.Log(-math.Log(rng.Float64()))))
	}
	r.Ranks = ranksOf(r.Scores)
	return r
}

func (f field) ladder(t testing.TB) *Schedule {
	return newSchedule(t, Config{Format: Ladder, Entrants: names(len(f.costs)), Seed: 1})
}

// widths returns the width of the interval of each entrant.
func widths(s *Schedule) []float64 {
	w := make([]float64, len(s.names))
	for _, e := range s.Standings(StandingsOptions{NoFingerprint: true}).Entrants {
		w[s.number[e.Name]] = e.High - e.Low
	}
	return w
}

func mean(of []float64) (m float64) {
	for _, x := range of {
		m += x / float64(len(of))
	}
	return m
}

// curve says how wide the intervals of a ladder are in which all matches cost the same.
type curve struct{ blocks, width []float64 } // blocks of each entrant, mean width of the intervals

func (f field) curve(t testing.TB, blocks int) *curve {
	n := len(f.costs)
	equal := field{costs: slices.Repeat([]int64{100}, n)}
	s := equal.ladder(t)
	c := new(curve)
	for each := 4.0; each/1.4 < float64(blocks); each *= 1.4 {
		playBlocks(t, s, int(each*float64(n)/2)-s.stages[0].whole, s.Used, equal.play)
		c.blocks, c.width = append(c.blocks, 2*float64(s.stages[0].whole)/float64(n)), append(c.width, mean(widths(s)))
	}
	return c
}

// at returns the width after this many blocks of each entrant.
func (c *curve) at(blocks int) float64 {
	i := 0
	for i+2 < len(c.blocks) && c.blocks[i+1] < float64(blocks) {
		i++
	}
	part := math.Log(float64(blocks)/c.blocks[i]) / math.Log(c.blocks[i+1]/c.blocks[i])
	return c.width[i] * math.Pow(c.width[i+1]/c.width[i], part)
}

// fields are ladders that once went wrong, and one where nothing can.
func fields() []field {
	of := func(n int, cost int64, others map[int]int64) []int64 {
		costs := slices.Repeat([]int64{cost}, n)
		for e, c := range others {
			costs[e] = c
		}
		return costs
	}
	rising := make([]int64, 50)
	mixed := make([]int64, 50)
	for i := range rising {
		rising[i] = int64(math.Round(math.Pow(2000, float64(i)/49)))
		mixed[i*21%50] = rising[i]
	}
	return []field{
		{"13 equal", of(13, 500, nil), 1000, 1.1},
		{"one cheap", of(13, 500, map[int]int64{6: 1}), 1000, 1.1},
		{"the best is cheap", of(13, 500, map[int]int64{0: 0}), 1000, 1.1},
		{"two cheap", of(13, 500, map[int]int64{3: 1, 4: 1}), 1000, 1.1},
		{"first and last are cheap", of(13, 500, map[int]int64{0: 1, 12: 1}), 1000, 1.1},
		{"every second is cheap", of(12, 500, map[int]int64{0: 1, 2: 1, 4: 1, 6: 1, 8: 1, 10: 1}), 1000, 1.1},
		{"one dear", of(13, 500, map[int]int64{5: 10_000}), 3000, 1.1},
		// The mean of all strengths is 0, so who plays seldom makes the intervals of all others wider.
		{"two dear", of(13, 50, map[int]int64{5: 1000, 6: 1000}), 3000, 1.2},
		{"50 from 1 ms to 2 s", rising, 20_000, 1.1},
		{"50 from 1 ms to 2 s, mixed", mixed, 20_000, 1.1},
	}
}

// TestLadderTells: what a match of an entrant costs does not change how much matches tell, nor whom it meets, and nobody
// gets more than its share of the time.
func TestLadderTells(t *testing.T) {
	for _, f := range fields() {
		t.Run(f.name, func(t *testing.T) {
			if f.blocks > 10_000 {
				teststage.Only(t, "plays 20,000 blocks")
			}
			t.Parallel()
			s := f.ladder(t)
			playBlocks(t, s, f.blocks, s.Used, f.play)
			blocks := blocksOf(s)
			f.checkWidths(t, s, blocks)
			f.checkNeighbours(t, s, blocks)
			f.checkShares(t, s, blocks)
		})
	}
}

// checkWidths: intervals are hardly wider, on average, than those of a ladder with equal costs in which entrants
// have played as often.
func (f field) checkWidths(t *testing.T, s *Schedule, blocks []int) {
	c := f.curve(t, slices.Max(blocks))
	ratios := widths(s)
	for e := range ratios {
		ratios[e] /= c.at(blocks[e])
	}
	t.Logf("the intervals are %.3f times as wide as with equal costs; blocks: %v", mean(ratios), blocks)
	if mean(ratios) > f.wide {
		t.Errorf("the intervals are %.3f times as wide as those of as many matches in a ladder with equal costs: %.2f",
			mean(ratios), ratios)
	}
}

// checkNeighbours: each pair of neighbours has met, in the true order and in that of the standings.
func (f field) checkNeighbours(t *testing.T, s *Schedule, blocks []int) {
	met := s.stages[0].plan.(*ladder).met
	order := s.Standings(StandingsOptions{NoStrengths: true, NoFingerprint: true}).Entrants
	for i := range len(order) - 1 {
		a, b := s.number[order[i].Name], s.number[order[i+1].Name]
		if met[pairOf(a, b)] == 0 {
			t.Errorf("ranks %d and %d, entrants %d and %d, never met in %d and %d blocks", i+1, i+2, a, b, blocks[a], blocks[b])
		}
		if met[pairOf(i, i+1)] == 0 {
			t.Errorf("entrants %d and %d never met in %d and %d blocks", i, i+1, blocks[i], blocks[i+1])
		}
	}
}

// checkShares: who has used more time than another one, by more than a few blocks, has not played more often. And who is cheap has not played much more often than the middle one.
func (f field) checkShares(t *testing.T, s *Schedule, blocks []int) {
	usual := slices.Sorted(slices.Values(f.costs))[len(f.costs)/2]
	for a := range blocks {
		for b := range blocks {
			most := s.Used(b) + (2*window+2)*2*usual + 2*2*f.costs[a]
			if s.Used(a) > most && blocks[a] > blocks[b]+2*window {
				t.Errorf("entrant %d has used %d ms in %d blocks, but entrant %d only %d ms in %d",
					a, s.Used(a), blocks[a], b, s.Used(b), blocks[b])
			}
		}
	}
	sorted := slices.Sorted(slices.Values(blocks))
	if middle, most := sorted[len(sorted)/2], sorted[len(sorted)-1]; float64(most) > 1.1*float64(middle)+2*window {
		t.Errorf("an entrant has played %d blocks, the middle one %d", most, middle)
	}
}

// TestLadderComeAndGo: a cheap, a usual and a dear entrant come to a ladder, entrants leave and come back, and a cheap
// crowd makes usual ones dear. Who is new is placed after 30 matches, nobody waits for long, and who has left has not.
func TestLadderComeAndGo(t *testing.T) {
	costs := slices.Repeat([]int64{500}, 13)
	f := field{costs: append(costs, 1, 500, 5000)} // the last three come later, and are the weakest
	s := newSchedule(t, Config{Format: Ladder, Entrants: names(13), Seed: 1})
	playBlocks(t, s, 300, s.Used, f.play)
	for e, name := range names(16)[13:] {
		before := s.stages[0].whole
		if err := s.Enter(Entry{Name: name}); err != nil {
			t.Fatal(err)
		}
		for s.played[13+e] < 30 {
			playBlocks(t, s, 1, s.Used, f.play)
		}
		blocks := s.stages[0].whole - before
		order := s.Standings(StandingsOptions{NoStrengths: true, NoFingerprint: true}).Entrants
		rank := slices.IndexFunc(order, func(st Standing) bool { return st.Name == name })
		t.Logf("%s played 30 matches in %d blocks, and has rank %d of %d", name, blocks, rank+1, 14+e)
		if rank < 13+e-3 {
			t.Errorf("%s, the weakest of %d, has rank %d after 30 matches", name, 14+e, rank+1)
		}
		// Who is ten times as dear pays 150 tickets for 15 blocks, and the 14 others pay as much in the same time.
		if dear := f.costs[13+e] / 500; int64(blocks) > max(60, dear*15*15/2) {
			t.Errorf("%s needed %d blocks for 30 matches", name, blocks)
		}
	}
	for _, e := range []int{2, 13} {
		if err := s.Leave(names(16)[e]); err != nil {
			t.Fatal(err)
		}
	}
	for e := range f.costs { // most become cheap: who is not must not wait until they have used as much
		if e > 4 {
			f.costs[e] = 1
		}
	}
	playBlocks(t, s, 400, s.Used, f.play)
	for _, e := range []int{2, 13} {
		if err := s.Enter(Entry{Name: names(16)[e]}); err != nil {
			t.Fatal(err)
		}
	}
	before := slices.Clone(s.played)
	playBlocks(t, s, 800, s.Used, f.play)
	for e := range f.costs {
		played := s.played[e] - before[e]
		if e > 4 && (played < 150 || played > 400) { // 1,600 matches are 3,200 seats, of which 11 have nearly all
			t.Errorf("entrant %d, which is cheap now, played %d matches, expected 150 to 400", e, played)
		}
		if e <= 4 && (played == 0 || played > 20) {
			t.Errorf("entrant %d, which is dear now, played %d matches, expected 2 to 20", e, played)
		}
	}
}
