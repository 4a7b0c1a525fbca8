// Package hexabots holds the bots of hexabomb that come with blastyard. They need no process and no connection: a match
// asks them for the actions of a turn. A bot's actions depend on nothing but the states that it was shown and its seed.
package hexabots

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/rules/hexabomb"
)

// Bot decides for one player. It is for one goroutine at a time.
type Bot interface {
	// Act appends the player's actions for the coming turn to dst and returns it, at most one for each character. s is
	// the state before that turn, of the board that the bot was made for; Act does not change it.
	Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action
}

type kind struct {
	name  string
	seats seats
	make  func(seat) Bot
}

// seat is where a bot sits.
type seat struct {
	board  *hexabomb.Board
	player int
	seed   uint64
}

// seats are those that a bot can take.
type seats uint8

const (
	ordinary seats = 1 << iota
	special
)

// kinds are sorted by name.
var kinds = []kind{
	// Plays about half of its turns as greedy, the others at random.
	{"drowsy", ordinary, mixOf(newGreedy, newRandom, 40, 205)},
	// Searches: plays thousands of changes on some turns ahead, against hunter's answers.
	{"expert", ordinary, newExpert},
	// The special player of sudden death: mines the paths, circles its enemies, springs the trap.
	{"ghost", special, newGhost},
	// Spreads its colour and keeps out of the way of bombs, its own first of all.
	{"greedy", ordinary, newGreedy},
	// Weighs what its bombs will paint and whom they will catch, and plans for all its characters together.
	{"hunter", ordinary, newHunter},
	{"idle", ordinary | special, newIdle},
	// Plays few of its turns as greedy, the others at random.
	{"lost", ordinary, mixOf(newGreedy, newRandom, 0, 100)},
	// Searches as expert does, but little, and does not let the others answer.
	{"plotter", ordinary, newPlotter},
	// Plays few of its turns as hunter, the others as greedy.
	{"prowler", ordinary, mixOf(newHunter, newGreedy, 0, 80)},
	// Moves and drops bombs at random.
	{"random", ordinary | special, newRandom},
	// Plays most of its turns as greedy, the others at random.
	{"sloppy", ordinary, mixOf(newGreedy, newRandom, 85, 335)},
	// Plays most of its turns as hunter, the others as greedy.
	{"stalker", ordinary, mixOf(newHunter, newGreedy, 15, 300)},
}

// Names are the names of the bots, sorted.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// For reports whether a bot can play for the special player of sudden death, or for the others. It is false for an
// unknown name.
func For(name string, specialPlayer bool) bool {
	k := find(name)
	return k != nil && k.seats&seatOf(specialPlayer) != 0
}

// New makes the bot with a name for a player of a board. The error for an unknown name lists the names; it is also an
// error when the board has no such player, or when the player is a special one and the bot is for ordinary ones, or the
// other way round.
func New(name string, b *hexabomb.Board, player int, seed uint64) (Bot, error) {
	k := find(name)
	switch {
	case k == nil:
		return nil, fmt.Errorf("builtin: there is no bot %q; there are %s", name, strings.Join(Names(), ", "))
	case player < 0 || player >= b.NumPlayers():
		return nil, fmt.Errorf("builtin: bot %s cannot play for player %d: the players are 0..%d", name, player,
			b.NumPlayers()-1)
	case (name == "expert" || name == "plotter") && b.RevivesAnywhere(): // they plan where the dead live again
		return nil, fmt.Errorf("builtin: bot %s does not play by the rules of %v", name, b.Version())
	case !For(name, b.Special(player)):
		return nil, fmt.Errorf("builtin: bot %s cannot play for %s player %d; %s can", name,
			seatNames[b.Special(player)], player, namesFor(b.Special(player)))
	}
	return k.make(seat{b, player, seed}), nil
}

var seatNames = map[bool]string{true: "special", false: "ordinary"}

func namesFor(specialPlayer bool) string {
	return strings.Join(slices.DeleteFunc(Names(), func(name string) bool { return !For(name, specialPlayer) }), ", ")
}

func seatOf(specialPlayer bool) seats {
	if specialPlayer {
		return special
	}
	return ordinary
}

func find(name string) *kind {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i]
		}
	}
	return nil
}

// team is what every bot knows of its player.
type team struct {
	player     int
	first, end int // its characters
}

func teamOf(at seat) team {
	first, end := at.board.Characters(at.player)
	return team{at.player, first, end}
}

func (t team) move(id int, d hexabomb.Direction) hexabomb.Action {
	return hexabomb.Action{Player: uint16(t.player), Character: uint16(id), Kind: hexabomb.Move, Direction: d}
}

func (t team) bomb(id, reach, delay int) hexabomb.Action {
	return hexabomb.Action{Player: uint16(t.player), Character: uint16(id), Kind: hexabomb.DropBomb,
		Range: uint8(reach), Delay: uint8(delay)}
}

func (t team) revive(id int) hexabomb.Action {
	return hexabomb.Action{Player: uint16(t.player), Character: uint16(id), Kind: hexabomb.Revive}
}
