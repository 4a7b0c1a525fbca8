package hexabomb

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"blastyard/internal/stage"
)

// randomGame is a map of any cells (few or many, in pieces, with holes) with any numbers of players.
type randomGame struct {
	m       *Map
	players int
	special int
	seed    uint64
}

func drawGame(t *rapid.T) (*Board, randomGame) {
	side := rapid.IntRange(0, 5).Draw(t, "side")
	place := rapid.Custom(func(t *rapid.T) Coord {
		return Coord{rapid.IntRange(-side, side).Draw(t, "q"), rapid.IntRange(-side, side).Draw(t, "r")}
	})
	most := (2*side + 1) * (2*side + 1)
	cells := rapid.SliceOfNDistinct(place, 1, max(1, most*3/4), rapid.ID).Draw(t, "cells")
	g := randomGame{m: &Map{Cells: cells}, seed: rapid.Uint64().Draw(t, "seed")}
	seats := rapid.IntRange(1, min(12, len(cells))).Draw(t, "seats")
	each := rapid.IntRange(1, min(7, len(cells)/seats)).Draw(t, "characters")
	free := rapid.Permutation(cells).Draw(t, "starts")
	for range seats {
		g.m.Starts = append(g.m.Starts, free[:each])
		free = free[each:]
	}
	g.players = rapid.IntRange(0, seats).Draw(t, "players")
	if len(free) > 0 && rapid.Bool().Draw(t, "sudden death") {
		g.m.SpecialStarts = free[:rapid.IntRange(1, min(3, len(free))).Draw(t, "special characters")]
		g.special = 1
	}
	b, err := NewBoard(g.m, g.players, g.special)
	if err != nil {
		t.Fatal(err)
	}
	return b, g
}

// wildActions appends mostly invalid actions: wrong players, several for one character, unknown ids and words.
func wildActions(dst []Action, s *State, rng *rand.Rand) []Action {
	for range rng.IntN(2*s.board.NumCharacters() + 2) {
		a := Action{Character: uint16(rng.IntN(s.board.NumCharacters() + 2)), Kind: Kind(rng.IntN(NumKinds)), Direction: Direction(rng.IntN(NumDirections)),
			Range: uint8(1 + rng.IntN(6)), Delay: uint8(1 + rng.IntN(6)), Player: uint16(rng.IntN(s.board.NumPlayers() + 1))}
		if int(a.Character) < len(s.board.owners) && rng.IntN(4) > 0 {
			a.Player = s.board.owners[a.Character]
		}
		if s.board.Special(int(a.Player)) {
			a.Range, a.Delay = uint8(rng.IntN(12)), uint8(rng.IntN(12))
		}
		switch rng.IntN(60) {
		case 0:
			a.Kind = Kind(rng.IntN(256))
		case 1:
			a.Direction = Direction(rng.IntN(256))
		case 2:
			a.Character, a.Range, a.Delay = NoCharacter, 255, 100
		}
		dst = append(dst, a)
	}
	return dst
}

var drawActions = []func([]Action, *State, *rand.Rand) []Action{legalActions, randomActions, wildActions}

// checkAgainstReference plays turns and compares everything with the reference after each.
func checkAgainstReference(t rapid.TB, b *Board, g randomGame, turns int) {
	t.Helper()
	checkTurns(t, b, g, turns, anyActions)
}

// anyActions appends random actions of one of the kinds of drawActions.
func anyActions(dst []Action, s *State, rng *rand.Rand) []Action {
	return drawActions[rng.IntN(len(drawActions))](dst, s, rng)
}

// checkTurns is checkAgainstReference with actions of its own.
func checkTurns(t rapid.TB, b *Board, g randomGame, turns int, draw func([]Action, *State, *rand.Rand) []Action) {
	t.Helper()
	s, ref := NewState(b), newReference(b.Version(), g.m, g.players, g.special)
	rng := rand.New(rand.NewPCG(g.seed, 1))
	for range turns {
		actions := draw(nil, s, rng)
		before := s.String()
		var refused []Refusal
		s.Step(actions, &refused)
		ref.step(actions)
		got, want := s.Snapshot(), ref.snapshot(b)
		sortExplosions(got.Explosions)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("turn %d (-want +got):\n%s\nbefore:\n%sactions: %v\nafter:\n%s", s.Turn(), diff, before, actions, s)
		}
		if s.Winner() != ref.winner() {
			t.Fatalf("turn %d: winner %d, want %d\n%s", s.Turn(), s.Winner(), ref.winner(), s)
		}
		checkRefusals(t, actions, refused, ref.refusedThen)
		checkInvariants(t, s)
	}
}

