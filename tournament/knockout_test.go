package tournament

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestShapes: whatever the numbers, the rounds of a knockout end with one group.
func TestShapes(t *testing.T) {
	for players := 2; players <= 12; players++ {
		for advance := 1; advance < players; advance++ {
			for n := players; n <= 200; n++ {
				rounds := shape(n, players, advance)
				size := n
				for i, r := range rounds {
					if r.size != size || r.groups < 1 || r.byes < 0 || r.byes+r.groups*players != size {
						t.Fatalf("%d of groups of %d: round %d of %d: %+v", n, players, i, size, r)
					}
					size = r.byes + r.groups*advance + r.fill
					if losers := r.groups * (players - advance); r.fill < 0 || r.fill >= losers {
						t.Fatalf("%d of groups of %d: round %d: %d of %d losers go on", n, players, i, r.fill, losers)
					}
				}
				if last := rounds[len(rounds)-1]; last.size != players || last.groups != 1 || last.byes != 0 {
					t.Fatalf("%d of groups of %d: the final is %+v", n, players, last)
				}
				if players == 2 {
					checkTree(t, n, rounds)
				}
			}
		}
	}
	for _, c := range []struct {
		n, players, advance int
		want                string
	}{
		{16, 4, 2, "16 8 4"}, {12, 4, 2, "12 8 4"}, {7, 4, 2, "7 5 4"}, {16, 4, 1, "16 4"}, {10, 4, 1, "10 4"}, {24, 6,
			3, "24 12 6"},
		{10, 5, 2, "10 5"}, {9, 3, 1, "9 3"}, {8, 4, 3, "8 6 5 4"},
	} {
		sizes := ""
		for i, r := range shape(c.n, c.players, c.advance) {
			if i > 0 {
				sizes += " "
			}
			sizes += fmt.Sprint(r.size)
		}
		if sizes != c.want {
			t.Errorf("%d in groups of %d, of whom %d go on: %s, want %s", c.n, c.players, c.advance, sizes, c.want)
		}
	}
}

// checkTree: with two seats, only the first round has byes, and the sizes of the others are powers of two.
func checkTree(t *testing.T, n int, rounds []koRound) {
	for i, r := range rounds {
		if want := 1 << (len(rounds) - i); i > 0 && (r.size != want || r.byes != 0) || r.size > want || r.fill != 0 {
			t.Fatalf("%d entrants: round %d is %+v, want %d slots", n, i, r, want)
		}
	}
}

// TestStrongestWin: if the stronger entrant always wins, the seeds meet as late as they can, and the first four have
// places 1 to 4.
func TestStrongestWin(t *testing.T) {
	for n := 2; n <= 33; n++ {
		s := newSchedule(t, Config{Format: Knockout, Entrants: names(n), Rotations: 1})
		playAllBy(t, s, stronger)
		k := s.stages[0].plan.(*knockout)
		for i, r := range k.rounds {
			for _, p := range r.pairings[:r.groups] {
				if i > 0 && r.slots[p.slots[0]]+r.slots[p.slots[1]] != r.size-1 {
					t.Errorf("n %d, round %d: seeds %d and %d meet among the %d best", n, i, p.who[0], p.who[1], r.size)
				}
			}
		}
		places := k.places()
		for e, place := range places {
			want := e + 1
			if e >= 4 {
				want = 1 + 1<<log2(e)
			}
			if place != want {
				t.Errorf("n %d: seed %d has place %d, want %d", n, e, place, want)
			}
		}
		matches := n - 1
		if n >= 4 {
			matches++
		}
		if counted, played, _ := s.Count(); counted != matches || played != matches {
			t.Errorf("n %d: %d matches count, %d played, want %d", n, counted, played, matches)
		}
		byes := s.Byes(0)
		size := 2
		for size < n {
			size *= 2
		}
		for e, got := range byes {
			if want := b2i(e < size-n); got != want {
				t.Errorf("n %d: seed %d has %d byes, want %d", n, e, got, want)
			}
		}
		standings := s.Standings(StandingsOptions{NoStrengths: true})
		for i, row := range standings.Entrants {
			if row.Name != names(n)[i] && i < 4 {
				t.Errorf("n %d: place %d is of %s", n, i+1, row.Name)
			}
		}
	}
}

