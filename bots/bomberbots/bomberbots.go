// Package bomberbots holds the bots of 2016-Bomberman that come with blastyard. They need no process: a match asks
// them for the command of a round. A bot's commands depend on nothing but the states that it was shown and its seed,
// and no bot looks at what a player of the contest could not see: the power-ups under soft walls.
package bomberbots

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/rules/bomberman"
)

// Bot decides for one player. It is for one goroutine at a time and plays one game: the states that it is shown are
// those of the rounds of a game, in order.
type Bot interface {
	// Act returns the player's command for the coming round. s is the state before that round; Act does not change
	// it. The command of a dead player is Nothing.
	Act(s *bomberman.State) bomberman.Command
}

type kind struct {
	name string
	make func(seat) Bot
}

// seat is where a bot sits.
type seat struct {
	board  *bomberman.Map
	player int
	seed   uint64
}

// kinds are sorted by name.
var kinds = []kind{
	// Gathers with all its bombs at a time.
	{"digger", newDigger},
	// Gathers, but plays one round in 18 at random.
	{"drowsy", mixOf(newGatherer, newRandom, 56)},
	// Plays some rounds on for each plan, with others as reference, and takes the best.
	{"expert", newExpert},
	// Goes to the nearest power-up or wall, breaks it, and keeps out of blasts.
	{"gatherer", newGatherer},
	// Goes after the other players, the more boldly the longer a game lasts.
	{"hunter", newHunter},
	{"idle", newIdle},
	// Gathers, but plays one round in five at random.
	{"lost", mixOf(newGatherer, newRandom, 224)},
	// Looks ahead as expert does, but only some rounds.
	{"plotter", newPlotter},
	// Takes any command that would not be refused, each equally likely.
	{"random", newRandom},
	// Breaks walls, gathers power-ups, keeps out of blasts, hunts whom it can reach.
	{"reference", newReference},
	// Gathers, but plays one round in 85 at random.
	{"sloppy", mixOf(newGatherer, newRandom, 12)},
}

// Names are the names of the bots, sorted.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// New makes the bot with a name for a player of a map, counted from 0. The error for an unknown name lists the names;
// it is also an error when the map has no such player.
func New(name string, m *bomberman.Map, player int, seed uint64) (Bot, error) {
	i := find(name)
	switch {
	case i < 0:
		return nil, fmt.Errorf("bombers: there is no bot %q; there are %s", name, strings.Join(Names(), ", "))
	case player < 0 || player >= m.Players():
		return nil, fmt.Errorf("bombers: bot %s cannot play for player %d: the players are 0..%d", name, player,
			m.Players()-1)
	}
	return kinds[i].make(seat{m, player, seed}), nil
}

func find(name string) int {
	return slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
}

type idle struct{}

func newIdle(seat) Bot { return idle{} }

func (idle) Act(*bomberman.State) bomberman.Command { return bomberman.Nothing }