// checkRefusals compares what was refused and why. For a character that is not its own a player may send several
// actions: each is refused for that reason, not as a repetition.
func checkRefusals(t rapid.TB, actions []Action, refused []Refusal, want map[int]Reason) {
	t.Helper()
	got := map[int]Reason{}
	for _, f := range refused {
		if f.Action != actions[f.Index] {
			t.Fatalf("refusal %+v is not of action %+v", f, actions[f.Index])
		}
		got[f.Index] = f.Reason
		if want[f.Index] == Repeated && (f.Reason == NoSuchCharacter || f.Reason == NotYours) {
			got[f.Index] = Repeated
		}
	}
	if len(got) != len(refused) || !cmp.Equal(got, want) {
		t.Fatalf("refused %v, want %v\nactions %v", refused, want, actions)
	}
}

// checkInvariants checks what holds after every turn.
func checkInvariants(t rapid.TB, s *State) {
	t.Helper()
	b := s.Board()
	living, bombs := make([]int, b.NumCells()), make([]int, b.NumCells())
	for i := range b.NumCharacters() {
		c := s.Character(i)
		if c.Alive {
			living[c.Cell]++
			if s.Colour(c.Cell) != ColourOf(b.Owner(i)) {
				t.Fatalf("character %d stands on colour %d\n%s", i, s.Colour(c.Cell), s)
			}
		}
		if !c.Alive && b.Special(b.Owner(i)) || c.BombCount < 0 || c.BombCount > MaxBombCount || c.ReviveDelay < -1 || c.ReviveDelay > 3 || c.Alive != (c.ReviveDelay < 0) {
			t.Fatalf("character %d: %+v", i, c)
		}
	}
	for i := range s.NumBombs() {
		x := s.Bomb(i)
		bombs[x.Cell]++
		if s.Colour(x.Cell) != x.Colour {
			t.Fatalf("bomb %+v stands on colour %d\n%s", x, s.Colour(x.Cell), s)
		}
	}
	counts := make([]int, b.NumPlayers()+1)
	for c := range Cell(b.NumCells()) {
		counts[s.Colour(c)]++
		if living[c] > 1 || bombs[c] > 1 || s.Occupied(c) != (living[c] == 1) || s.HasBomb(c) != (bombs[c] == 1) || s.Empty(c) != (living[c]+bombs[c] == 0) {
			t.Fatalf("cell %d: %d living, %d bombs; the state says %v, %v, %v\n%s", c, living[c], bombs[c], s.Occupied(c), s.HasBomb(c), s.Empty(c), s)
		}
	}
	for p := range b.NumPlayers() {
		first, end := b.Characters(p)
		alive := 0
		for i := first; i < end; i++ {
			if s.Character(i).Alive {
				alive++
			}
		}
		if b.Version() == V2018 && counts[p+1] == 0 {
			counts[p+1] = s.CellCount(p) // the last one above 0
		}
		if s.CellCount(p) != counts[p+1] || s.Living(p) != alive {
			t.Fatalf("player %d: %d cells, %d alive; recounted %d, %d\n%s", p, s.CellCount(p), s.Living(p), counts[p+1], alive, s)
		}
	}
}

func TestAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, g := drawGame(t)
		checkAgainstReference(t, b, g, 40)
	})
}

// TestAgainstReferenceLong plays fewer boards for longer: those of the benchmarks, and in sudden death.
func TestAgainstReferenceLong(t *testing.T) {
	for _, size := range []struct{ cells, players, characters, special int }{{37, 6, 1, 0}, {91, 4, 3, 1}, {19, 2, 2, 1}, {7, 3, 2, 0}} {
		b := testBoard(t, size.cells, size.players, size.characters, size.special)
		m := &Map{Cells: b.coords}
		for p := range b.NumPlayers() {
			first, end := b.Characters(p)
			var starts []Coord
			for i := first; i < end; i++ {
				starts = append(starts, b.Coord(b.Start(i)))
			}
			if b.Special(p) {
				m.SpecialStarts = starts
			} else {
				m.Starts = append(m.Starts, starts)
			}
		}
		turns := 1500
		if !stage.All() {
			turns = 400
		}
		checkAgainstReference(t, b, randomGame{m: m, players: size.players, special: size.special, seed: 5}, turns)
	}
}

