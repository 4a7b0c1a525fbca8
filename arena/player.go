package arena

import (
	"context"
	"time"

	"blastyard/game"
	"blastyard/game/viewer"
)

// A Player decides for one player of a match. Built-in bots, Go functions (Func), people, the moves of a replay and
// programs that play over their standard input and output (programs.Stdio, and those of the laboratory page) are
// Players.
//
// Other programs are not Players, because they cannot be asked one by one. A Transport plays them:
// - Over netorcai all programs have the same deadline. The server sends each turn to all of them at once, and reacts to
// everything that a client sends, byte by byte as the original does.
// - Programs that are started each round get the files of the round together. Some run at the same time, and their time
// is compared with a calibrated one.
//
// A learning program plays without the arena (package train): it decides for all players of many matches at once,
// directly on the rules.
type Player interface {
	// Decide returns the player's decision for the next turn. ctx ends when an answer would be too late; if no other
	// player needs time, it ends only with the match. Decide is called once a turn, and not again before it has
	// returned. If a value plays several seats, its calls may be concurrent. A panic in Decide is not recovered.
	Decide(ctx context.Context, v *View) Decision
}

// A Sitter is a Player that is told its player id before the first turn.
type Sitter interface{ Sit(player int) }

// A Leaver is a Player that may leave the match before its end. After that it does nothing.
type Leaver interface {
	// Left returns why the player has left, or nil if it has not. Failure.Turn is ignored.
	Left() *Failure
}

// A Joiner is a Player that arrives by itself and reports whether it has. While a match waits for bots that connect,
// its sinks are told.
type Joiner interface{ Joined() bool }

// A Thinker is a Player that needs time, as programs do. The transport of the game's programs asks all Thinkers
// concurrently, not on the goroutine of the match.
type Thinker interface {
	Player

	// Begin is called before the first turn, with the match at its start. turn is the time limit of a turn, or 0 for
	// none.
	Begin(r *Run, seat int, turn time.Duration)

	// Patience returns the time limit for the next answer if the limit of a turn is turn. 0 means no limit.
	Patience(turn time.Duration) time.Duration

	// End is called when the match is over. err says why it did not reach its end, or is nil.
	End(r *Run, err error)
}

// View is what a player sees before a turn. It belongs to the player: nothing else reads or changes it.
type View struct {
	Player int // the id of its player

	// Match is a copy of the match before the turn, without any player's actions. A player may set its actions in it
	// (see Decision.Asked), and simulate turns on a Clone of it.
	Match game.Match

	seats   []viewer.Seat
	choices *viewer.Choices // nil: not computed yet
}

// NewView returns a player's view of a match. seats are in the order of the players.
func NewView(player int, m game.Match, seats []viewer.Seat) *View {
	return &View{Player: player, Match: m, seats: seats}
}

// Choices returns the possible actions of the player's pieces. The pieces are in the order in which they move.
func (v *View) Choices() viewer.Choices {
	if v.choices == nil {
		c := v.Match.Choices(v.Player, v.seats)
		v.choices = &c
	}
	return *v.choices
}

// State returns the state as JSON, as programs receive it.
func (v *View) State() []byte { return v.Match.AppendState(nil) }

// Decision is what a player wants to do in a turn: one of the first three fields, or nothing.
type Decision struct {
	Actions []byte        // as JSON, as programs send them
	Wishes  []viewer.Wish // chosen from View.Choices
	Asked   bool          // the actions are already set in View.Match
	Err     error         // why there are no actions although the player answered
}

// Func is a function as a Player. It chooses from the Choices of its View.
type Func func(v *View) []viewer.Wish

// Decide implements Player.
func (f Func) Decide(_ context.Context, v *View) Decision { return Decision{Wishes: f(v)} }

// Ask asks the player and returns its actions as JSON. If the player wishes for something that it cannot choose, or
// gives a wrong answer, there is an error and no actions.
func (v *View) Ask(ctx context.Context, p Player) (actions []byte, err error) {
	d := p.Decide(ctx, v)
	return v.take(&d)
}

// take converts a decision to actions; see Ask.
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

// builtin is a built-in bot as a Player.
type builtin struct{ bot game.Bot }

func (b builtin) Decide(_ context.Context, v *View) Decision {
	b.bot.Act(v.Match)
	return Decision{Asked: true}
}