func log2(n int) (bits int) {
	for ; n > 1; n /= 2 {
		bits++
	}
	return bits
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestKnockoutWhateverTheOrder: the order of results does not change matches and places, also if results are voided in
// between; everybody has one place, and nobody who is out plays on.
func TestKnockoutWhateverTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(2, 5).Draw(t, "players")
		c := Config{
			Format:    Knockout,
			Entrants:  names(rapid.IntRange(players, 24).Draw(t, "entrants")),
			Players:   players,
			Advance:   rapid.IntRange(1, players-1).Draw(t, "advance"),
			BestOf:    rapid.SampledFrom([]int{1, 3, 5}).Draw(t, "best of"),
			NoThird:   rapid.Bool().Draw(t, "no third"),
			Rotations: rapid.IntRange(1, players).Draw(t, "rotations"),
			Maps:      rapid.SampledFrom([][]string{nil, {"a", "b"}, {"a", "b", "c"}}).Draw(t, "maps"),
			Seed:      rapid.Uint64().Draw(t, "seed"),
		}
		a, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		once := func(f Fixture) *Result { f.Try = 0; return random(f) } // the same result when it is played again
		for fs := a.Take(1, nil); len(fs) > 0; fs = a.Take(1, nil) {
			if _, err := a.Add(once(fs[0])); err != nil {
				t.Fatal(err)
			}
		}
		playRandom(t, b, func(f Fixture) *Result { r := once(f); r.Try = f.Try; return r })
		if diff := cmp.Diff(a.Rounds(0), b.Rounds(0)); diff != "" {
			t.Fatal("in order -, in any order +\n" + diff)
		}
		checkPlaces(t, a)
		checkMaps(t, a, c)
	})
}

func checkPlaces(t *rapid.T, s *Schedule) {
	k := s.stages[0].plan.(*knockout)
	places := k.places()
	sorted := slices.Sorted(slices.Values(places))
	for i, place := range sorted {
		if place != i+1 && (i == 0 || place != sorted[i-1]) {
			t.Fatalf("places %v", places)
		}
	}
	if sorted[0] != 1 || len(sorted) > 1 && sorted[1] == 1 {
		t.Fatalf("places %v: no winner", places)
	}
	in := seq(k.n)
	for i, r := range k.rounds {
		if got := slices.Sorted(slices.Values(r.slots)); !slices.Equal(got, in) {
			t.Fatalf("round %d: %v take part, want %v", i, got, in)
		}
		in = nil
		if i+1 < len(k.rounds) {
			in = slices.Sorted(slices.Values(k.rounds[i+1].slots))
			for _, p := range r.pairings[:r.groups] { // the best of each group go on
				for _, j := range p.order[:k.config.Advance] {
					if !slices.Contains(in, p.who[j]) {
						t.Fatalf("round %d: %d does not go on", i, p.who[j])
					}
				}
			}
		}
	}
}

// checkMaps: the blocks of a pairing use the maps in turn.
func checkMaps(t *rapid.T, s *Schedule, c Config) {
	if len(c.Maps) == 0 {
		return
	}
	for _, r := range s.Rounds(0) {
		for _, p := range r.Pairings {
			last := -1
			for _, id := range p.Matches {
				f, ok := s.Fixture(id)
				if !ok {
					t.Fatalf("%v is not known", id)
				}
				if at := slices.Index(c.Maps, f.Map); id.Match == 0 {
					if last >= 0 && at != (last+1)%len(c.Maps) {
						t.Fatalf("%v is on map %d, after map %d", id, at, last)
					}
					last = at
				}
			}
		}
	}
}

