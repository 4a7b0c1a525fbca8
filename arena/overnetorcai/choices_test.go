//go:build unix

package overnetorcai

import (
	"testing"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/lightcycles"
	"blastyard/game/match"
)

// TestChoicesBesideBuiltinBots: what a bot over stdio can do is listed while no built-in bot uses the match. The race
// detector finds it otherwise.
func TestChoicesBesideBuiltinBots(t *testing.T) {
	kinds := []*game.Kind{lightcycles.Kind()}
	a := arena.Arena{Games: kinds, Transports: []arena.Transport{&Transport{Times: times}}}
	bot := `stdio:sh -c 'while read -r line; do case $line in *"choices"*) echo "[]" ;; esac; done'`
	c := arena.Config{Seats: seats(bot, "builtin:careful", "builtin:careful", "builtin:straight"), NoTimeout: true, Seed: 2}
	r, err := a.Play(t.Context(), c)
	if err != nil || r.Turns < 8 || r.Seats[0].Reason != match.Finished || r.Seats[0].Silent > 0 {
		t.Errorf("%v, %+v", err, r)
	}
}
