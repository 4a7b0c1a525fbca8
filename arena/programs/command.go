// Package programs starts and ends the programs that play in a match. The transports of the arena share it.
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
	"blastyard/protocol/stdio"
)

// Command returns the command that starts the program of a seat, without a port.
func Command(r *arena.Run, seat int) harness.Command {
	s := &r.Prepared.Seats[seat]
	c := harness.Command{
		Line:    s.Who.Command,
		Name:    s.Name,
		Dir:     s.Dir,
		Env:     slices.Concat([]string{r.ProgramEnv(r.IDs[seat], 0)}, r.Prepared.Config.Env, s.Env),
		LogFile: r.Prepared.LogFile(r.Index, r.Series, seat),
		Cores:   r.Cores[seat],
		OnLine:  func(l harness.Line) { r.Events.Output(seat, s.Name, l) },
	}
	if r.Prepared.Sandbox != nil {
		box := *r.Prepared.Sandbox
		box.Folder, box.Readable = r.Prepared.OwnFolder(s)
		box.FolderCopied = true
		c.Sandbox = &box
	}
	return c
}

// Begin returns the message for a bot that plays over its standard input and output, before the first turn. turn is
// the time limit of an answer, and first that of the first answer.
func Begin(r *arena.Run, seat, player int, turn, first time.Duration, state []byte) *stdio.Begin {
	return &stdio.Begin{Game: r.Prepared.Kind.Name, Player: player, Name: r.Prepared.Seats[seat].Name, TurnTime: turn,
		FirstTime: first, State: state}
}

// Start starts a program for a match. The end of ctx ends the start, but not the program, which is stopped after the
// match. Otherwise a killed bot would seem to have left. Start may return a program together with an error.
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

// LosesSeat reports whether a program that could not be started only loses its seat, and why. That is so in a later
// match of a series and in one of many matches. Otherwise the match does not begin.
func LosesSeat(r *arena.Run, err error) (why string, loses bool) {
	var start *harness.StartError
	if errors.As(err, &start) && (r.Index > 0 || r.OneOfMany) && !harness.HostFault(err) {
		return strings.TrimSuffix(start.What+": "+start.Fix, ": "), true
	}
	return "", false
}

// Spoken returns the error for a line that was probably meant for people.
func Spoken(f *stdio.Fault) error { return fmt.Errorf("%w; %s", f, stdio.Hint) }
