package tournament

import (
	"fmt"
	"slices"
	"testing"

	teststage "blastyard/internal/stage"
)

// randomWidth is the mean spread of the meetings in random draws.
func randomWidth(c Config, blocks int) float64 {
	sum := 0
	for seed := range 8 {
		c.Seed = uint64(seed)
		sum += randomMeetings(c, len(c.Entrants), blocks).Width()
	}
	return float64(sum) / 8
}

// TestDesignSpread: by default, the meetings of pairs have at most a third of the spread of random draws, byes are as
// equal as possible, and everybody sits in each seat equally often.
func TestDesignSpread(t *testing.T) {
	cases := [][2]int{ // entrants and seats
		{4, 3}, {5, 3}, {6, 3}, {7, 3}, {9, 3}, {16, 3}, {64, 3}, {7, 4}, {10, 4}, {16, 4}, {24, 4}, {64, 4}, {9, 5}, {41, 5},
		{12, 6}, {13, 6}, {24, 6}, {60, 6}, {18, 7}, {16, 8}, {64, 8}, {19, 9}, {20, 10}, {63, 10}, {22, 11}, {23, 12}, {24, 12},
		{25, 12}, {40, 12}, {64, 12},
	}
	if !teststage.All() {
		cases = [][2]int{{4, 3}, {7, 3}, {9, 3}, {16, 4}, {9, 5}, {24, 6}, {18, 7}, {20, 10}, {25, 12}}
	}
	for _, nk := range cases {
		n, k := nk[0], nk[1]
		t.Run(fmt.Sprintf("%d of %d", k, n), func(t *testing.T) {
			t.Parallel()
			c := Config{Format: RoundRobin, Entrants: names(n), Players: k, Seed: 1}.Normal()
			b, err := BalanceOf(c)
			if err != nil {
				t.Fatal(err)
			}
			if random := randomWidth(c, b.Blocks); float64(b.Meetings.Width()) > random/3 {
				t.Errorf("meetings %v, want at most a third of %.1f apart", b.Meetings, random)
			}
			if b.Byes.Width() > 0 || b.Plays.Width() > 0 || b.Seats.Width() > 0 {
				t.Errorf("byes %v, plays %v, seats %v: want equal ones in so many rounds", b.Byes, b.Plays, b.Seats)
			}
		})
	}
}

// TestDesignOfAllGroups: if there are as many blocks as possible groups, the meetings of pairs differ by at most one.
func TestDesignOfAllGroups(t *testing.T) {
	for _, tt := range []struct{ n, k, rounds int }{
		{4, 3, 4}, {5, 3, 10}, {6, 3, 10}, {7, 3, 35}, {8, 3, 28}, {9, 3, 28}, {5, 4, 5}, {6, 4, 15}, {7, 4, 35}, {8, 4, 35},
		{9, 4, 63}, {7, 5, 21}, {8, 5, 56}, {6, 5, 6}, {8, 6, 28}, {10, 5, 126}, {10, 8, 45},
	} {
		b, err := BalanceOf(Config{Format: RoundRobin, Entrants: names(tt.n), Players: tt.k, Rounds: tt.rounds})
		if err != nil {
			t.Fatal(err)
		}
		if b.Meetings.Width() > 1 {
			t.Errorf("%d of %d in %d rounds: meetings %v, want at most one apart", tt.k, tt.n, tt.rounds, b.Meetings)
		}
	}
}

// TestDesignRounds: for each number of rounds, everybody plays once a round or has a bye, byes differ by at most one
// at any time of the event, and meetings stay close together however long the event is.
func TestDesignRounds(t *testing.T) {
	for _, tt := range []struct{ n, k, rounds, width int }{
		{7, 3, 1, 1}, {10, 4, 3, 3}, {11, 4, 50, 2}, {13, 6, 200, 4}, {24, 6, 300, 3}, {64, 12, 300, 6}, {20, 4, 1000, 3}, {9, 8, 100, 1}, {6, 6, 3, 0},
	} {
		s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(tt.n), Players: tt.k, Rounds: tt.rounds, Seed: 3})
		p := s.stages[0].plan.(*design)
		met := make([]int, tt.n*tt.n)
		byes := make([]int, tt.n)
		for r := range tt.rounds {
			playing := map[int]bool{}
			for g := range p.groups {
				round, group, ok := p.block(r*p.groups + g)
				if !ok || round != r || len(group) != tt.k {
					t.Fatalf("%+v: block %d: %v in round %d, %v", tt, r*p.groups+g, group, round, ok)
				}
				for i, e := range group {
					if playing[e] {
						t.Fatalf("%+v: entrant %d plays twice in round %d", tt, e, r)
					}
					playing[e] = true
					for _, other := range group[:i] {
						met[max(e, other)*tt.n+min(e, other)]++
					}
				}
			}
			for e := range byes {
				if !playing[e] {
					byes[e]++
				}
			}
		}
		if got := p.byes(tt.rounds); !slices.Equal(got, byes) {
			t.Errorf("%+v: byes are told as %v, but are %v", tt, got, byes)
		}
		if spread(byes).Width() > 1 {
			t.Errorf("%+v: byes %v differ by more than one", tt, byes)
		}
		if w := spread(pairs(met, tt.n, 0)).Width(); w > tt.width {
			t.Errorf("%+v: meetings are %d apart", tt, w)
		}
	}
}

