package train

import (
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/train/observe"
)

// A world is a match of a game with its rules, its built-in bots and its observations. Only one goroutine may use it at
// a time. Its methods allocate no memory, except restart if the game must, set and follow.
type world interface {
	// restart starts a match by its draws, and returns the seed that the game derives from theirs.
	restart(d match.Draws) (seed uint64, err error)

	// sit says which built-in bots play from the next restart on, by player; empty: the program plays it.
	sit(names []string)

	// set returns what goes on from a state that a bot got, with draws of a search from a seed. Until it is called,
	// nothing has changed.
	set(g *Given, seed uint64) (place func() error, err error)

	// follow goes on from the state of another world. exact: it draws what the other will; else its draws are those of
	// a search from a seed, and what no bot sees is not there. Built-in bots begin with the seed. Several worlds may
	// follow the same one at the same time.
	follow(other world, seed uint64, exact bool) error

	// play plays a turn with the actions of the seats, by seat and character. An invalid number means no action.
	play(actions []uint8)

	// stand fills in all of s.
	stand(s *standing)

	// shares writes what reward "share" divides, by player: cells of its colour, points, or 1 if it is alive.
	shares(dst []int32)

	// observe writes what the seats see into the memory.
	observe()

	// appendState appends the state as JSON, as bots get it.
	appendState(dst []byte) []byte

	// asGame returns the match in its state, as the game has it, until the next turn. It may allocate memory.
	asGame() game.Match

	// appendActions appends the actions of a player as JSON, as a bot sends them: an array, or a command. actions
	// has a number for each character.
	appendActions(dst []byte, player int, actions []uint8) []byte
}

// standing is the state of a match. Its slices are in the memory of the program, which may change them before the next
// turn: only the turn that filled them in may read them.
type standing struct {
	turn   int
	over   bool    // the rules or the limit of turns ended the match
	winner int     // player id, -1: none
	scores []int32 // by player; special players have 0
	alive  []uint8 // by player: 1 if it is still in the match, otherwise 0
}

// kindOfWorld is a game with a map and players: it creates worlds, and knows what all of them have in common.
type kindOfWorld interface {
	seated() *seating
	spec() *observe.Spec

	// facts sets what the game knows besides its spec.
	facts(f *Facts)

	// knows returns an error if built-in bots, by player, cannot play; empty: none.
	knows(names []string) error

	// world creates match i, which writes its observations to a.
	world(a *seen, i int) (world, error)
}

// ownPath is what a game has that does not take the path of any game: it is faster, and shows boards as arrays.
type ownPath struct {
	serve   func(c *Config) (kindOfWorld, error)
	observe func(c *ObserveConfig) (observedGame, error)
	given   func(g *Given) error // checks a state before any rules do
}

// ownPaths are the games that have one, by name. Each adds its own.
var ownPaths = map[string]ownPath{}