// TestPairing: the outcome of a pairing of two, given for each block w (the first wins), d (equal) or l, and how many
// blocks become known each time.
func TestPairing(t *testing.T) {
	for _, c := range []struct {
		bestOf int
		blocks string
		reveal string // how many more blocks become known each time
		winner int
	}{
		{1, "w", "1", 0},
		{1, "l", "1", 1},
		{1, "dl", "11", 1},
		{1, "ddw", "111", 0},
		{1, "dddd", "1111", 0}, // equal to the end: the better seed goes on
		{3, "ww", "2", 0},
		{3, "wlw", "21", 0},
		{3, "wll", "21", 1},
		{3, "wdl", "21", -1}, // not decided yet
		{3, "wdlw", "211", 0},
		{3, "wd" + "d", "21", 0},
		{3, "dd" + "l", "21", 1},
		{3, "dddddd", "21111", 0},
		{5, "www", "3", 0},
		{5, "wwll" + "w", "311", 0},
		{5, "wld" + "w" + "d", "32", 0},
		{5, "wwd", "3", -1},
		{5, "wwdd", "31", 0}, // 3 of 4 points: the last block cannot change it
		{7, "wwdw", "4", -1},
		{7, "wwdww", "41", 0},
	} {
		p := newPairing(Config{Players: 2, Advance: 1, BestOf: c.bestOf}, []int{0, 1}, 1)
		p.who = []int{0, 1}
		reveal, played := "", 0
		for {
			n := p.needed()
			if n == 0 || played == len(c.blocks) {
				break
			}
			reveal += fmt.Sprint(n)
			for range min(n, len(c.blocks)-played) {
				points := map[byte][]int{'w': {3, 1}, 'd': {2, 2}, 'l': {0, 4}}[c.blocks[played]]
				p.points, p.scores = append(p.points, points), append(p.scores, []int{5, 5})
				played++
			}
		}
		winner := -1
		if p.needed() == 0 {
			winner = p.ranked()[0]
		}
		if reveal != c.reveal || winner != c.winner || played != len(c.blocks) {
			t.Errorf("best of %d, %s: %s known at a time, winner %d; want %s, %d (%d of %d blocks played)",
				c.bestOf, c.blocks, reveal, winner, c.reveal, c.winner, played, len(c.blocks))
		}
	}
}

// TestTiedGroup: a group of four of whom two go on. The second and the third are equal, so there is one more block. Its
// points then decide among equal entrants, and after them the scores.
func TestTiedGroup(t *testing.T) {
	p := newPairing(Config{Players: 4, Advance: 2, BestOf: 1}, []int{0, 1, 2, 3}, 2)
	p.who = []int{10, 11, 12, 13}
	add := func(points, scores []int) { p.points, p.scores = append(p.points, points), append(p.scores, scores) }
	if got := p.needed(); got != 1 {
		t.Fatalf("needs %d blocks at first, want 1", got)
	}
	add([]int{12, 6, 6, 0}, []int{9, 0, 0, 0})
	if got := p.needed(); got != 1 {
		t.Fatalf("needs %d blocks where two are equal, want 1", got)
	}
	add([]int{0, 4, 4, 12}, []int{0, 1, 2, 90})
	add([]int{0, 6, 6, 12}, []int{0, 1, 2, 90})
	if got := p.needed(); got != 1 {
		t.Fatalf("needs %d blocks where two are still equal, want 1", got)
	}
	if got := p.ranked(); !slices.Equal(got, []int{0, 2, 1, 3}) {
		t.Errorf("by score %v, want 0 2 1 3: an extra block does not bring the last one up", got)
	}
	add([]int{0, 7, 6, 12}, []int{0, 1, 2, 90})
	if got := p.needed(); got != 0 {
		t.Errorf("needs %d more blocks, want none", got)
	}
	if got := p.ranked(); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("by points %v, want 0 1 2 3", got)
	}
	p = newPairing(Config{Players: 4, Advance: 2, BestOf: 1}, []int{0, 1, 2, 3}, 2)
	p.who = []int{10, 11, 12, 13}
	add([]int{9, 9, 3, 3}, []int{0, 0, 0, 0})
	if got := p.needed(); got != 0 {
		t.Errorf("needs %d more blocks where it is clear who goes on, want none", got)
	}
}

