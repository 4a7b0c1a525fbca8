package forecast

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"blastyard/rules/hexabomb"
)

// TestExploded: a bomb that is due sets off one that was there and one that is dropped in the same turn.
func TestExploded(t *testing.T) {
	b := row(t, 12, 0, 6)
	before := withBombs(t, b,
		hexabomb.Bomb{Cell: 3, Colour: 1, Range: 3, Delay: 1},
		hexabomb.Bomb{Cell: 1, Colour: 2, Range: 2, Delay: 4},
		hexabomb.Bomb{Cell: 10, Colour: 2, Range: 2, Delay: 2},
	)
	after := before.Clone()
	after.Step([]hexabomb.Action{{Player: 1, Character: 1, Kind: hexabomb.DropBomb, Range: 2, Delay: 2}}, nil)
	got := Exploded(before, after, []hexabomb.Bomb{{Cell: 6, Colour: 2, Range: 2, Delay: 2}})
	for i, want := range []struct {
		cell, player int
		due          bool
		cells, reach []int
	}{
		{3, 0, true, []int{3, 4, 5, 6, 2, 1, 0}, []int{1, 2}},
		{1, 1, false, []int{1, 2, 3, 0}, []int{0}},
		{6, 1, false, []int{6, 7, 8, 5, 4}, nil},
	} {
		if len(got) != 3 {
			t.Fatalf("%+v", got)
		}
		if b := got[i]; b.Cell != want.cell || b.Player != want.player || b.Due != want.due ||
			!slices.Equal(b.Cells, want.cells) || !slices.Equal(b.Reached, want.reach) {
			t.Errorf("bomb %d is %+v, want %+v", i, b, want)
		}
	}
	if quiet := Exploded(after, after, nil); quiet != nil {
		t.Errorf("%+v exploded in no turn", quiet)
	}
}

// TestExplodedIsWhatHappened: in random matches the blasts cover what the rules say, the distances are those on the
// board, and each bomb was due or another one reached it.
func TestExplodedIsWhatHappened(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	b := row(t, 30, 0, 8, 15, 22, 29)
	seen := 0
	for range 30 {
		s := hexabomb.NewState(b)
		for range 60 {
			before := s.Clone()
			var actions []hexabomb.Action
			var dropped []hexabomb.Bomb
			for p := range b.NumPlayers() {
				a := hexabomb.Action{Player: uint16(p), Character: uint16(p), Kind: hexabomb.Kind(random.IntN(3)),
					Direction: hexabomb.Direction(random.IntN(hexabomb.NumDirections)), Range: uint8(2 + random.IntN(3)),
					Delay: uint8(2 + random.IntN(3))}
				actions = append(actions, a)
				if a.Kind == hexabomb.DropBomb {
					dropped = append(dropped, hexabomb.Bomb{Cell: before.Character(p).Cell,
						Colour: hexabomb.ColourOf(p), Range: int(a.Range), Delay: int(a.Delay)})
				}
			}
			var refused []hexabomb.Refusal
			s.Step(actions, &refused)
			dropped = slices.DeleteFunc(dropped, func(b hexabomb.Bomb) bool {
				return slices.ContainsFunc(refused, func(r hexabomb.Refusal) bool {
					return hexabomb.ColourOf(int(r.Action.Player)) == b.Colour
				})
			})
			covered, exploded := map[int]bool{}, map[int]bool{}
			bombs := Exploded(before, s, dropped)
			for i, e := range bombs {
				seen++
				for k, cell := range e.Cells {
					covered[cell] = true
					from, to := b.Coord(hexabomb.Cell(e.Cell)), b.Coord(hexabomb.Cell(cell))
					if d := from.Distance(to); d != e.Distances[k] {
						t.Fatalf("cell %d is %d from the bomb on %d, not %d", cell, d, e.Cell, e.Distances[k])
					}
				}
				if !e.Due && !bombs.Linked(i) {
					t.Fatalf("nothing set off %+v", e)
				}
			}
			for i := range s.NumExplosions() {
				c, _ := s.Explosion(i)
				exploded[int(c)] = true
			}
			if !maps.Equal(covered, exploded) {
				t.Fatalf("turn %d: %v is covered, want %v", s.Turn(), covered, exploded)
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d bombs exploded", seen)
	}
}
