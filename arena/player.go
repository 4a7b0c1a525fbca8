package arena

import (
	"context"

	"blastyard/game"
	"blastyard/viewer"
)

// A Player decides for one player of a match. Built-in bots, Go functions (Func), people and the moves of a replay are
// Players of this process. A program is one as well, whom a Transport asks: so that all programs of a match can think
// at the same time, and each for as long as its protocol allows.
type Player interface {
	// Decide returns what the player asks for in the coming turn. ctx ends when an answer would come too late; where
	// nobody else takes time, it ends with the match only. Decide is called once a turn, and not again before it has
	// returned. A value that plays several seats may be asked for all of them at the same time. Nobody recovers from a
	// panic in Decide.
	Decide(ctx context.Context, v *View) Decision
}

// A Sitter is a Player that is told before the first turn which player it is.
type Sitter interface{ Sit(player int) }

// A Leaver is a Player that may give up: from then on it does nothing.
type Leaver interface{ GaveUp() bool }

// A Joiner is a Player that comes by itself, and tells whether it has. While a match waits for bots that connect, its
// sinks hear of it.
type Joiner interface{ Joined() bool }

// A Thinker is a Player that takes time, as programs do: the transport of the game's programs asks it, and not the
// goroutine of the match.
type Thinker interface {
	Player
	TakesTime()
}

// View is what a player sees before a turn. It is the player's own: nobody else looks at it or changes it.
type View struct {
	Player int // whom the player plays: its id

	// Match is a copy of the match before the turn, in which nobody asks for anything yet. A player may ask for moves
	// in it (see Decision.Asked), and play on in a Clone of it.
	Match game.Match

	seats   []viewer.Seat
	choices *viewer.Choices // nil: nobody has asked for them yet
}

// NewView is what a player sees of a match, for who asks it. seats go by player.
func NewView(player int, m game.Match, seats []viewer.Seat) *View {
	return &View{Player: player, Match: m, seats: seats}
}

// Choices are the actions that the player may choose from, the pieces that it moves in their order.
func (v *View) Choices() viewer.Choices {
	if v.choices == nil {
		c := v.Match.Choices(v.Player, v.seats)
		v.choices = &c
	}
	return *v.choices
}

// State is the state as JSON, as programs get it.
func (v *View) State() []byte { return v.Match.AppendState(nil) }

// Decision is what a player asks for in a turn: one of the three, or nothing.
type Decision struct {
	Actions []byte        // as JSON, as programs send them
	Wishes  []viewer.Wish // of View.Choices
	Asked   bool          // View.Match holds it already
}

// Func is a function as a Player: it returns what it wants of the choices that it has.
type Func func(v *View) []viewer.Wish

// Decide implements Player.
func (f Func) Decide(_ context.Context, v *View) Decision { return Decision{Wishes: f(v)} }

// Ask asks the player, and returns what it asks for as JSON. The error says that the player wishes for something that
// it cannot choose: then it asks for nothing.
func (v *View) Ask(ctx context.Context, p Player) (actions []byte, err error) {
	d := p.Decide(ctx, v)
	if d.Wishes != nil && !d.Asked {
		c := v.Choices()
		err = c.CheckForm(d.Wishes)
	}
	switch {
	case d.Asked:
	case d.Wishes != nil && err == nil:
		v.Match.Choose(v.Player, d.Wishes)
	default:
		v.Match.Ask(v.Player, d.Actions)
	}
	return v.Match.AppendActions(nil, v.Player), err
}

// builtin is a built-in bot of a match as a Player.
type builtin struct{ bot game.Bot }

func (b builtin) Decide(_ context.Context, v *View) Decision {
	b.bot.Act(v.Match)
	return Decision{Asked: true}
}
