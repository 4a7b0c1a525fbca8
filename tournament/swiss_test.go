package tournament

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// swissRounds returns the groups of each round of a stage, and the entrants who sat out.
func swissRounds(s *Schedule) (rounds [][][]int, byes [][]int) {
	p := s.stages[0].plan.(*swiss)
	for _, r := range p.rounds {
		rounds, byes = append(rounds, r.groups), append(byes, r.byes)
	}
	return rounds, byes
}

// fewestAgain returns the smallest number of pairs that meet again, by trying everything: entrants play in groups of k,
// and as few as possible sit out. met says how often pairs have met.
func fewestAgain(left []int, met map[[2]int]int, k int, mayRest func(e int) bool, rests int) int {
	if len(left) == 0 {
		return 0
	}
	best := 1 << 30
	first, rest := left[0], left[1:]
	if rests > 0 && mayRest(first) {
		best = fewestAgain(rest, met, k, mayRest, rests-1)
	}
	var choose func(group, left []int, from, again int)
	choose = func(group, left []int, from, again int) {
		if again >= best {
			return
		}
		if len(group) == k {
			best = min(best, again+fewestAgain(left, met, k, mayRest, rests))
			return
		}
		for i := from; i < len(left); i++ {
			more := 0
			for _, e := range group {
				more += met[[2]int{min(e, left[i]), max(e, left[i])}]
			}
			others := slices.Delete(slices.Clone(left), i, i+1)
			choose(append(slices.Clone(group), left[i]), others, i, again+more)
		}
	}
	if len(left)-rests >= k {
		choose([]int{first}, rest, 0, 0)
	}
	return best
}

// random plays a fixture: anybody may win, and draws occur.
func random(f Fixture) *Result {
	r := strong(f)
	rng := rand.New(rand.NewPCG(f.Seed, 77+uint64(f.ID.Match)))
	for i := range r.Scores {
		r.Scores[i] = rng.IntN(3)
	}
	r.Ranks = ranksOf(r.Scores)
	return r
}

// playRandom plays an event to its end. Results come in a random order, and some are voided in between.
func playRandom(t *rapid.T, s *Schedule, play func(Fixture) *Result) {
	var out []Fixture
	for {
		out = append(out, s.Take(rapid.IntRange(0, 5).Draw(t, "take"), nil)...)
		if len(out) == 0 {
			out = s.Take(1, nil)
		}
		if len(out) == 0 {
			break
		}
		i := rapid.IntRange(0, len(out)-1).Draw(t, "which")
		f := out[i]
		out = slices.Delete(out, i, i+1)
		if _, err := s.Add(play(f)); err != nil {
			t.Fatalf("%v: %v", f.ID, err)
		}
		if rapid.IntRange(0, 30).Draw(t, "void") == 0 {
			if _, err := s.Void(f.ID, f.Try); err != nil {
				t.Fatal(err)
			}
		}
	}
	if done, _ := s.Done(); !done {
		t.Fatal("nothing can be taken, but the event is not done")
	}
}

// TestSwissRounds: whatever the results and their order, in each round everybody has one place or sits out, no two meet
// again if that can be avoided, and nobody sits out again before others do.
func TestSwissRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom([]int{2, 2, 2, 3, 4}).Draw(t, "players")
		n := rapid.IntRange(max(2, k), 8).Draw(t, "entrants")
		c := Config{Format: Swiss, Entrants: names(n), Players: k, Rounds: rapid.IntRange(1, 8).Draw(t, "rounds"),
			Rotations: rapid.IntRange(1, k).Draw(t, "rotations"), Seed: rapid.Uint64().Draw(t, "seed")}
		s, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, planned := s.Count(); planned != c.Rounds*(n/k)*c.Rotations {
			t.Fatalf("%d matches planned, want %d", planned, c.Rounds*(n/k)*c.Rotations)
		}
		playRandom(t, s, random)
		rounds, byes := swissRounds(s)
		if len(rounds) != c.Rounds {
			t.Fatalf("%d rounds, want %d", len(rounds), c.Rounds)
		}
		met, rested := map[[2]int]int{}, make([]int, n)
		for r, groups := range rounds {
			everybody := slices.Concat(append(slices.Clone(groups), byes[r])...)
			slices.Sort(everybody)
			if want := seq(n); !slices.Equal(everybody, want) {
				t.Fatalf("round %d: %v and %v sit out: not everybody once", r, groups, byes[r])
			}
			checkByes(t, byes[r], rested)
			checkAgain(t, groups, byes[r], met, rested, n, k)
			for _, e := range byes[r] {
				rested[e]++
			}
		}
		if got := s.Byes(0); !slices.Equal(got, rested) {
			t.Fatalf("byes %v, want %v", got, rested)
		}
	})
}

