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
	// nobody else takes time, it ends with the match only. Decide is called once a turn, and not after a turn that it
	// has not answered; players of one match may be asked at the same time.
	Decide(ctx context.Context, v *View) Decision
}

// A Sitter is a Player that is told before the first turn which player it is.
type Sitter interface{ Sit(player int) }

// A Leaver is a Player that may give up: from then on it does nothing.
type Leaver interface{ GaveUp() bool }

// A Joiner is a Player that comes by itself, and tells whether it has. While a match waits for bots that connect, its
// sinks hear of it.
type Joiner interface{ Joined() bool }

// View is what a player sees before a turn. It is valid until Decide returns.
type View struct {
	Player int // whom the player plays: its id

	// Match is as it stands before the turn. A player may look at all of it, ask for moves in it (see Decision.Asked),
	// and play on in a Clone of it. It must not call Play or Restart.
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

// Ask asks the player, and makes the match hold what it asks for. actions is that as JSON, where it came as JSON. The
// error says that the player wishes for something that it cannot choose: then it asks for nothing.
func (v *View) Ask(ctx context.Context, p Player) (actions []byte, err error) {
	d := p.Decide(ctx, v)
	switch {
	case d.Asked:
	case d.Wishes != nil:
		c := v.Choices()
		if err := c.CheckForm(d.Wishes); err != nil {
			return nil, err
		}
		v.Match.Choose(v.Player, d.Wishes)
	case d.Actions != nil:
		v.Match.Ask(v.Player, d.Actions)
	}
	return d.Actions, nil
}

// builtin is a built-in bot of a match as a Player.
type builtin struct{ bot game.Bot }

func (b builtin) Decide(_ context.Context, v *View) Decision {
	b.bot.Act(v.Match)
	return Decision{Asked: true}
}
