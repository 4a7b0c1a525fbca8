package hexabots

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"

	"pgregory.net/rapid"
)

func board(tb testing.TB, mapName string, players, specials int) *hexabomb.Board {
	tb.Helper()
	m, err := maps.Load(mapName)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := hexabomb.NewBoard(m, players, specials)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func TestNames(t *testing.T) {
	want := strings.Fields("drowsy expert ghost greedy hunter idle lost plotter prowler random sloppy stalker")
	if got := Names(); !slices.Equal(got, want) {
		t.Errorf("Names() is %v, want %v", got, want)
	}
	if For("nobody", false) {
		t.Error("an unknown bot can play")
	}
}

func TestNew(t *testing.T) {
	classical, sudden := board(t, "duel", 2, 0), board(t, "duel", 2, 1)
	for _, row := range []struct {
		name   string
		board  *hexabomb.Board
		player int
		want   string // of the error; empty: none
	}{
		{"greedy", classical, 0, ""},
		{"hunter", classical, 1, ""},
		{"idle", sudden, 0, ""},
		{"random", sudden, 0, ""},
		{"ghost", sudden, 0, ""},
		{"hunter", sudden, 2, ""},
		{"", classical, 0, `there is no bot ""; there are drowsy, expert, ghost, greedy, hunter, idle, lost, plotter, prowler, random, sloppy, stalker`},
		{"Greedy", classical, 0, `there is no bot "Greedy"`},
		{"idle", classical, 2, "player 2: the players are 0..1"},
		{"idle", classical, -1, "player -1"},
		{"ghost", classical, 0, "ghost cannot play for ordinary player 0; " +
			"drowsy, expert, greedy, hunter, idle, lost, plotter, prowler, random, sloppy, stalker can"},
		{"ghost", sudden, 1, "ghost cannot play for ordinary player 1"},
		{"hunter", sudden, 0, "hunter cannot play for special player 0; ghost, idle, random can"},
	} {
		bot, err := New(row.name, row.board, row.player, 1)
		if row.want == "" && (err != nil || bot == nil) || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("New(%q, player %d): %v, want %q", row.name, row.player, err, row.want)
		}
	}
}

// TestSameSeedSameGame plays games twice: same seed, same game; another seed, another one.
func TestSameSeedSameGame(t *testing.T) {
	for _, c := range []contest{
		{mapName: "yard", bots: []string{"hunter", "greedy", "random", "hunter"}, turns: 60, games: 3, seed: 1},
		{mapName: "duel", bots: []string{"hunter", "greedy"}, ghost: "ghost", turns: 60, games: 3, seed: 1},
		{mapName: "duel", bots: []string{"expert", "hunter"}, turns: 20, games: 1, seed: 1},
		{mapName: "duel", bots: []string{"expert", "hunter"}, ghost: "ghost", turns: 40, games: 1, seed: 1},
	} {
		b := board(t, c.mapName, len(c.bots), len(c.ghost)/5)
		other := c
		other.seed = 2
		for i := range c.games {
			first := c.play(t, b, len(c.ghost)/5, i)
			if !first.Equal(c.play(t, b, len(c.ghost)/5, i)) {
				t.Errorf("%v: game %d came out differently", c, i)
			}
			if first.Equal(other.play(t, b, len(c.ghost)/5, i)) {
				t.Errorf("%v: game %d came out the same with another seed", c, i)
			}
		}
	}
}

// TestStrength holds the order of the bots with few games; docs/bots.md has many.
func TestStrength(t *testing.T) {
	for _, row := range []struct {
		contest
		least int // games won by the first
	}{
		{contest{mapName: "duel", bots: []string{"greedy", "random"}, turns: 100, games: 40, seed: 1}, 38},
		{contest{mapName: "yard", bots: []string{"greedy", "random", "random", "random"}, turns: 100, games: 40, seed: 1}, 36},
		{contest{mapName: "duel", bots: []string{"random", "idle"}, turns: 100, games: 20, seed: 1}, 20},
		{contest{mapName: "duel", bots: []string{"hunter", "greedy"}, turns: 100, games: 20, seed: 1}, 17},
		{contest{mapName: "yard", bots: []string{"hunter", "greedy", "greedy", "greedy"}, turns: 100, games: 12, seed: 1}, 5},
		{contest{mapName: "duel", bots: []string{"expert", "hunter"}, turns: 100, games: 10, seed: 1}, 8},
		{contest{mapName: "yard", bots: []string{"expert", "hunter", "hunter", "hunter"}, turns: 60, games: 4, seed: 1}, 2},
	} {
		if got := row.run(t); got.wins[0] < row.least {
			t.Errorf("%v: %d of %d games won, want %d at least", row.contest, got.wins[0], row.games, row.least)
		}
	}
}