// TestBracketForPeople: a bracket of five entrants, before and after it is played.
func TestBracketForPeople(t *testing.T) {
	s := newSchedule(t, Config{Format: Knockout, Entrants: names(5), Rotations: 1})
	text := func() (all []string) {
		for _, r := range s.Rounds(0) {
			line := r.Name + ":"
			for _, p := range r.Pairings {
				line += " [" + p.Name
				for _, place := range p.Places {
					line += fmt.Sprintf(" | %s%s %v", place.Name, place.From, place.Points)
					if place.Wins {
						line += " wins"
					}
				}
				line += fmt.Sprintf(" | %d matches]", len(p.Matches))
			}
			for _, name := range r.Byes {
				line += " bye " + name
			}
			all = append(all, line)
		}
		return all
	}
	before := []string{
		"Quarter-finals: [Quarter-final 1 | bot03 0 | bot04 0 | 1 matches] bye bot00 bye bot01 bye bot02",
		"Semi-finals: [Semi-final 1 | bot00 0 | Winner of Quarter-final 1 0 | 0 matches] [Semi-final 2 | bot01 0 | " +
			"bot02 0 | 1 matches]",
		"Third place: [Third place | Loser of Semi-final 1 0 | Loser of Semi-final 2 0 | 0 matches]",
		"Final: [Final | Winner of Semi-final 1 0 | Winner of Semi-final 2 0 | 0 matches]",
	}
	if diff := cmp.Diff(before, text()); diff != "" {
		t.Error("before the first match: want -, got +\n" + diff)
	}
	playAllBy(t, s, stronger)
	after := []string{
		"Quarter-finals: [Quarter-final 1 | bot03 1 wins | bot04 0 | 1 matches] bye bot00 bye bot01 bye bot02",
		"Semi-finals: [Semi-final 1 | bot00 1 wins | bot03 0 | 1 matches] [Semi-final 2 | bot01 1 wins | bot02 0 | " +
			"1 matches]",
		"Third place: [Third place | bot03 0 | bot02 1 wins | 1 matches]",
		"Final: [Final | bot00 1 wins | bot01 0 | 1 matches]",
	}
	if diff := cmp.Diff(after, text()); diff != "" {
		t.Error("at the end: want -, got +\n" + diff)
	}
	if got := newSchedule(t, Config{Format: RoundRobin, Entrants: names(3)}).Rounds(0); got != nil {
		t.Errorf("a round robin has rounds %v, want none", got)
	}
}

// TestGroupsForPeople: groups of four of whom two go on, and a round that is filled up with the best of the rest.
func TestGroupsForPeople(t *testing.T) {
	s := newSchedule(t, Config{Format: Knockout, Entrants: names(11), Players: 4, Advance: 1, Rotations: 1})
	var froms []string
	for _, r := range s.Rounds(0)[1:] {
		for _, p := range r.Pairings {
			for _, place := range p.Places {
				froms = append(froms, r.Name+": "+place.Name+place.From)
			}
		}
	}
	want := []string{
		"Round 2: bot01", "Round 2: bot02", "Round 2: Winner of Group 1 of round 1", "Round 2: Winner of Group 2 " +
			"of round 1",
		"Final: bot00", "Final: Winner of Group 1 of round 2", "Final: Best of the others of Round 2", "Final: Best of the others of Round 2",
	}
	if diff := cmp.Diff(want, froms); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
	playAllBy(t, s, stronger)
	if got := s.stages[0].plan.(*knockout).places()[:4]; !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Errorf("the first four have places %v", got)
	}
}

// TestRoundsOfSwiss: the rounds of a Swiss event for people.
func TestRoundsOfSwiss(t *testing.T) {
	s := newSchedule(t, Config{Format: Swiss, Entrants: names(3), Rounds: 2})
	playAllBy(t, s, stronger)
	want := []Round{
		{Name: "Round 1", Byes: []string{"bot02"},
			Pairings: []Pairing{{Decided: true, Matches: []ID{{0, 0, 0}, {0, 0, 1}},
				Places: []Place{{Name: "bot00", Points: 2, Wins: true}, {Name: "bot01"}}}}},
		{Name: "Round 2", Byes: []string{"bot01"},
			Pairings: []Pairing{{Decided: true, Matches: []ID{{0, 1, 0}, {0, 1, 1}},
				Places: []Place{{Name: "bot00", Points: 2, Wins: true}, {Name: "bot02"}}}}},
	}
	if diff := cmp.Diff(want, s.Rounds(0)); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
}
