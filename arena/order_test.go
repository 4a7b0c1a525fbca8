package arena

import (
	"slices"
	"testing"

	"blastyard/game/games"
	"blastyard/game/match"
)

// TestOrderOfATurn: the players of a turn act in the order of ranks that the match's seed determines. With the order
// "arrival" they act in the order of their answers.
func TestOrderOfATurn(t *testing.T) {
	const players = 5
	came := []int{3, 0, 4, 1}
	r := &Run{orders: match.Draws{Seed: 7}.Orders(match.Seeded, players)}
	again := match.Draws{Seed: 7}.Orders(match.Seeded, players)
	orders := map[int]bool{}
	for turn := range 20 {
		r.order = slices.Clone(came)
		r.sortPlayers()
		ranks := again.Next()
		want := slices.SortedFunc(slices.Values(came), func(a, b int) int { return ranks[a] - ranks[b] })
		if !slices.Equal(r.order, want) {
			t.Fatalf("turn %d: players go in the order %v, expected %v by the ranks %v", turn, r.order, want, ranks)
		}
		orders[r.order[0]] = true
	}
	if len(orders) != len(came) {
		t.Errorf("in 20 turns only the players %v went first", orders)
	}
	r = &Run{orders: match.Draws{Seed: 7}.Orders(match.Arrival, players), order: slices.Clone(came)}
	if r.sortPlayers(); !slices.Equal(r.order, came) {
		t.Errorf("players came as %v and go as %v", came, r.order)
	}
}

// TestDealtIDs: in each match of a series the special player is player 0, and the other ids rotate.
func TestDealtIDs(t *testing.T) {
	c := Config{Map: "arena4", Seats: append([]Seat{{Bot: "builtin:ghost", Special: true}}, Seat{Bot: "builtin:random"}, Seat{Bot: "builtin:greedy"}, Seat{Bot: "builtin:idle"})}
	for _, ids := range [][]int{nil, {0, 2, 1, 3}} {
		c.IDs = ids
		p, err := (&Arena{Games: games.All()}).Prepare(c)
		if err != nil {
			t.Fatal(err)
		}
		first := p.dealIDs(match.Draws{Seed: 9}, 0)
		for i := range 6 {
			want := []int{0}
			for _, id := range first[1:] {
				want = append(want, 1+(id-1+i)%3)
			}
			if got := p.dealIDs(match.Draws{Seed: 9}, i); !slices.Equal(got, want) {
				t.Errorf("match %d has the ids %v, expected %v", i, got, want)
			}
		}
		p.Close()
	}
}
