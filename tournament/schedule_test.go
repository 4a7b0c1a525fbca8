//stage:first its tests take long

package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names returns n names of entrants.
func names(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("bot%02d", i)
	}
	return list
}

// strong plays a fixture: entrants with small numbers tend to win. The result depends on the fixture only.
func strong(f Fixture) *Result {
	rng := rand.New(rand.NewPCG(f.Seed, uint64(f.ID.Match)<<8+uint64(f.Try)))
	k := len(f.Entrants)
	r := &Result{ID: f.ID, Try: f.Try, Entrants: f.Entrants, Scores: make([]int, k), Turns: 10 + rng.IntN(90),
		State: fmt.Sprintf("%016x", rng.Uint64()), Used: make([]int64, k)}
	for i, e := range f.Entrants {
		r.Scores[i] = rng.IntN(12) - e
		r.Used[i] = 10
	}
	r.Ranks = ranksOf(r.Scores)
	if rng.IntN(4) == 0 {
		r.Reasons, r.Late = make([]string, k), make([]int, k)
		for i := range k {
			r.Reasons[i] = reasons[rng.IntN(3)]
			r.Late[i] = rng.IntN(3)
		}
	}
	if rng.IntN(4) == 0 {
		r.Silent, r.Crashed = make([]int, k), make([]int, k)
		r.Silent[0], r.Crashed[k-1] = 1+rng.IntN(300), 1
	}
	return r
}

func ranksOf(scores []int) []int {
	ranks := make([]int, len(scores))
	for i, s := range scores {
		ranks[i] = 1
		for _, other := range scores {
			if other > s {
				ranks[i]++
			}
		}
	}
	return ranks
}

func newSchedule(t testing.TB, c Config) *Schedule {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// playAll plays a schedule to its end, one fixture after the other.
func playAll(t testing.TB, s *Schedule) {
	t.Helper()
	for {
		fs := s.Take(7, nil)
		if len(fs) == 0 {
			break
		}
		for _, f := range fs {
			if added, err := s.Add(strong(f)); err != nil || !added {
				t.Fatalf("%v: added %v, %v", f.ID, added, err)
			}
		}
	}
	if done, _ := s.Done(); !done {
		t.Fatal("nothing can be taken, but the event is not done")
	}
}

func TestRoundRobin(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 8, 9} {
		for rounds := 1; rounds <= 3; rounds++ {
			s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(n), Rounds: rounds, Rotations: 1})
			meetings := map[[2]int]int{}
			first := make([]int, n)
			inRound := map[[2]int]int{}
			for f := range s.Fixtures(0) {
				meetings[[2]int{min(f.Entrants[0], f.Entrants[1]), max(f.Entrants[0], f.Entrants[1])}]++
				first[f.Entrants[0]]++
				for _, e := range f.Entrants {
					if inRound[[2]int{f.Round, e}]++; inRound[[2]int{f.Round, e}] > 1 {
						t.Errorf("n %d: entrant %d plays twice in round %d", n, e, f.Round)
					}
				}
			}
			if len(meetings) != n*(n-1)/2 {
				t.Errorf("n %d: %d pairs meet, want all %d", n, len(meetings), n*(n-1)/2)
			}
			for pair, count := range meetings {
				if count != rounds {
					t.Errorf("n %d: %v meet %d times, want %d", n, pair, count, rounds)
				}
			}
			if spread := slices.Max(first) - slices.Min(first); spread > 1 {
				t.Errorf("n %d, rounds %d: first seats %v differ by %d", n, rounds, first, spread)
			}
			playAll(t, s)
			if counted, played, planned := s.Count(); counted != played || planned != counted || counted != n*(n-1)/2*rounds {
				t.Errorf("n %d: counted %d, played %d, planned %d", n, counted, played, planned)
			}
			byes := s.Byes(0)
			want := 0
			if n%2 == 1 {
				want = rounds
			}
			if slices.Min(byes) != want || slices.Max(byes) != want {
				t.Errorf("n %d: byes %v, want %d each", n, byes, want)
			}
		}
	}
}

func TestAddRefuses(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(4)})
	f := s.Take(1, nil)[0]
	for name, change := range map[string]func(*Result){
		"stage":          func(r *Result) { r.ID.Stage = 1 },
		"negative stage": func(r *Result) { r.ID.Stage = -1 },
		"block":          func(r *Result) { r.ID.Block = 6 },
		"negative block": func(r *Result) { r.ID.Block = -1 },
		"match":          func(r *Result) { r.ID.Match = 2 },
		"negative match": func(r *Result) { r.ID.Match = -1 },
		"later try":      func(r *Result) { r.Try = 1 },
		"entrants":       func(r *Result) { r.Entrants = []int{r.Entrants[1], r.Entrants[0]} },
		"one entrant":    func(r *Result) { r.Entrants = r.Entrants[:1] },
	} {
		r := strong(f)
		change(r)
		if added, err := s.Add(r); added || !errors.Is(err, ErrFixture) {
			t.Errorf("%s: added %v, error %v, want ErrFixture", name, added, err)
		}
	}
	for name, change := range map[string]func(*Result){
		"ranks":      func(r *Result) { r.Ranks = []int{1, 3} },
		"no ranks":   func(r *Result) { r.Ranks = nil },
		"rank 0":     func(r *Result) { r.Ranks = []int{0, 1} },
		"scores":     func(r *Result) { r.Scores = r.Scores[:1] },
		"late":       func(r *Result) { r.Late = []int{1} },
		"early":      func(r *Result) { r.Late = []int{1, -1} },
		"used":       func(r *Result) { r.Used = []int64{1, 2, 3} },
		"reason":     func(r *Result) { r.Reasons = []string{"finished", "bored"} },
		"versions":   func(r *Result) { r.Versions = []string{"a\"b", ""} },
		"state":      func(r *Result) { r.State = "XY" },
		"turns":      func(r *Result) { r.Turns = -1 },
		"host lists": func(r *Result) { r.Host = []int{0, 0, 0} },
	} {
		r := strong(f)
		change(r)
		if added, err := s.Add(r); added || !errors.Is(err, ErrResult) {
			t.Errorf("%s: added %v, error %v, want ErrResult", name, added, err)
		}
	}
	if _, played, _ := s.Count(); played != 0 {
		t.Errorf("%d results were taken in", played)
	}
}

func TestResultIsKept(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(2), Rounds: 2})
	for f := range s.Fixtures(0) {
		r := strong(f)
		r.Versions = []string{"", fmt.Sprint("abc", f.ID.Block)}
		r.Refused = []int{300, 1}
		r.Marked = f.ID.Match == 1
		if f.ID.Match == 1 {
			r.State = "abc" // an odd number of digits
		}
		if added, err := s.Add(r); !added || err != nil {
			t.Fatal(added, err)
		}
		got, ok := s.Result(f.ID)
		if !ok {
			t.Fatalf("%v is not there", f.ID)
		}
		want := *r
		if !anyOther(want.Reasons, reasons[0]) {
			want.Reasons = nil
		}
		if !anyOther(want.Late, 0) {
			want.Late = nil
		}
		got.Silent, got.Crashed = noneIfEmpty(got.Silent), noneIfEmpty(got.Crashed)
		got.Reasons, got.Late, got.Host = noneIfEmpty(got.Reasons), noneIfEmpty(got.Late), noneIfEmpty(got.Host)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", f.ID, diff)
		}
	}
}

func noneIfEmpty[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
