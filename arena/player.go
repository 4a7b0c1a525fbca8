package arena

import (
	"context"
	"time"

	"blastyard/game"
	"blastyard/game/viewer"
)

// A Player decides for one player of a match. Built-in bots, Go functions (Func), people, the moves of a replay and
// programs that play over their standard input and output (programs.Stdio, those of the laboratory's page) are Players.
//
// Other programs are none, for nobody can ask them one by one without loss. A Transport plays them:
//   - Over netorcai all have one deadline, the server sends each turn to all at once, and it answers whatever a client
//     sends, also unasked, byte by byte as the original does.
//   - Programs that are started each round get the files of a round together, some run at the same time, and their time
//     is compared with a calibrated one.
//
// A program that learns plays without the arena (package train): it decides for all players of many matches at once,
// straight on the rules.
type Player interface {
	// Decide returns what the player asks for in the coming turn. ctx ends when an answer would come too late; where
	// nobody else takes time, it ends with the match only. Decide is called once a turn, and not again before it has
	// returned. A value that plays several seats may be asked for all of them at the same time. Nobody recovers from a
	// panic in Decide.
	Decide(ctx context.Context, v *View) Decision
}

// A Sitter is a Player that is told before the first turn which player it is.
type Sitter interface{ Sit(player int) }

// A Leaver is a Player that may leave the match before its end: from then on it does nothing.
type Leaver interface {
	// Left is why it has left; nil: it has not. The Turn is not looked at.
	Left() *Failure
}

// A Joiner is a Player that comes by itself, and tells whether it has. While a match waits for bots that connect, its
// sinks hear of it.
type Joiner interface{ Joined() bool }

// A Thinker is a Player that takes time, as programs do: the transport of the game's programs asks it, all Thinkers at
// the same time, and not the goroutine of the match.
type Thinker interface {
	Player

	// Begin is called before the first turn, with the match at its start. A turn has so much time; 0: as long as the
	// player likes.
	Begin(r *Run, seat int, turn time.Duration)

	// Patience is how long the next answer may take where a turn has so much time; 0: as long as the player likes.
	Patience(turn time.Duration) time.Duration

	// End is called when the match is over; err is why it did not come to its end, or nil.
	End(r *Run, err error)
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

// Decision is what a player asks for in a turn: one of the first three, or nothing.
type Decision struct {
	Actions []byte        // as JSON, as programs send them
	Wishes  []viewer.Wish // of View.Choices
	Asked   bool          // View.Match holds it already
	Err     error         // why it asks for nothing, though it has said something
}

// Func is a function as a Player: it returns what it wants of the choices that it has.
type Func func(v *View) []viewer.Wish

// Decide implements Player.
func (f Func) Decide(_ context.Context, v *View) Decision { return Decision{Wishes: f(v)} }

// Ask asks the player, and returns what it asks for as JSON. The error says that the player wishes for something that
// it cannot choose, or has said something else: then it asks for nothing.
func (v *View) Ask(ctx context.Context, p Player) (actions []byte, err error) {
	d := p.Decide(ctx, v)
	return v.take(&d)
}

// take takes a decision, see Ask.
func (v *View) take(d *Decision) (actions []byte, err error) {
	err = d.Err
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
