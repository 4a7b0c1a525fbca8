package games

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
)

// lineMap returns a row of cells, with two players of two characters at its ends and a special start in the middle.
func lineMap(length int) *hexabomb.Map {
	m := &hexabomb.Map{}
	for q := range length {
		m.Cells = append(m.Cells, hexabomb.Coord{Q: q - 2, R: 1})
	}
	m.Starts = [][]hexabomb.Coord{{m.Cells[0], m.Cells[1]}, {m.Cells[length-1], m.Cells[length-2]}}
	m.SpecialStarts = []hexabomb.Coord{m.Cells[length/2]}
	return m
}

func newBoard(t *testing.T, m *hexabomb.Map, special int) *hexabomb.Board {
	t.Helper()
	b, err := hexabomb.NewBoard(m, len(m.Starts), special)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPictureHexabomb(t *testing.T) {
	s := hexabomb.NewState(newBoard(t, lineMap(7), 0))
	bomb := hexabomb.Action{Player: 0, Character: 1, Kind: hexabomb.DropBomb, Range: 2, Delay: 2}
	for range 2 {
		s.Step([]hexabomb.Action{bomb, {Player: 1, Character: 3, Direction: hexabomb.XMinus}}, nil)
	}
	seats := []viewer.Seat{{Name: "one", Connected: true, Micros: 250}}
	var f viewer.Frame
	PictureHexabomb(&f, s, 50, seats)
	want := viewer.Frame{Shape: viewer.Hexagon, Turn: 2, Turns: 50, Legend: &hexabombLegend,
		Cells: []viewer.Cell{{X: -2, Y: 1, Owner: 1}, {X: -1, Y: 1, Owner: 1}, {X: 0, Y: 1}, {X: 1, Y: 1, Owner: 2}, {X: 2, Y: 1, Owner: 2}, {X: 3, Y: 1, Owner: 2}, {X: 4, Y: 1, Owner: 2}},
		Tokens: []viewer.Token{{ID: 0, Cell: 0, Alive: true, Revival: viewer.NoRevival, Bombs: 1}, {ID: 1, Cell: 1, Alive: true, Revival: viewer.NoRevival},
			{ID: 2, Player: 1, Cell: 6, Alive: true, Revival: viewer.NoRevival, Bombs: 1}, {ID: 3, Player: 1, Cell: 3, Alive: true, Revival: viewer.NoRevival, Bombs: 1}},
		Bombs: []viewer.Bomb{{Cell: 1, Owner: 1, Timer: 1, Range: 2}}, Explosions: []viewer.Explosion{}, Events: []viewer.Event{},
		Players: []viewer.Player{{ID: 0, Name: "one", Score: 4, Cells: 2, Share: 2.0 / 7, Characters: 2, Living: 2, Bombs: 1, Connected: true, Micros: 250},
			{ID: 1, Score: 7, Cells: 4, Share: 4.0 / 7, Characters: 2, Living: 2, Bombs: 2, Micros: viewer.NoTime}}}
	compare(t, want, f)

	before := f.Clone()
	s.Step(nil, nil)
	PictureHexabomb(&f, s, 50, seats)
	want.Turn, want.Bombs = 3, []viewer.Bomb{}
	want.Explosions = []viewer.Explosion{{Cell: 0, Owner: 1}, {Cell: 1, Owner: 1}, {Cell: 2, Owner: 1}, {Cell: 3, Owner: 1}}
	for i := range 4 {
		want.Cells[i].Owner = 1
	}
	for _, i := range []int{0, 1, 3} {
		want.Tokens[i].Alive, want.Tokens[i].Revival = false, 3
	}
	want.Players[0] = viewer.Player{ID: 0, Name: "one", Score: 8, Cells: 4, Share: 4.0 / 7, Characters: 2, Connected: true, Micros: 250}
	want.Players[1] = viewer.Player{ID: 1, Score: 10, Cells: 3, Share: 3.0 / 7, Characters: 2, Living: 1, Bombs: 1, Micros: viewer.NoTime}
	compare(t, want, f)

	f.AddEvents(&before)
	compare(t, []viewer.Event{
		{Turn: 3, Kind: viewer.DeathEvent, Player: 0, Text: "A killed its own A0 and A1"},
		{Turn: 3, Kind: viewer.DeathEvent, Player: 1, Text: "A killed B3"},
		{Turn: 3, Kind: viewer.PlayerEvent, Player: 0, Text: "A has no living character left"},
	}, f.Events)
}

func compare(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSuddenDeath(t *testing.T) {
	s := hexabomb.NewState(newBoard(t, lineMap(9), 1))
	for turn := range 5 {
		s.Step([]hexabomb.Action{{Player: 0, Character: 0, Kind: hexabomb.DropBomb, Range: 50, Delay: uint8(4 - turn%2)}}, nil)
	}
	var f viewer.Frame
	PictureHexabomb(&f, s, 0, nil)
	if !f.Players[0].Special || !f.Tokens[0].Special || f.Players[1].Special || f.Tokens[1].Special {
		t.Error("the special player is not marked")
	}
	for _, token := range f.Tokens {
		if token.Alive != token.Special || token.Revival != viewer.NoRevival {
			t.Errorf("%+v", token)
		}
	}
	compare(t, []int{1, 2, 0}, f.Ranking())
}

// TestFramesAreReused: a reused frame equals a new one, and filling it allocates nothing.
func TestFramesAreReused(t *testing.T) {
	b := newBoard(t, lineMap(30), 0)
	s := hexabomb.NewState(b)
	random := rand.New(rand.NewPCG(1, 1))
	seats := []viewer.Seat{{Name: "a"}, {Name: "b", Note: "late"}}
	var reused viewer.Frame
	for range 200 {
		var actions []hexabomb.Action
		for id := range b.NumCharacters() {
			a := hexabomb.Action{Player: uint16(b.Owner(id)), Character: uint16(id), Kind: hexabomb.Kind(random.IntN(3)), Range: 3, Delay: 3}
			a.Direction = hexabomb.Direction(random.IntN(6))
			actions = append(actions, a)
		}
		s.Step(actions, nil)
		var fresh viewer.Frame
		PictureHexabomb(&fresh, s, 200, seats)
		PictureHexabomb(&reused, s, 200, seats)
		if diff := cmp.Diff(fresh, reused, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-new +reused):\n%s", diff)
		}
		sum := 0.0
		for _, p := range reused.Players {
			sum += p.Share
		}
		if sum > 1+1e-9 || math.IsNaN(sum) {
			t.Fatalf("shares add up to %v", sum)
		}
	}
	if n := testing.AllocsPerRun(100, func() { PictureHexabomb(&reused, s, 200, seats) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPictureHexabomb(b *testing.B) {
	board, err := hexabomb.NewBoard(lineMap(415), 2, 0)
	if err != nil {
		b.Fatal(err)
	}
	s := hexabomb.NewState(board)
	var f viewer.Frame
	b.ReportAllocs()
	for b.Loop() {
		PictureHexabomb(&f, s, 100, nil)
	}
}