// TestGreedyOutlivesItsBombs plays greedy alone: nobody of it may die.
func TestGreedyOutlivesItsBombs(t *testing.T) {
	for _, mapName := range maps.Names() {
		for game := range 8 {
			b := board(t, mapName, 1, 0)
			bot, err := New("greedy", b, 0, uint64(game))
			if err != nil {
				t.Fatal(err)
			}
			bombs := 0
			for s := hexabomb.NewState(b); s.Turn() < 100; {
				s.Step(bot.Act(nil, s), nil)
				bombs += s.NumBombs()
				if s.Living(0) < b.NumCharacters() {
					t.Fatalf("%s, seed %d: a character died in turn %d", mapName, game, s.Turn())
				}
			}
			if bombs == 0 {
				t.Errorf("%s, seed %d: no bomb was dropped", mapName, game)
			}
		}
	}
}

// drawMap draws any map: few cells or many, connected or not, with every cell taken or most of them free.
func drawMap(t *rapid.T) *hexabomb.Map {
	coord := rapid.Custom(func(t *rapid.T) hexabomb.Coord {
		return hexabomb.Coord{Q: rapid.IntRange(-4, 4).Draw(t, "q"), R: rapid.IntRange(-4, 4).Draw(t, "r")}
	})
	cells := rapid.SliceOfNDistinct(coord, 1, 60, rapid.ID).Draw(t, "cells")
	players := rapid.IntRange(1, min(4, len(cells))).Draw(t, "players")
	characters := rapid.IntRange(1, min(4, len(cells)/players)).Draw(t, "characters")
	m, free := &hexabomb.Map{Cells: cells}, cells
	for range players {
		m.Starts = append(m.Starts, free[:characters])
		free = free[characters:]
	}
	m.SpecialStarts = free[:rapid.IntRange(0, min(3, len(free))).Draw(t, "specials")]
	return m
}

// TestAnyBoard plays all bots on any board: they act for their own characters only, once for each at most, and what they
// ask for is readable.
func TestAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		b, err := hexabomb.NewBoard(m, len(m.Starts), min(1, len(m.SpecialStarts)))
		if err != nil {
			t.Fatal(err)
		}
		bots := make([]Bot, b.NumPlayers())
		for p := range bots {
			var able []string
			for _, name := range Names() {
				if For(name, b.Special(p)) {
					able = append(able, name)
				}
			}
			if bots[p], err = New(rapid.SampledFrom(able).Draw(t, "bot"), b, p, rapid.Uint64().Draw(t, "seed")); err != nil {
				t.Fatal(err)
			}
		}
		s := hexabomb.NewState(b)
		for range rapid.IntRange(1, 120).Draw(t, "turns") {
			before := s.Clone()
			var actions []hexabomb.Action
			for p, bot := range bots {
				from := len(actions)
				actions = bot.Act(actions, s)
				if err := check(b, p, actions[from:]); err != nil {
					t.Fatalf("%T: %v", bot, err)
				}
			}
			if !s.Equal(before) {
				t.Fatal("a bot changed the state")
			}
			var refused []hexabomb.Refusal
			s.Step(actions, &refused)
			for _, r := range refused {
				if r.Reason != hexabomb.Occupied && r.Reason != hexabomb.BombHere {
					t.Fatalf("refused: %v of player %d: %v", r.Action, r.Action.Player, r.Reason)
				}
			}
		}
	})
}

func check(b *hexabomb.Board, player int, actions []hexabomb.Action) error {
	seen := map[uint16]bool{}
	for _, a := range actions {
		if int(a.Player) != player || int(a.Character) >= b.NumCharacters() || b.Owner(int(a.Character)) != player || seen[a.Character] {
			return fmt.Errorf("player %d: action %+v of %v", player, a, actions)
		}
		seen[a.Character] = true
	}
	return nil
}

func TestActAllocatesNothing(t *testing.T) {
	for _, name := range Names() {
		specials := 0
		if For(name, true) && !For(name, false) {
			specials = 1
		}
		b := board(t, "yard", 4, specials)
		bot, err := New(name, b, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := hexabomb.NewState(b)
		actions := bot.Act(make([]hexabomb.Action, 0, 16), s)
		for range 50 { // warm up
			actions = bot.Act(actions[:0], s)
			s.Step(actions, nil)
		}
		if n := testing.AllocsPerRun(20, func() { actions = bot.Act(actions[:0], s) }); n > 0 {
			t.Errorf("%s: %v allocations a turn", name, n)
		}
	}
}
