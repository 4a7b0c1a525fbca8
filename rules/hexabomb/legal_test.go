package hexabomb

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLegal plays games of random maps and compares the choices of every player with Step: a refused one is refused
// in every order of actions, for the given reason. Any other is executed if nobody else acts, unless its blocker
// stays.
func TestLegal(t *testing.T) {
	seen := map[Reason]int{}
	blocked := 0
	rapid.Check(t, func(t *rapid.T) {
		b, g := drawGame(t)
		rng := rand.New(rand.NewPCG(g.seed, 2))
		s := NewState(b)
		for range 20 {
			others := drawActions[rng.IntN(len(drawActions))](nil, s, rng)
			for p := range b.NumPlayers() {
				var actions []Action
				for c := range s.Legal(p) {
					seen[c.Refused]++
					if c.Blocker != NoBlocker {
						blocked++
					}
					actions = append(actions, c.Action)
					checkAlone(t, s, c)
					checkAmong(t, s, c, others, rng)
				}
				first, end := b.Characters(p)
				if len(actions) != (end-first)*(NumDirections+2) {
					t.Fatalf("player %d: %d choices of %d characters", p, len(actions), end-first)
				}
			}
			s.Step(others, nil)
		}
	})
	for _, r := range []Reason{NotRefused, Dead, NoCellThere, Occupied, NoBombReady, BombHere, NoSecondLife, Alive, TooEarly} {
		if seen[r] == 0 {
			t.Errorf("no choice was %q in %v", r, seen)
		}
	}
	if blocked == 0 {
		t.Error("no choice had a blocker")
	}
}

// checkAlone plays a choice when nobody else acts.
func checkAlone(t *rapid.T, s *State, c Choice) {
	for _, bomb := range []int{MinBomb, c.MaxBomb} {
		if c.Action.Kind == DropBomb {
			c.Action.Range, c.Action.Delay = uint8(bomb), uint8(MinBomb+c.MaxBomb-bomb)
		}
		var refused []Refusal
		s.Clone().Step([]Action{c.Action}, &refused)
		want := c.Refused
		if c.Blocker != NoBlocker {
			want = Occupied
			if b := s.Character(c.Blocker); !b.Alive || b.Cell != c.Cell || b == s.Character(int(c.Action.Character)) {
				t.Fatalf("%v: blocker %d is %+v\n%s", c.Action, c.Blocker, b, s)
			}
		}
		got := NotRefused
		if len(refused) > 0 {
			got = refused[0].Reason
		}
		if got != want {
			t.Fatalf("%+v: the rules say %q\n%s", c, got, s)
		}
	}
	if c.Action.Kind == DropBomb {
		var refused []Refusal
		c.Action.Range = uint8(c.MaxBomb + 1)
		s.Clone().Step([]Action{c.Action}, &refused)
		if len(refused) != 1 {
			t.Fatalf("%v is not refused", c.Action)
		}
	}
}

// checkAmong plays a choice that is refused in a random order with the actions of others: it stays refused.
func checkAmong(t *rapid.T, s *State, c Choice, others []Action, rng *rand.Rand) {
	if c.Refused == NotRefused {
		return
	}
	actions := slices.DeleteFunc(slices.Clone(others), func(a Action) bool { return a.Character == c.Action.Character })
	at := rng.IntN(len(actions) + 1)
	actions = slices.Insert(actions, at, c.Action)
	rng.Shuffle(len(actions), func(i, j int) {
		actions[i], actions[j] = actions[j], actions[i]
		switch at {
		case i:
			at = j
		case j:
			at = i
		}
	})
	var refused []Refusal
	s.Clone().Step(actions, &refused)
	for _, r := range refused {
		if r.Index == at && r.Reason == c.Refused {
			return
		}
	}
	t.Fatalf("%+v is not refused among %v\n%s", c, actions, s)
}

// TestLegalEnds: a caller that breaks off the loop gets no more choices, and after the last turn there are none.
func TestLegalEnds(t *testing.T) {
	s := NewState(testBoard(t, 37, 2, 3, 0))
	n := 0
	for range s.Legal(1) {
		if n++; n == 7 {
			break
		}
	}
	if n != 7 {
		t.Errorf("%d choices", n)
	}
	for c := range s.Legal(2) {
		t.Errorf("a player that is not there can choose %+v", c)
	}
	s.turn = s.board.lastTurn
	for c := range s.Legal(0) {
		t.Errorf("after the last turn: %+v", c)
	}
}

func TestLegalAllocatesNothing(t *testing.T) {
	s := NewState(testBoard(t, 37, 2, 3, 0))
	if n := testing.AllocsPerRun(10, func() {
		for c := range s.Legal(1) {
			if c.Action.Player != 1 {
				t.Error("another's action")
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestBlast compares AppendBlast with the rules: the cells that the explosion of a lone bomb covers.
func TestBlast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, _ := drawGame(t)
		c := Cell(rapid.IntRange(0, b.NumCells()-1).Draw(t, "cell"))
		reach := rapid.IntRange(MinBomb, MaxBomb).Draw(t, "range")
		p := NewState(b).Snapshot()
		if b.NumPlayers() == 0 {
			return
		}
		if b.SuddenDeath() {
			reach = rapid.IntRange(MinBomb, MaxSpecialBomb).Draw(t, "special range")
		}
		p.Bombs = []Bomb{{Cell: c, Colour: ColourOf(0), Range: reach, Delay: 1}}
		s, err := b.Restore(p)
		if err != nil {
			t.Fatal(err)
		}
		s.Step(nil, nil)
		var want []Cell
		for i := range s.NumExplosions() {
			at, _ := s.Explosion(i)
			want = append(want, at)
		}
		got := b.AppendBlast(nil, c, reach)
		if got[0] != c {
			t.Errorf("the first is %d, want %d", got[0], c)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("range %d: %v, want %v\n%s", reach, got, want, s)
		}
	})
}
