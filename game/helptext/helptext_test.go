package helptext

import (
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/lightcycles"
)

// TestTexts: the texts say what the games have, whichever they are.
func TestTexts(t *testing.T) {
	all := append(games.All(), lightcycles.Kind())
	only := []*game.Kind{lightcycles.Kind()}
	for _, row := range []struct{ got, want string }{
		{Names(all, "|"), "hexabomb|bomberman|lightcycles"},
		{Rules(all), "the version of the rules: of hexabomb 1.1 or 2018 (default 1.1)"},
		{Rules(only), "the version of the rules: these games have one each"},
		{Turns(all), "default: hexabomb 100, bomberman as many as its rules allow, lightcycles 273"},
		{SlowTurns(all), "bomberman: 2s, and what its language takes to start"},
		{Names(EachRound(only), ", "), ""},
		{Bots(only, nil), "The built-in bots of lightcycles: careful, straight."},
		{Bots(only, map[string]string{lightcycles.Name: "straight, careful"}),
			"The built-in bots of lightcycles, from easy to hard: straight, careful."},
	} {
		if row.got != row.want {
			t.Errorf("%q, want %q", row.got, row.want)
		}
	}
}
