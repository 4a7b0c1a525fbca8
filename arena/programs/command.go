// Package programs starts the programs that play in a match, and ends them: what the transports of the arena have in
// common.
package programs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game/match"
	"blastyard/protocol/stdio"
)

// Command is how the program of a seat is started, but for its port.
func Command(r *arena.Run, seat int) harness.Command {
	s := &r.Seats[seat]
	c := harness.Command{
		Line:    s.Who.Command,
		Name:    s.Name,
		Dir:     s.Dir,
		Env:     slices.Concat([]string{match.ProgramEnv(r.Result.Seed, r.IDs[seat], 0)}, r.Config.Env, s.Env),
		LogFile: r.LogFile(r.Index, r.Series, seat),
		OnLine:  func(l harness.Line) { r.Output(seat, s.Name, l) },
	}
	if r.Sandbox != nil {
		box := *r.Sandbox
		box.Folder, box.Readable = r.OwnFolder(s)
		c.Sandbox = &box
	}
	return c
}

// Begin is what a bot that plays over its standard input and output is told before the first turn. turn and first are
// how long an answer may take, and the first one.
func Begin(r *arena.Run, seat, player int, turn, first time.Duration, state []byte) *stdio.Begin {
	return &stdio.Begin{Game: r.Kind.Name, Player: player, Name: r.Seats[seat].Name, TurnTime: turn, FirstTime: first,
		State: state}
}

// Start starts a program for a match. The end of ctx ends the start, but not the program: that is ended when nobody
// plays any more. Else a bot that was killed would seem to have left. There may be a program beside the error.
func Start[P any](ctx context.Context, c harness.Command,
	start func(context.Context, harness.Command) (P, error),
) (P, error) {
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	starting := context.AfterFunc(ctx, kill)
	p, err := start(life, c)
	if !starting() {
		err = ctx.Err()
	}
	return p, err
}

// LosesSeat reports whether a program that could not be started loses its seat only, and why: in a later match of a
// series, where something has happened to it meanwhile, or in one of many. Else the match does not begin.
func LosesSeat(r *arena.Run, err error) (why string, loses bool) {
	var start *harness.StartError
	if errors.As(err, &start) && (r.Index > 0 || r.OneOfMany) && !harness.HostFault(err) {
		return strings.TrimSuffix(start.What+": "+start.Fix, ": "), true
	}
	return "", false
}

// Spoken is the error of a line that was meant for people, mostly.
func Spoken(f *stdio.Fault) error { return fmt.Errorf("%w; %s", f, stdio.Hint) }