// TestSeatsAreBalanced: with fewer matches in a block than seats, everybody still sits about equally often in each.
func TestSeatsAreBalanced(t *testing.T) {
	for _, c := range []Config{
		{Format: RoundRobin, Players: 6, Rotations: 1, Entrants: names(24)},
		{Format: RoundRobin, Players: 4, Rotations: 2, Entrants: names(9)},
		{Format: RoundRobin, Players: 12, Rotations: 3, Entrants: names(30)},
		{Format: Gauntlet, Players: 4, Rotations: 1, Entrants: names(13), Rounds: 12},
		{Format: Gauntlet, Players: 2, Rotations: 1, Entrants: names(8), Rounds: 4, Heroes: 2},
	} {
		b, err := BalanceOf(c)
		if err != nil {
			t.Fatal(err)
		}
		if b.Seats.Width() > 2 {
			t.Errorf("%s, %d of %d, %d rotations: seats %v, want at most two apart",
				c.Format, c.Players, len(c.Entrants), c.Rotations, b.Seats)
		}
	}
}

func TestDesignIsRepeatable(t *testing.T) {
	c := Config{Format: RoundRobin, Players: 4, Entrants: names(10), Rounds: 100, Seed: 5}
	forward, backward := newDesign(c.Normal(), 10), newDesign(c.Normal(), 10)
	_, _, _ = backward.block(backward.end() - 1) // blocks asked for in another order
	c.Seed = 6
	other := newDesign(c.Normal(), 10)
	same := 0
	for b := range forward.end() {
		_, group, _ := forward.block(b)
		if _, again, _ := backward.block(b); !slices.Equal(group, again) {
			t.Fatalf("block %d is %v and %v", b, group, again)
		}
		if _, otherwise, _ := other.block(b); slices.Equal(group, otherwise) {
			same++
		}
	}
	if same > forward.end()/10 {
		t.Errorf("%d of %d blocks do not depend on the seed", same, forward.end())
	}
}

func TestGauntlet(t *testing.T) {
	for _, tt := range []struct{ n, k, heroes, rounds int }{
		{2, 2, 1, 1}, {6, 2, 1, 3}, {6, 2, 2, 1}, {10, 4, 1, 1}, {10, 4, 2, 3}, {9, 5, 5, 4}, {30, 6, 1, 7},
	} {
		c := Config{Format: Gauntlet, Entrants: names(tt.n), Players: tt.k, Heroes: tt.heroes, Rounds: tt.rounds}
		s := newSchedule(t, c)
		meetings := make([]int, tt.heroes*tt.n)
		for f := range s.Fixtures(0) {
			if f.ID.Match > 0 {
				continue
			}
			hero, others := -1, 0
			for _, e := range f.Entrants {
				if e < tt.heroes {
					hero = e
				} else {
					others++
				}
			}
			if hero < 0 || others != tt.k-1 {
				t.Fatalf("%+v: %v has entrants %v, want one of the first %d", tt, f.ID, f.Entrants, tt.heroes)
			}
			for _, e := range f.Entrants {
				meetings[hero*tt.n+e]++
			}
			sorted := slices.Sorted(slices.Values(f.Entrants))
			if len(slices.Compact(sorted)) != tt.k {
				t.Fatalf("%+v: %v has entrants %v", tt, f.ID, f.Entrants)
			}
		}
		for hero := range tt.heroes {
			got := spread(meetings[hero*tt.n+tt.heroes : hero*tt.n+tt.n])
			extra := 0
			if tt.rounds*(tt.n-tt.heroes)%(tt.k-1) != 0 {
				extra = 1
			}
			if got.Least != tt.rounds || got.Most != tt.rounds+extra {
				t.Errorf("%+v: hero %d meets the others %v times, want %d to %d", tt, hero, got, tt.rounds, tt.rounds+extra)
			}
		}
		playAll(t, s)
	}
}

func TestMaxMatches(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(6), MaxMatches: 11})
	playAll(t, s)
	if counted, _, planned := s.Count(); counted != 10 || planned != 10 {
		t.Errorf("%d matches of %d, want 10: whole blocks of two in at most 11", counted, planned)
	}
}