func seq(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// checkByes: entrants who sit out had no more byes than anybody who plays.
func checkByes(t *rapid.T, byes, rested []int) {
	for e, n := range rested {
		for _, b := range byes {
			if !slices.Contains(byes, e) && n < rested[b] {
				t.Fatalf("%v sit out, who did %v times before: %d should have", byes, rested, e)
			}
		}
	}
}

// checkAgain: as few pairs as possible meet again. For groups of two, this is among pairs that met more often than
// others.
func checkAgain(t *rapid.T, groups [][]int, byes []int, met map[[2]int]int, rested []int, n, k int) {
	cost := met
	if k == 2 {
		least := 1 << 30
		for a := range n {
			for b := range a {
				if !slices.Contains(byes, a) && !slices.Contains(byes, b) {
					least = min(least, met[[2]int{b, a}])
				}
			}
		}
		cost = map[[2]int]int{}
		for pair, times := range met {
			if times > least {
				cost[pair] = 1
			}
		}
	}
	again := 0
	for _, group := range groups {
		for i, a := range group {
			for _, b := range group[:i] {
				again += cost[[2]int{min(a, b), max(a, b)}]
			}
		}
	}
	left, fewest := seq(n), slices.Min(rested)
	mayRest := func(e int) bool { return rested[e] == fewest }
	rests := n % k
	if k > 2 { // the byes are decided before
		left = slices.DeleteFunc(left, func(e int) bool { return slices.Contains(byes, e) })
		rests = 0
	}
	if want := fewestAgain(left, cost, k, mayRest, rests); again != want {
		t.Fatalf("groups %v, byes %v: %d meet again, could be %d (met %v)", groups, byes, again, want, met)
	}
	for _, group := range groups {
		for i, a := range group {
			for _, b := range group[:i] {
				met[[2]int{min(a, b), max(a, b)}]++
			}
		}
	}
}

// TestSwissOfEight: the pairings are those of the Dutch system if the stronger entrant always wins.
func TestSwissOfEight(t *testing.T) {
	s := newSchedule(t, Config{Format: Swiss, Entrants: names(8), Rotations: 1})
	playAllBy(t, s, stronger)
	rounds, _ := swissRounds(s)
	want := [][][]int{
		{{0, 4}, {1, 5}, {2, 6}, {3, 7}},
		{{0, 2}, {1, 3}, {4, 6}, {5, 7}},
		{{0, 1}, {2, 4}, {3, 5}, {6, 7}},
	}
	if diff := cmp.Diff(want, rounds); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
}

// stronger plays a fixture: the smaller number wins.
func stronger(f Fixture) *Result {
	r := strong(f)
	for i, e := range f.Entrants {
		r.Scores[i] = 1000 - e
	}
	r.Ranks = ranksOf(r.Scores)
	return r
}

// playAllBy plays a schedule to its end, one fixture after the other.
func playAllBy(t testing.TB, s *Schedule, play func(Fixture) *Result) {
	t.Helper()
	for fs := s.Take(7, nil); len(fs) > 0; fs = s.Take(7, nil) {
		for _, f := range fs {
			if added, err := s.Add(play(f)); err != nil || !added {
				t.Fatalf("%v: added %v, %v", f.ID, added, err)
			}
		}
	}
	if done, _ := s.Done(); !done {
		t.Fatal("nothing can be taken, but the event is not done")
	}
}

// TestSwissOfMany: no two of many entrants meet again in a Swiss event, and groups of more than two come close to that.
func TestSwissOfMany(t *testing.T) {
	for _, c := range []struct{ n, k, rounds, again int }{{64, 2, 12, 0}, {63, 2, 12, 0}, {32, 2, 31, 0}, {64, 4, 6, 0},
		{60, 6, 4, 0}, {300, 2, 9, 0}} {
		t.Run(fmt.Sprintf("%d of %d", c.k, c.n), func(t *testing.T) {
			s := newSchedule(t, Config{Format: Swiss, Entrants: names(c.n), Players: c.k, Rounds: c.rounds,
				Rotations: 1, Seed: 5})
			playAllBy(t, s, strong)
			met, again := map[[2]int]bool{}, 0
			rounds, byes := swissRounds(s)
			for _, groups := range rounds {
				for _, group := range groups {
					for i, a := range group {
						for _, b := range group[:i] {
							pair := [2]int{min(a, b), max(a, b)}
							if met[pair] {
								again++
							}
							met[pair] = true
						}
					}
				}
			}
			if again > c.again {
				t.Errorf("%d pairs meet again, want %d at most", again, c.again)
			}
			rested := map[int]bool{}
			for _, e := range slices.Concat(byes...) {
				if rested[e] {
					t.Errorf("entrant %d sits out twice", e)
				}
				rested[e] = true
			}
		})
	}
}

// TestSwissPairsEquals: in the last round of an event that the stronger entrants win, opponents have similar points.
func TestSwissPairsEquals(t *testing.T) {
	s := newSchedule(t, Config{Format: Swiss, Entrants: names(64), Rounds: 6, Rotations: 1})
	playAllBy(t, s, stronger)
	rounds, _ := swissRounds(s)
	wins := make([]int, 64)
	for _, groups := range rounds[:5] {
		for _, g := range groups {
			wins[min(g[0], g[1])]++
		}
	}
	for _, g := range rounds[5] {
		if d := wins[g[0]] - wins[g[1]]; d < -1 || d > 1 {
			t.Errorf("%v meet with %d and %d wins", g, wins[g[0]], wins[g[1]])
		}
	}
}
