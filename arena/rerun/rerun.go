// Package rerun gives the turns of a replay to a bot again. The bot takes a seat of the recorded match and receives
// every state as it was, whatever it does. A Report lists the differences. With a fork the match continues from a
// turn, and from there on the bot's actions count.
package rerun

import (
	"context"
	"fmt"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/replay"
)

// Options say which bot takes whose seat, and which turns count.
type Options struct {
	Arena arena.Arena // its games (none: games.All) and transports

	Player int    // the player whose seat the bot takes
	Bot    string // as in arena.Seat
	From   int    // the first turn that counts; 0: the first with actions
	To     int    // the last turn that counts; 0: the last

	Fork     bool           // the match goes on from turn From with the bot
	Others   string         // for a fork: the bot for all other seats; "": the recorded bots
	Programs bool           // for a fork: start programs that the replay names
	Record   record.Options // for a fork: where its replay is stored; without a Path it is not

	// Seats, if set, says by player who continues a fork. A seat without bot and player is filled as without Seats.
	// Player and Bot are then ignored. The Players in Seats are asked in recorded turns only if they are Thinkers.
	Seats []arena.Seat
	Title string // of a fork; "": a title that names the turn

	Sandbox string   // of programs, as in arena.Config
	Env     []string // of programs
}

// OptionError says what is wrong with an option.
type OptionError struct {
	Option   string // player, from, to
	Value    int
	Expected string
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("%s is %d, expected %s", e.Option, e.Value, e.Expected)
}

// Rerun is a bot in a seat of a recorded match, ready to play.
type Rerun struct {
	Options
	Replay *replay.Replay
	Idle   []string // one line for each seat of a fork that does nothing, with the reason

	seats []arena.Seat
	match *arena.Prepared
}

// Prepare checks options against a replay. It starts nothing.
func Prepare(r *replay.Replay, o Options) (*Rerun, error) {
	if len(o.Arena.Games) == 0 {
		o.Arena.Games = games.All()
	}
	x := &Rerun{Options: o, Replay: r}
	turns, first := len(r.Turns), r.Header.Unseen+1
	if x.From == 0 {
		x.From = first
	}
	if x.To == 0 {
		x.To = turns
	}
	last := turns
	if o.Fork && r.Result == nil {
		last++ // the fork begins after the last recorded turn
	}
	switch {
	case o.Seats == nil && (o.Player < 0 || o.Player >= len(r.Header.Players)):
		return nil, &OptionError{"player", o.Player, english.UpTo(len(r.Header.Players) - 1)}
	case o.Seats != nil && (!o.Fork || len(o.Seats) != len(r.Header.Players)):
		return nil, &OptionError{"seats", len(o.Seats), fmt.Sprintf("%d, for a fork", len(r.Header.Players))}
	case o.Fork && len(r.Header.State) > 0:
		return nil, fmt.Errorf("it holds states only, and no match that can go on")
	case last < first:
		return nil, fmt.Errorf("it has no turn with actions")
	case x.From < first || x.From > last:
		return nil, &OptionError{"from", x.From, fmt.Sprintf("%d to %d", first, last)}
	case !o.Fork && (x.To < x.From || x.To > turns):
		return nil, &OptionError{"to", x.To, fmt.Sprintf("%d to %d", x.From, turns)}
	}
	return x, x.prepare()
}

