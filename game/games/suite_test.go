package games_test

import (
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/gametest"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
)

// suites are the configurations of the suite for all games, including the game for tests.
func suites(tb testing.TB) map[string]gametest.Suite {
	tb.Helper()
	hexabomb, bomberman := games.Hexabomb(), games.Bomberman()
	onMap := func(name string, players, specials int) game.Setup {
		m, err := hexabomb.OpenMap(name)
		if err != nil {
			tb.Fatal(err)
		}
		return game.Setup{Map: m, Players: players, Specials: specials}
	}
	noise := []string{`[{"id":0,"movement":"move","direction":"x+"},{"id":0,"movement":"revive"},{"movement":5}]`,
		`[{"id":1,"movement":"bomb","bomb_range":3,"bomb_delay":2}, {"id":2,"movement":"bomb","bomb_range":9,"bomb_delay":2}]`,
		`[]`, `{}`, `[5]`, `[{"id":70000,"movement":"revive"}]`, `no JSON`, ` [ ] `}
	return map[string]gametest.Suite{
		"hexabomb": {Kind: hexabomb, Setup: onMap("yard", 4, 0), Turns: 25, Noise: noise,
			Bots: []string{"random", "greedy", "random", "idle"}},
		"hexabomb sudden death": {Kind: hexabomb, Setup: onMap("arena4", 3, 1), Turns: 12, Noise: noise,
			Bots: []string{"random", "random", "idle"}},
		"bomberman": {Kind: bomberman, Setup: game.Setup{Players: 4}, Turns: 40, Bots: []string{"random", "reference", "random", "idle"},
			Noise: []string{"5", "1", "2", "3", "4", "6", "0", "7", `"up"`, "up", " 3 "}},
		"lightcycles": {Kind: lightcycles.Kind(), Setup: game.Setup{Players: 4}, Turns: 20, Bots: []string{"careful", "careful", "careful", "straight"},
			Noise: []string{`["up"]`, `["left"]`, `["right"]`, "[]", `["up","up"]`, `"up"`, "{}", "no JSON", `["north"]`}},
		"race": {Kind: tinygame.Kind(), Setup: game.Setup{Players: 4}, Turns: 30, Bots: []string{"hopper", "hopper", "plodder", "hopper"},
			Noise: []string{"[2]", "[1]", "[4]", "[]", "[1,2]", "3", "{}", "no JSON"}},
	}
}

func TestGames(t *testing.T) {
	for name, s := range suites(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gametest.Run(t, s)
		})
	}
}