// TestBlastIsSymmetric: a bomb on one cell covers another iff a bomb of the same range on that one covers the first.
func TestBlastIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, _ := drawGame(t)
		if b.NumPlayers() == 0 {
			t.Skip("nobody has a bomb")
		}
		reach := rapid.IntRange(2, 4).Draw(t, "range")
		if b.SuddenDeath() {
			reach = rapid.SampledFrom([]int{5, 7, 100}).Draw(t, "special range")
		}
		n := b.NumCells()
		covers := make([]bool, n*n)
		for from := range n {
			p := NewState(b).Snapshot()
			p.Bombs = []Bomb{{Cell: Cell(from), Colour: 1, Range: reach, Delay: 1}}
			s, err := b.Restore(p)
			if err != nil {
				t.Fatal(err)
			}
			s.Step(nil, nil)
			for i := range s.NumExplosions() {
				c, _ := s.Explosion(i)
				covers[from*n+int(c)] = true
			}
		}
		for i, covered := range covers {
			from, to := i/n, i%n
			if covered != covers[to*n+from] || from == to && !covered {
				t.Fatalf("range %d: %v covers %v: %v; back: %v", reach, b.Coord(Cell(from)), b.Coord(Cell(to)), covered, covers[to*n+from])
			}
		}
	})
}

// TestCopies: a step changes only the state on which it is called.
func TestCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, g := drawGame(t)
		rng := rand.New(rand.NewPCG(g.seed, 2))
		s, spare := NewState(b), NewState(b)
		for range 20 {
			actions := drawActions[rng.IntN(len(drawActions))](nil, s, rng)
			given, before := slices.Clone(actions), s.String()
			clone := s.Clone()
			spare.CopyFrom(s)
			clone.Step(actions, nil)
			if s.String() != before || !s.Equal(spare) {
				t.Fatalf("a step of the copy changed the original\n%s\nto\n%s", before, s)
			}
			s.Step(actions, nil)
			spare.Step(actions, &[]Refusal{})
			if !slices.Equal(actions, given) {
				t.Fatalf("a step changed the actions %v to %v", given, actions)
			}
			if !s.Equal(clone) || !s.Equal(spare) || s.String() != clone.String() || s.String() != spare.String() {
				t.Fatalf("the same step of copies gave\n%s\n%s\n%s", s, clone, spare)
			}
		}
	})
}

func TestTheDeadStayDeadInSuddenDeath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, g := drawGame(t)
		if !b.SuddenDeath() {
			t.Skip("not sudden death")
		}
		rng := rand.New(rand.NewPCG(g.seed, 3))
		s := NewState(b)
		dead := make([]bool, b.NumCharacters())
		for range 60 {
			s.Step(drawActions[rng.IntN(len(drawActions))](nil, s, rng), nil)
			for i := range dead {
				if alive := s.Character(i).Alive; dead[i] && alive {
					t.Fatalf("character %d came back\n%s", i, s)
				} else {
					dead[i] = !alive
				}
			}
		}
	})
}

// TestTextRoundTrip: a state of any game can be drawn and read back, and a snapshot restores it.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, g := drawGame(t)
		rng := rand.New(rand.NewPCG(g.seed, 4))
		s := NewState(b)
		if m, err := ParseMap(g.m.String()); err != nil || !slices.EqualFunc(m.Starts, g.m.Starts, slices.Equal) || !slices.Equal(m.SpecialStarts, g.m.SpecialStarts) {
			t.Fatalf("map\n%s\nread back as\n%s\n%v", g.m, m, err)
		}
		for range 20 {
			s.Step(drawActions[rng.IntN(len(drawActions))](nil, s, rng), nil)
			back, err := b.ParseState(s.String())
			if err != nil || !back.Equal(s) {
				t.Fatalf("read back as\n%s\n(%v), want\n%s", back, err, s)
			}
			restored, err := b.Restore(s.Snapshot())
			if err != nil || !restored.Equal(s) {
				t.Fatalf("restored\n%s\n(%v), want\n%s", restored, err, s)
			}
			actions := wildActions(nil, s, rng)
			s.Step(actions, nil)
			back.Step(actions, nil)
			restored.Step(actions, nil)
			if !s.Equal(back) || !s.Equal(restored) {
				t.Fatalf("the same step gave\n%s\n%s\n%s", s, back, restored)
			}
		}
	})
}
