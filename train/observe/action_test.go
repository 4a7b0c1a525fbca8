package observe

import (
	"strings"
	"testing"

	"blastyard/internal/vectors"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// TestActionsOfRecordedGames: an action of the original's games equals the action with its number. Actions without a
// number are bombs that only a special player, or nobody, may ask for.
func TestActionsOfRecordedGames(t *testing.T) {
	seen := map[uint8]int{}
	special := 0
	for _, v := range vectors.Hexabomb(t) {
		m, err := wire.DecodeMap(v.Map)
		if err != nil {
			t.Fatal(err)
		}
		b, err := hexabomb.NewBoard(m, v.Players, v.SpecialPlayers)
		if err != nil {
			t.Fatal(err)
		}
		for i := range v.Turns {
			for _, p := range v.Turns[i].PlayerActions {
				actions, err := wire.AppendActions(nil, p.Player, p.Actions, nil)
				if err != nil {
					continue
				}
				for _, a := range actions {
					number, ok := HexabombIndex(a)
					if !ok {
						special++
						if a.Kind != hexabomb.DropBomb || min(a.Range, a.Delay) >= 2 && max(a.Range, a.Delay) <= 4 {
							t.Fatalf("%v has no number", a)
						}
						continue
					}
					seen[number]++
					if int(a.Character) >= b.NumCharacters() || b.Owner(int(a.Character)) != p.Player {
						continue // refused: not this player's character
					}
					first, _ := b.Characters(p.Player)
					back, ok := HexabombAction(b, p.Player, int(a.Character)-first, number)
					if a.Kind != hexabomb.DropBomb {
						a.Range, a.Delay = 0, 0
					}
					if a.Kind != hexabomb.Move {
						a.Direction = 0
					}
					if !ok || back != a {
						t.Fatalf("%v is number %d, which is %v, %v", a, number, back, ok)
					}
				}
			}
		}
	}
	if len(seen) != numHexActions-1 || special == 0 {
		t.Errorf("numbers %v were seen, %d actions had none", seen, special)
	}
}

func TestNumbersOfActions(t *testing.T) {
	b := hexBoard(t, hexKinds[2])
	p, err := NewHexabombBoard(b, None, 1)
	if err != nil {
		t.Fatal(err)
	}
	names := p.Spec().Actions
	if len(names) != 17 {
		t.Fatalf("%d actions: %v", len(names), names)
	}
	for number := range uint8(len(names)) {
		a, ok := HexabombAction(b, 1, 2, number)
		if ok != (number > 0) {
			t.Errorf("number %d is an action: %v", number, ok)
		}
		if !ok {
			continue
		}
		if back, ok := HexabombIndex(a); !ok || back != number || a.Player != 1 || a.Character != 5 {
			t.Errorf("number %d is %v, which has number %d", number, a, back)
		}
		name := strings.NewReplacer("of ", "", ",", "").Replace(strings.TrimPrefix(a.String(), "character 5: "))
		if name != names[number] {
			t.Errorf("number %d is called %q, the action %q", number, names[number], name)
		}
	}
	for _, wrong := range []struct{ character, number int }{{2, 17}, {2, 255}, {3, 1}, {-1, 1}} {
		if a, ok := HexabombAction(b, 1, wrong.character, uint8(wrong.number)); ok {
			t.Errorf("number %d of character %d is %v", wrong.number, wrong.character, a)
		}
	}
	for number := range uint8(20) {
		c, ok := BombermanAction(number)
		if ok != (number > 0 && number < 7) || ok && BombermanIndex(c) != number {
			t.Errorf("number %d of Bomberman is %v, %v", number, c, ok)
		}
	}
	if BombermanIndex(bomberman.Command(200)) != 0 {
		t.Error("what is no command has a number")
	}
}

// TestFormsThatCannotBe: a board whose cells are far apart has no planes; a view of the wrong size panics.
func TestFormsThatCannotBe(t *testing.T) {
	m := hexabomb.Map{Cells: []hexabomb.Coord{{}, {Q: hexabomb.MaxCoord, R: -hexabomb.MaxCoord}},
		Starts: [][]hexabomb.Coord{{{}}}}
	b, err := hexabomb.NewBoard(&m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewHexabombBoard(b, Planes, 1); err == nil || !strings.Contains(err.Error(), "too far apart") {
		t.Errorf("planes of a board with cells far apart: %v", err)
	}
	p, err := NewHexabombBoard(b, Cells, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := newArrays(p.Spec(), 0)
	for _, try := range []func(){
		func() { p.Observer().View([]int{1}, a.memory()) },
		func() { p.Observer().View([]int{0, 0}, a.memory()) },
		func() { p.Observer().View([]int{0}, Memory{a.dst[1:], a.scalars, a.mask, a.legal}) },
		func() { p.Observer().View([]int{0}, a.memory()).Write() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("wrong use did not panic")
				}
			}()
			try()
		}()
	}
}
