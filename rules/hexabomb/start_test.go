package hexabomb

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestStart: the ids, the colours and the other values at the start of a game.
func TestStart(t *testing.T) {
	m, err := ParseMap("b1  a1  @0  .\n  .   .   .   .\n    .   @1  a0  b0")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name             string
		players, special int
		owners           string // by character
		state            string
	}{
		{"classical", 2, 0, "0 0 1 1", "b1  a1  .   .\n  .   .   .   .\n    .   .   a0  b0\n"},
		{"the first entries are used", 1, 0, "0 0", ".   a1  .   .\n  .   .   .   .\n    .   .   a0  .\n"},
		{"no players", 0, 0, "", ". . . .\n . . . .\n  . . . .\n"},
		{"sudden death", 2, 1, "0 0 1 1 2 2", "b1  a1  @0  .\n  .   .   .   .\n    .   @1  a0  b0\n"},
		{"sudden death, some", 1, 1, "0 0 1 1", ".   a1  @0  .\n  .   .   .   .\n    .   @1  a0  .\n"},
		{"sudden death, alone", 0, 1, "0 0", ".   .   @0  .\n  .   .   .   .\n    .   @1  .   .\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := NewBoard(m, c.players, c.special)
			if err != nil {
				t.Fatal(err)
			}
			s := NewState(b)
			if got := s.String(); got != c.state {
				t.Errorf("starts as\n%s\nwant\n%s", got, c.state)
			}
			owners := ""
			for i := range b.NumCharacters() {
				owners += " " + string(rune('0'+b.Owner(i)))
				if s.Character(i) != (Character{Cell: b.Start(i), Alive: true, ReviveDelay: -1, BombCount: 1}) {
					t.Errorf("character %d starts as %+v", i, s.Character(i))
				}
			}
			if strings.TrimSpace(owners) != c.owners {
				t.Errorf("owners%s, want %s", owners, c.owners)
			}
			for p := range b.NumPlayers() {
				if s.CellCount(p) != 2 || s.Score(p) != 0 || s.Living(p) != 2 {
					t.Errorf("player %d starts with %d cells, %d points, %d characters", p, s.CellCount(p), s.Score(p), s.Living(p))
				}
			}
			checkInvariants(t, s)
		})
	}
}

// TestRestoreRefuses: snapshots that no game can be in.
func TestRestoreRefuses(t *testing.T) {
	s, err := ParseState("@0    a0*22 .+b0! .")
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(p *Snapshot){
		"a turn before the start":      func(p *Snapshot) { p.Turn = -1 },
		"a turn too late":              func(p *Snapshot) { p.Turn = MaxTurn + 1 },
		"a colour too few":             func(p *Snapshot) { p.Colours = p.Colours[1:] },
		"a colour that nobody has":     func(p *Snapshot) { p.Colours[3] = 4 },
		"a character too many":         func(p *Snapshot) { p.Characters = append(p.Characters, p.Characters[0]) },
		"a character off the board":    func(p *Snapshot) { p.Characters[1].Cell = 4 },
		"two on a cell":                func(p *Snapshot) { p.Characters[1].Cell = 0 },
		"less than no bomb":            func(p *Snapshot) { p.Characters[1].BombCount = -1 },
		"too many bombs":               func(p *Snapshot) { p.Characters[2].BombCount = 3 },
		"a living one that waits":      func(p *Snapshot) { p.Characters[1].ReviveDelay = 0 },
		"a dead one that does not":     func(p *Snapshot) { p.Characters[2].ReviveDelay = -1 },
		"a dead one that waits long":   func(p *Snapshot) { p.Characters[2].ReviveDelay = 4 },
		"a special one that died":      func(p *Snapshot) { p.Characters[0] = Character{Cell: 0} },
		"a bomb off the board":         func(p *Snapshot) { p.Bombs[0].Cell = 9 },
		"two bombs on a cell":          func(p *Snapshot) { p.Bombs = append(p.Bombs, p.Bombs[0]) },
		"a neutral bomb":               func(p *Snapshot) { p.Bombs[0].Colour = 0 },
		"a bomb of nobody":             func(p *Snapshot) { p.Bombs[0].Colour = 4 },
		"a bomb that is over":          func(p *Snapshot) { p.Bombs[0].Delay = 0 },
		"a bomb of long delay":         func(p *Snapshot) { p.Bombs[0].Delay = 5 },
		"a bomb of small range":        func(p *Snapshot) { p.Bombs[0].Range = 1 },
		"a bomb of long range":         func(p *Snapshot) { p.Bombs[0].Range = 5 },
		"a special bomb of long range": func(p *Snapshot) { p.Bombs[0].Colour, p.Bombs[0].Range = 1, 101 },
		"an explosion off the board":   func(p *Snapshot) { p.Explosions[0].Cell = 4 },
		"an explosion of nobody":       func(p *Snapshot) { p.Explosions[0].Colour = 4 },
		"two explosions on a cell":     func(p *Snapshot) { p.Explosions = append(p.Explosions, p.Explosions[0]) },
		"a score too few":              func(p *Snapshot) { p.Scores = p.Scores[1:] },
		"a score below 0":              func(p *Snapshot) { p.Scores[1] = -1 },
		"a score too high":             func(p *Snapshot) { p.Scores[1] = math.MaxInt },
	} {
		p := s.Snapshot()
		spoil(&p)
		if _, err := s.Board().Restore(p); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v, want an error that is ErrSnapshot", name, err)
		}
	}
}

// TestCopyFromAnotherBoard: a state of another board is not copied, because its memory has another layout.
func TestCopyFromAnotherBoard(t *testing.T) {
	a, b := testBoard(t, 7, 1, 1, 0), testBoard(t, 7, 1, 1, 0)
	if NewState(a).Equal(NewState(b)) {
		t.Error("states of two boards are equal")
	}
	defer func() {
		if recover() == nil {
			t.Error("a copy between boards went through")
		}
	}()
	NewState(a).CopyFrom(NewState(b))
}

// TestWords: what actions, directions and reasons are called in messages.
func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		Action{Character: 3, Kind: Move, Direction: YMinus}.String():      "character 3: move y-",
		Action{Character: 3, Kind: DropBomb, Range: 4, Delay: 2}.String(): "character 3: bomb of range 4, delay 2",
		Action{Character: 3, Kind: Revive}.String():                       "character 3: revive",
		Action{Character: NoCharacter, Kind: Revive}.String():             "character that cannot be: revive",
		Action{Character: 3, Kind: 9}.String():                            "character 3: Kind(9)",
		Action{Character: 3, Kind: Move, Direction: 6}.String():           "character 3: move Direction(6)",
		Reason(200).String(): "Reason(200)",
		Refusal{Action: Action{}, Reason: TooEarly}.Reason.String(): "the revive delay is not over",
		(Coord{-1, 2}).String():               "(q=-1, r=2)",
		(Coord{2, -3}).Add(YPlus, 2).String(): "(q=4, r=-5)",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for d := range Direction(NumDirections) {
		if c := (Coord{5, 6}); c.Add(d, 3).Add(d.Opposite(), 3) != c || c.Distance(c.Add(d, 3)) != 3 {
			t.Errorf("%v there and back leads elsewhere", d)
		}
	}
	for r := range numReasons {
		if r.String() == "" {
			t.Errorf("reason %d has no text", r)
		}
	}
}
