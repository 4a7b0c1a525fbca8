package train

import (
	"blastyard/train/internal/render"
	"blastyard/train/observe"
)

// A world is one match of a game: its rules, its built-in bots, and what is seen of it. It is for one goroutine at a
// time. Its methods allocate nothing, but for restart where the game has to.
type world interface {
	// restart makes it the start of a match with a seed, and says the seed that the game makes of it.
	restart(seed uint64) (uint64, error)

	// play plays a turn with the actions of the seats, by seat and character. A number that is no action is none.
	play(actions []uint8)

	// stand fills in how the match stands: all of s.
	stand(s *standing)

	// shares fills in by player what reward "share" divides: cells of a colour, points, or 1 where alive.
	shares(dst []int32)

	// observe writes what the seats see into the memory.
	observe()

	// appendState appends the state as JSON, as bots get it.
	appendState(dst []byte) []byte

	// picture fills in the state.
	picture(m *render.Match)
}

// standing is how a match stands. Its slices are in the memory of the program that learns, which may change them before
// the next turn: only the turn that filled them in may read them.
type standing struct {
	turn   int
	over   bool    // the rules or the limit of turns end it
	winner int     // player id, -1: none
	scores []int32 // by player; special players have 0
	alive  []uint8 // by player: 1 in the match still, else 0
}

// kindOfWorld is a game with a map and players: it makes worlds and says what is the same in all of them.
type kindOfWorld interface {
	seated() *seating
	spec() *observe.Spec

	// facts fills in what the game knows beside its spec.
	facts(f *Facts)

	// world makes match i, which writes what is seen there.
	world(a *seen, i int) (world, error)
}
