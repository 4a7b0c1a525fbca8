package games_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
	"blastyard/rules/bomberman"
)

func TestFindTellsWhichGamesThereAre(t *testing.T) {
	for _, k := range games.All() {
		if found, err := game.Find(games.All(), k.Name); err != nil || found.Name != k.Name {
			t.Errorf("%s: found %v, %v", k.Name, found, err)
		}
	}
	if _, err := game.Find(games.All(), "chess"); err == nil || err.Error() != `unknown game "chess", expected hexabomb or bomberman` {
		t.Errorf("chess: %v", err)
	}
}

// TestFitSeed: a valid seed stays unchanged, from the smallest to the largest. Any other number gives a valid one.
func TestFitSeed(t *testing.T) {
	least := math.MinInt32
	for _, c := range []struct {
		kind       *game.Kind
		seed, want uint64
	}{
		{games.Bomberman(), uint64(least), uint64(least)},
		{games.Bomberman(), uint64(least - 1), math.MaxInt32},
		{games.Bomberman(), math.MaxInt32, math.MaxInt32},
		{games.Bomberman(), math.MaxInt32 + 1, 0},
		{games.Bomberman(), 0, 0},
		{games.Hexabomb(), math.MaxUint64, math.MaxUint64},
		{games.Hexabomb(), 0, 0},
	} {
		if got := c.kind.FitSeed(c.seed); got != c.want {
			t.Errorf("%s: seed %d becomes %d, expected %d", c.kind.Name, int64(c.seed), int64(got), int64(c.want))
		}
	}
}

func TestNoMatchWithoutASetup(t *testing.T) {
	hexabomb, bomberman := games.Hexabomb(), games.Bomberman()
	tiny, err := hexabomb.OpenMap("tiny")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind  *game.Kind
		setup game.Setup
		want  string
	}{
		{hexabomb, game.Setup{Players: 2}, "map.file is missing"},
		{hexabomb, game.Setup{Players: 2, Map: game.Map{File: json.RawMessage(`{}`)}}, "map.file: map refused: field cells is missing"},
		{hexabomb, game.Setup{Players: 2, State: json.RawMessage(`{"cells":[{"q":0,"r":0}],"characters":[{"id":1}]}`)}, "state: characters[0].id is 1, expected 0"},
		{hexabomb, game.Setup{Players: 7, Map: tiny}, "7 players, but the map has room for 0 to 6"},
		{hexabomb, game.Setup{Players: 2, Specials: 2, Map: tiny}, "2 special players asked for"},
		{hexabomb, game.Setup{Players: -1, State: json.RawMessage(`{}`)}, "-1 players"},
		{hexabomb, game.Setup{Players: 1, Specials: 2, Map: tiny}, "1 players, 2 of them special"},
		{bomberman, game.Setup{Players: -1}, "-1 players"},
		{bomberman, game.Setup{Players: 1}, "1 players, expected 2 to 12"},
		{bomberman, game.Setup{Players: 2, Specials: 1}, "1 special players, expected none"},
		{bomberman, game.Setup{Players: 2, Map: game.Map{Settings: json.RawMessage(`{"BombBags":1}`)}}, `map.settings: there is no key "BombBags"; did you mean BombBag?`},
		{bomberman, game.Setup{Players: 2, Map: game.Map{Settings: json.RawMessage(`{"BombBag":0}`)}}, "BombBag is 0, expected 1 to 100"},
	} {
		if _, err := c.kind.New(c.setup); !errors.Is(err, game.ErrSetup) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %+v: %v, expected ErrSetup with %q", c.kind.Name, c.setup, err, c.want)
		}
	}
}

func TestMapsOfHexabomb(t *testing.T) {
	hexabomb := games.Hexabomb()
	usual, err := hexabomb.OpenMap("")
	if err != nil || usual.Name != "yard" || hexabomb.Seats(usual) != 4 {
		t.Fatalf("the default map is %s for %d players, %v; expected yard for 4", usual.Name, hexabomb.Seats(usual), err)
	}
	file := filepath.Join(t.TempDir(), "small.json")
	if err := os.WriteFile(file, []byte(`{"cells":[{"q":0,"r":0},{"q":1,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	small, err := hexabomb.OpenMap(file)
	if err != nil || small.Name != file || hexabomb.Seats(small) != 1 {
		t.Errorf("the map of a file is %s for %d players, %v", small.Name, hexabomb.Seats(small), err)
	}
	if _, err := hexabomb.OpenMap("nosuchmap"); err == nil || !strings.Contains(err.Error(), "yard") {
		t.Errorf("nosuchmap: %v, expected the names of the maps", err)
	}
	if n := hexabomb.Seats(game.Map{File: json.RawMessage(`{}`)}); n != 0 {
		t.Errorf("a broken map has %d seats", n)
	}
	m, err := hexabomb.New(game.Setup{Map: usual, Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	from, err := hexabomb.New(game.Setup{State: m.AppendState(nil), Players: 2})
	if err != nil || from.Hash() != m.Hash() {
		t.Errorf("a match made from the state at the start of another is not the same: %v", err)
	}
}

// TestSeedsOfBomberman: seeds of old folders have a sign. Seeds of series are longer than the map's; their lowest 31
// bits count.
func TestSeedsOfBomberman(t *testing.T) {
	kind := games.Bomberman()
	hash := func(seed uint64) game.Hash {
		m, err := kind.New(game.Setup{Players: 4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.State().(*bomberman.State).Map().Seed; seed <= math.MaxInt32 && uint64(got) != seed {
			t.Errorf("seed %d gave the map of seed %d", seed, got)
		}
		return m.Hash()
	}
	negative := int64(-5)
	if hash(uint64(negative)) == hash(uint64(negative)&math.MaxInt32) {
		t.Error("seed -5 lost its sign")
	}
	const long = 0x1234_5678_9abc_def0
	if hash(long) != hash(long&math.MaxInt32) {
		t.Error("of a long seed more than the lowest 31 bits count")
	}
}

// TestTurnsAllocateNothing: built-in bots and Play allocate nothing once their lists have grown.
func TestTurnsAllocateNothing(t *testing.T) {
	for name, s := range suites(t) {
		if s.Kind.Name == tinygame.Name || s.Kind.Name == lightcycles.Name {
			continue // they are written for brevity
		}
		m, err := s.Kind.New(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, m.Players())
		bots := make([]game.Bot, m.Players())
		for p := range bots {
			order[p] = p
			if bots[p], err = m.Bot("random", p, 7); err != nil {
				t.Fatal(err)
			}
		}
		turn := func() {
			for _, b := range bots {
				b.Act(m)
			}
			m.Play(order, false)
			m.Hash()
		}
		for range 50 {
			turn()
		}
		if n := testing.AllocsPerRun(50, turn); n != 0 {
			t.Errorf("%s: %v allocations a turn", name, n)
		}
	}
}

// TestOfState: a state identifies its game, if that draws boards from JSON.
func TestOfState(t *testing.T) {
	kinds := append(games.All(), tinygame.Kind(), lightcycles.Kind())
	for name, s := range suites(t) {
		m, err := s.Kind.New(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		want := s.Kind.Name
		if s.Kind.Draw == nil {
			want = ""
		}
		got := ""
		if k := game.OfState(kinds, m.AppendState(nil)); k != nil {
			got = k.Name
		}
		if got != want {
			t.Errorf("%s: its state is taken for one of %q, expected %q", name, got, want)
		}
	}
	if k := game.OfState(kinds, []byte(`{"pawns":[16]}`)); k != nil {
		t.Errorf("pawns are taken for %s", k.Name)
	}
}
