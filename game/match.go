package game

import (
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// Match is one match being played: a state, and the players' actions for the next turn. Unless stated otherwise, its
// methods must be called from one goroutine. Code that needs only a part of it uses that part's interface. A type
// that embeds a Match is a Match and may override methods; built-in bots can play in it nevertheless.
type Match interface {
	Rules
	Wire
	Refusals
	ByHand
	Pictures
	Bots

	// Restart returns to the start of a match with another seed, with the same map and players.
	Restart(seed uint64) error

	// Clone returns a copy that shares no mutable data with this one.
	Clone() Match
}

// Rules are the state and the rules of a match.
type Rules interface {
	Players() int  // number of all players; special ones have the first ids
	Turn() int     // number of turns played
	LastTurn() int // when the rules end the match at the latest; 0: never
	Over() bool    // the rules have ended the match
	Winner() int   // the player ahead, or match.NoWinner
	Score(player int) int
	Hash() Hash

	// State returns the state of the rules' package, for callers that know the rules: for hexabomb a *hexabomb.State.
	// Changing it changes the match. It is another value after Restart, and nil in a game without a rules package.
	State() any

	// Living returns how many of a player's characters live, and how many it has.
	Living(player int) (living, all int)

	// Acts reports whether a player may act in the next turn. Otherwise it is not asked.
	Acts(player int) bool

	// Play plays a turn with the actions of the players in order, in this order. After that no player has actions. If
	// report is false, refused actions are not recorded.
	Play(order []int, report bool)
}

// Wire is the JSON interface of a match, for programs and for replays.
type Wire interface {
	// Ask sets a player's actions for the next turn from JSON. Unreadable actions are refused in that turn. Calls for
	// different players may be concurrent.
	Ask(player int, actions []byte)

	// AppendActions appends a player's actions for the next turn as JSON.
	AppendActions(dst []byte, player int) []byte

	// AppendState appends the state as JSON, as bots receive it.
	AppendState(dst []byte) []byte
}

// Refusals are the refused actions of the last turn.
type Refusals interface {
	// AppendRefused appends the refused actions of the last turn.
	AppendRefused(dst []Refusal) []Refusal

	// NumRefused returns how many of them are a player's.
	NumRefused(player int) int
}

// Refusal is an action that had no effect.
type Refusal = viewer.Refusal

// ByHand is the interface for persons who play.
type ByHand interface {
	// Choices returns a player's possible actions in the next turn. seats are by player.
	Choices(player int, seats []viewer.Seat) viewer.Choices

	// Choose sets a player's actions from Choices, which must have been checked.
	Choose(player int, wishes []viewer.Wish)

	// Words describes a player's actions for the next turn for people, one line each.
	Words(player int) []string
}

// Pictures is the interface for viewers.
type Pictures interface {
	// Picture sets f to the picture of the state, in a match of so many turns. seats are by player.
	Picture(f *viewer.Frame, turns int, seats []viewer.Seat)
}

// Bots is the interface for built-in bots.
type Bots interface {
	// Bot returns a built-in bot for a player of this match or of a clone.
	Bot(name string, player int, seed uint64) (Bot, error)

	// Bare returns the match itself. A type that embeds a Match inherits it, so built-in bots, which know only
	// matches of their own game, find the wrapped one.
	Bare() Match
}

// Bot is a built-in bot that decides for one player of one match.
type Bot interface {
	// Act sets the actions of the bot's player for the next turn in m. m is the bot's match, a clone, or a wrapper of
	// one of them. Bots of different players may act concurrently on a match.
	Act(m Match)
}

// A match may implement further interfaces. As finds them.

// WithChance is a match with randomness.
type WithChance interface {
	// Chance describes what chance decides in the next turn, after all players have decided, or returns "". A match
	// that another program has played may continue differently from there.
	Chance() string
}

// WithSecret is a match that draws something that players do not see at first.
type WithSecret interface {
	// RestartSecret is Restart with a secret, or without one; see Setup.Secret.
	RestartSecret(seed uint64, secret match.Secret) error
}

// StateComparer is a match that compares states by content, for replays that contain states instead of hashes.
type StateComparer interface {
	// SameState reports whether a state as JSON equals that of the match, whatever its spaces and the order of its
	// keys. The error says why it is no state of this match after so many turns.
	SameState(state []byte) (bool, error)
}

// StateLoader is a match that can continue from any state, for matches that were played by other rules than ours.
type StateLoader interface {
	// Load sets the match to a state as JSON, after so many turns. After an error the match is unchanged.
	Load(turn int, state []byte) error
}

// Named is a match whose state contains the players' names, which the rules do not know.
type Named interface {
	// AppendNamed appends the state as programs receive it, with names by player.
	AppendNamed(dst []byte, names []string) []byte
}

// As returns m, or else the match that it wraps, as one of the optional interfaces.
func As[T any](m Match) (T, bool) {
	if t, is := m.(T); is {
		return t, true
	}
	t, is := m.Bare().(T)
	return t, is
}
