package arena

import (
	"slices"
	"time"

	"blastyard/entrant"
	"blastyard/harness"
	"blastyard/match"
	"blastyard/stdio"
)

// A bot that plays over its standard input and output is a program that is started for a match, whatever its game. In
// games over netorcai it is a player of this process whose answers are lines (netorcai_stdio.go); where the others are
// started each round it is asked beside them (rounds_stdio.go).

// firstTime is how long the first answer of a bot may take that plays over its standard input and output. Tests make it
// shorter.
var firstTime = stdio.FirstTime

// talks tells whether the bot of a seat plays over its standard input and output.
func (s *seat) talks() bool { return s.isProgram() && s.who.Protocol == entrant.Stdio }

// ownCommand is how the program of a seat is started, but for its port.
func (r *run) ownCommand(k int) harness.Command {
	s := &r.seats[k]
	c := harness.Command{Line: s.who.Command, Name: s.name, Dir: s.Dir,
		Env:     slices.Concat([]string{match.ProgramEnv(r.result.Seed, r.ids[k], 0)}, r.Config.Env, s.Env),
		LogFile: r.logFile(r.index, r.series, k), OnLine: func(l harness.Line) { r.output(k, s.name, l) }}
	if r.Sandbox != nil {
		box := *r.Sandbox
		box.Folder, box.Readable = r.ownFolder(s)
		c.Sandbox = &box
	}
	return c
}

// begins is what a bot is told before the first turn.
func (r *run) begins(k, player int, turn, first time.Duration, state []byte) *stdio.Begin {
	return &stdio.Begin{Game: r.Kind.Name, Player: player, Name: r.seats[k].name, TurnTime: turn, FirstTime: first,
		State: state}
}
