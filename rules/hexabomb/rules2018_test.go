package hexabomb

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// board2018 is drawGame's board for the rules of 2018: one character a player, no special player.
func board2018(t *rapid.T) (*Board, randomGame) {
	_, g := drawGame(t)
	for p := range g.m.Starts {
		g.m.Starts[p] = g.m.Starts[p][:1]
	}
	g.special = 0
	b, err := V2018.NewBoard(g.m, g.players, 0)
	if err != nil {
		t.Fatal(err)
	}
	return b, g
}

// actions2018 appends random actions, many of them revivals on any cell and on none.
func actions2018(dst []Action, s *State, rng *rand.Rand) []Action {
	from := len(dst)
	dst = anyActions(dst, s, rng)
	for i := from; i < len(dst); i++ {
		if a := &dst[i]; a.Kind == Revive || rng.IntN(4) == 0 && !s.Character(int(a.Character)%s.board.NumCharacters()).Alive {
			*a = ReviveOn(int(a.Player), int(a.Character), Cell(rng.IntN(s.board.NumCells()+2)))
			if rng.IntN(9) == 0 {
				a.Range, a.Delay = 0, 0
			}
		}
	}
	return dst
}

// check2018Game plays turns of the rules of 2018 on the engine and on the reference.
func check2018Game(t rapid.TB, b *Board, g randomGame, turns int) {
	t.Helper()
	checkTurns(t, b, g, turns, actions2018)
}

func TestAgainstReference2018(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, g := board2018(t)
		if g.players > 0 {
			check2018Game(t, b, g, 60)
		}
	})
}

// FuzzAgainstReference2018 plays on boards that the fuzzer draws.
func FuzzAgainstReference2018(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		b, g := board2018(t)
		if g.players > 0 {
			check2018Game(t, b, g, 30)
		}
	}))
}

// TestAgainstReferenceLong2018 plays a crowded board for long.
func TestAgainstReferenceLong2018(t *testing.T) {
	t.Parallel()
	m := &Map{Cells: hexagon(2)}
	for _, c := range m.Cells[:8] {
		m.Starts = append(m.Starts, []Coord{c})
	}
	b, err := V2018.NewBoard(m, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	check2018Game(t, b, randomGame{m: m, players: 8, seed: 7}, 1000)
}

// TestTextRoundTrip2018: a state of 2018 can be drawn and read back, and restored from a snapshot, cell counts included.
func TestTextRoundTrip2018(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, g := board2018(t)
		if g.players == 0 {
			t.Skip("nobody plays")
		}
		rng := rand.New(rand.NewPCG(g.seed, 5))
		s, copied := NewState(b), NewState(b)
		for range 40 {
			s.Step(actions2018(nil, s, rng), nil)
			copied.CopyFrom(s)
			back, err := b.ParseState(s.String())
			if err != nil || !back.Equal(s) || !copied.Equal(s) {
				t.Fatalf("read back as\n%s\n(%v), copied as\n%s\nwant\n%s", back, err, copied, s)
			}
			restored, err := b.Restore(s.Snapshot())
			if err != nil || !restored.Equal(s) {
				t.Fatalf("restored\n%s\n(%v), want\n%s", restored, err, s)
			}
		}
	})
}

// TestLegal2018: a choice that Legal does not refuse is executed if no other character acts and none is in the way. A
// refused one is refused.
func TestLegal2018(t *testing.T) {
	t.Parallel()
	m := &Map{Cells: hexagon(2)}
	for _, c := range m.Cells[:5] {
		m.Starts = append(m.Starts, []Coord{c})
	}
	b, err := V2018.NewBoard(m, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 9))
	s, after := NewState(b), NewState(b)
	revivals := 0
	for range 200 {
		for p := range b.NumPlayers() {
			for c := range s.Legal(p) {
				after.CopyFrom(s)
				var refused []Refusal
				after.Step([]Action{c.Action}, &refused)
				if done := len(refused) == 0; done != (c.Refused == NotRefused && c.Blocker == NoBlocker) {
					t.Fatalf("%+v: refused %v\n%s", c, refused, s)
				} else if done && c.Action.Kind == Revive {
					revivals++
				}
			}
		}
		s.Step(actions2018(nil, s, rng), nil)
	}
	if revivals == 0 {
		t.Error("no revival was legal")
	}
}

// TestBombsOf2018: the only limit is one bomb for each cell, and after a bomb that is not allowed a later action
// counts.
func TestBombsOf2018(t *testing.T) {
	t.Parallel()
	m, err := ParseMap("a0  .   .   .   b0")
	if err != nil {
		t.Fatal(err)
	}
	b, err := V2018.NewBoard(m, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(b)
	bomb, move := Action{Kind: DropBomb, Range: 4, Delay: 4}, Action{Kind: Move, Direction: XPlus}
	s.Step([]Action{bomb}, nil)
	s.Step([]Action{{Kind: DropBomb, Range: 5, Delay: 2}, move}, nil)
	var refused []Refusal
	s.Step([]Action{bomb}, &refused)
	if s.NumBombs() != 2 || len(refused) > 0 || s.Character(0).BombCount != 1 {
		t.Errorf("%d bombs, refused %v\n%s", s.NumBombs(), refused, s)
	}
}

// TestNotIn2018: what the rules of 2018 do not have is refused.
func TestNotIn2018(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		m       string
		special int
		want    string
	}{
		{"a0 a1 b0 b1", 0, "each player has one character"},
		{"a0 b0 @0 c0", 1, "have no sudden death"},
	} {
		m, err := ParseMap(c.m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := V2018.NewBoard(m, 1, c.special); !errors.Is(err, ErrMap) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.m, err)
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	names := [...]string{"1.1", "2018"}
	for i, name := range names {
		v, err := ParseVersion(name)
		if err != nil || v.String() != name || int(v) != i {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
	if len(names) != NumVersions || V11.Number() != rulesVersion || V2018.Number() != 2018 {
		t.Error(NumVersions, V11.Number(), V2018.Number())
	}
	if _, err := ParseVersion("3"); err == nil || err.Error() != `unknown rules "3", expected 1.1 or 2018` {
		t.Error(err)
	}
}
