package game

import "blastyard/game/viewer"

// Match is one match being played: a state, and what its players ask for in the coming turn. It is for one goroutine,
// but for the methods that say otherwise. Who needs a part of it asks for that part. A type that embeds a Match is one,
// too, and changes what it wants: built-in bots play in it all the same.
type Match interface {
	Rules
	Wire
	Refusals
	ByHand
	Pictures
	Bots

	// Restart makes it the start of a match with another seed, with the same map and players.
	Restart(seed uint64) error

	// Clone returns a match that shares nothing with this one that changes.
	Clone() Match
}

// Rules is how a match stands and goes on.
type Rules interface {
	Players() int  // all of them, special ones first
	Turn() int     // turns played
	LastTurn() int // the turn after which the rules end the match at the latest; 0: none
	Over() bool    // the rules end the match here
	Winner() int   // the player ahead, or match.NoWinner
	Score(player int) int
	Hash() Hash

	// State is the state as the package of the rules has it, for those who know the rules: of hexabomb a
	// *hexabomb.State. Who changes it changes the match. It is another one after Restart, and nil in a game whose rules
	// are no package.
	State() any

	// Living is how many of a player's characters live, and how many it has.
	Living(player int) (living, all int)

	// Acts tells whether a player may ask for anything in the coming turn. Who does not is not asked.
	Acts(player int) bool

	// Play plays a turn with what the given players ask for, in this order. Then no player asks for anything. Where
	// report is false, what was refused is not kept.
	Play(order []int, report bool)
}

// Wire is a match as JSON: for bots that are programs, and for replays.
type Wire interface {
	// Ask reads what a player asks for in the coming turn, as JSON. What cannot be read is refused in that turn.
	// Players may ask at the same time.
	Ask(player int, actions []byte)

	// AppendActions appends what a player asks for in the coming turn, as JSON.
	AppendActions(dst []byte, player int) []byte

	// AppendState appends the state as JSON, as bots get it.
	AppendState(dst []byte) []byte
}

// Refusals is what was refused in the last turn.
type Refusals interface {
	// AppendRefused appends what was refused in the last turn.
	AppendRefused(dst []Refusal) []Refusal

	// NumRefused is how many of AppendRefused's are a player's.
	NumRefused(player int) int
}

// Refusal is an action that changed nothing.
type Refusal = viewer.Refusal

// ByHand is what a person needs who plays.
type ByHand interface {
	// Choices are the actions that a player may choose from in the coming turn. seats go by player.
	Choices(player int, seats []viewer.Seat) viewer.Choices

	// Choose is Ask for choices of Choices, which were checked.
	Choose(player int, wishes []viewer.Wish)

	// Words is what a player asks for in the coming turn, for people: an action a line.
	Words(player int) []string
}

// Pictures is what those see who watch.
type Pictures interface {
	// Picture makes f the picture of the state, in a match of so many turns. seats go by player.
	Picture(f *viewer.Frame, turns int, seats []viewer.Seat)
}

// Bots is what built-in bots need.
type Bots interface {
	// Bot makes a built-in bot for a player of this match, or of a clone.
	Bot(name string, player int, seed uint64) (Bot, error)

	// Bare is the match itself. A type that embeds a Match inherits it: so built-in bots, which know only the matches
	// of their own game, find the one that was wrapped.
	Bare() Match
}

// Bot is a built-in bot that decides for one player of one match.
type Bot interface {
	// Act makes m hold what the bot's player asks for in the coming turn. m is the bot's match, a clone, or what wraps
	// one of them. Bots of different players may act on a match at the same time.
	Act(m Match)
}

// A match may do more than every match must. As finds out whether it does.

// WithChance is a match in which chance decides.
type WithChance interface {
	// Chance says what chance decides in the coming turn, now that all have asked, or is empty. A match that another
	// program has played may go on differently from there.
	Chance() string
}

// StateComparer is a match that compares states by what they say, for replays that hold states and not hashes.
type StateComparer interface {
	// SameState tells whether a state as JSON is that of the match, in whatever order and with whatever spaces it is
	// written. The error says why it is no state of this match after so many turns.
	SameState(state []byte) (bool, error)
}

// StateLoader is a match that can go on from any state, for matches that other rules than ours have played.
type StateLoader interface {
	// Load makes the match stand where a state as JSON shows it, after so many turns. Where it fails the match stays as
	// it is.
	Load(turn int, state []byte) error
}

// Named is a match whose state holds the players' names, which the rules do not know.
type Named interface {
	// AppendNamed appends the state as programs get it, with names by player.
	AppendNamed(dst []byte, names []string) []byte
}

// As is a match as one of the interfaces that not every match has: m itself, or else the match that it wraps.
func As[T any](m Match) (T, bool) {
	if t, is := m.(T); is {
		return t, true
	}
	t, is := m.Bare().(T)
	return t, is
}