func (x *Rerun) prepare() error {
	h := &x.Replay.Header
	last := x.To
	if x.Fork {
		last = x.From - 1
	}
	kind, err := x.kind(last)
	if err != nil {
		return err
	}
	if kind.Rules == 0 && x.Seats == nil && strings.HasPrefix(x.Bot, arena.BuiltinPrefix) {
		return fmt.Errorf("bot %q: built-in bots do not play %q, whose rules are not known here", x.Bot, h.Game)
	}
	c := arena.Config{Game: h.Game, Seed: h.Seed, Secret: h.Secret, Turns: h.Turns, Order: h.Order,
		Failed: h.Ranking().String(), NoTimeout: true, Sandbox: x.Sandbox,
		Env: x.Env}
	if kind.Protocol == game.Netorcai {
		c.Turns = max(h.Turns, len(x.Replay.Turns))
	}
	if x.Fork && h.Limit > 0 && x.Seats == nil {
		c.NoTimeout, c.TurnTime = false, arena.Duration(time.Duration(h.Limit)*time.Millisecond)
	}
	for id, p := range h.Players {
		s := arena.Seat{Bot: x.Bot, Special: p.Special, Entrant: p.Entrant}
		switch {
		case !x.takes(id):
			s.Bot, s.Name = x.other(id), p.Name
			if s.Bot == "" {
				s.Player = moves{x.Replay}
			}
		case x.Seats != nil:
			own := &x.Seats[id]
			s.Bot, s.Name, s.Env, s.Player = own.Bot, own.Name, own.Env, own.Player
		}
		c.Seats, c.IDs = append(c.Seats, s), append(c.IDs, id)
	}
	x.seats = c.Seats
	a := x.Arena
	a.Games = []*game.Kind{kind}
	x.match, err = a.Prepare(c)
	return err
}

// takes reports whether another bot than the recorded one plays a player.
func (x *Rerun) takes(id int) bool {
	if x.Seats != nil {
		return x.Seats[id].Bot != "" || x.Seats[id].Player != nil
	}
	return id == x.Player
}

// other returns the bot for one of the other seats, or "" if it repeats its recorded moves.
func (x *Rerun) other(id int) string {
	p := &x.Replay.Header.Players[id]
	idle := func(why string) string {
		if x.Fork {
			x.Idle = append(x.Idle,
				fmt.Sprintf("%s %s does nothing from turn %d on: %s", viewer.Mark(x.Replay.Header.Look(id)), p.Name,
					x.From, why))
		}
		return ""
	}
	gone := x.goneBefore(id)
	switch {
	case !x.Fork:
		return idle("")
	case gone != nil:
		return idle("it had left by then: " + gone.Reason)
	case x.Others != "":
		return x.Others
	case p.Bot == "":
		return idle("the replay does not say which bot it is")
	case arena.IsPerson(p.Bot):
		return idle("a person played it")
	case !strings.HasPrefix(p.Bot, arena.BuiltinPrefix) && !x.Programs:
		return idle("--run-recorded would start " + p.Bot)
	}
	return p.Bot
}

// goneBefore returns how a player left before the first turn that counts, or nil.
func (x *Rerun) goneBefore(player int) *replay.Gone {
	for i := range x.Replay.Turns[:x.From-1] {
		for j := range x.Replay.Turns[i].Gone {
			if g := &x.Replay.Turns[i].Gone[j]; g.Player == player {
				return g
			}
		}
	}
	return nil
}

// Name returns the name of a player in the match.
func (x *Rerun) Name(player int) string { return x.match.Seats[player].Name }

// Seated returns the seats of the match, by player.
func (x *Rerun) Seated() []arena.Seated { return x.match.Seats }

// Compare lets the bot play and reports the differences from the recording. With an error it also returns a report of
// the turns until then.
func (x *Rerun) Compare(ctx context.Context) (*Report, error) {
	defer x.match.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &compare{report: newReport(x), stop: cancel}
	result, err := x.match.Play(ctx, s)
	s.report.finish()
	switch {
	case s.err != nil:
		return s.report, s.err
	case err != nil:
		return s.report, err
	case s.left:
		s.report.Left += result.Seats[x.Player].Note
		return s.report, fmt.Errorf("the bot has left: %s", s.report.Left)
	}
	return s.report, nil
}

// Continue plays the match on with the bot from the turn of the fork. The result includes what was recorded before.
// sinks receive the whole match.
func (x *Rerun) Continue(ctx context.Context, sinks ...arena.Sink) (*arena.Result, error) {
	defer x.match.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := &fork{rerun: x, to: sinks, stop: cancel}
	if x.Record.Path != "" {
		f.recorder = record.New(x.Record)
		f.to = append(f.to, f.recorder)
	}
	result, err := x.match.Play(ctx, f)
	if f.err != nil {
		return nil, f.err
	}
	if err == nil && f.recorder != nil {
		err = f.recorder.Err()
	}
	return result, err
}
