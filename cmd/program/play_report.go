//go:build !js

package program

import (
	"cmp"
	"fmt"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/arena/resultfile"
	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/internal/shellquote"
	"blastyard/show/report"
)

// printResult prints the end of a match. If something is missing for --explain, it says so and the command fails.
func (p *playing) printResult(r *arena.Result, end *report.Last, recorder *record.Recorder) error {
	explained, missing := p.explained(recorder)
	m := report.Match{Prepared: p.Prepared, Result: r, End: end, Repeat: p.opt.Repeat(p.Prepared)}
	if missing == nil {
		m.Explained = explained
	}
	if recorder != nil {
		m.Replay = recorder.Path()
	}
	if p.opt.JSON {
		return both(m.WriteJSON(p.out), missing)
	}
	m.Write(p.out, p.tty)
	return missing
}

// printSeries prints the end of a series.
func (p *playing) printSeries(sum *arena.Summary, keeper *resultfile.Keeper, losses *report.Lost) error {
	s := report.Series{Prepared: p.Prepared, Summary: sum, Planned: p.opt.Games, Matches: keeper.Matches(),
		Results: p.resultsPath(), Repeat: p.opt.Repeat(p.Prepared), Lost: losses}
	if p.opt.Seeds() > 1 {
		s.LastSeed = p.opt.LastSeed
	}
	if p.opt.JSON {
		return s.WriteJSON(p.out)
	}
	s.Write(p.out)
	if err := losses.Err(); err != nil {
		p.notes.Print("%s", errortext.Line(err))
	}
	return nil
}

// again returns a function with the command line that shows what a program did; "" if no replay is written, or if a
// command line cannot name the program.
func (p *playing) again(recorder *record.Recorder) func(*arena.PlayerInfo) string {
	return func(player *arena.PlayerInfo) string {
		asked := p.Config.Seats // as requested: a bots file may name folders for commands
		elsewhere := player.Seat < len(asked) && asked[player.Seat].Dir != ""
		if recorder == nil || recorder.Path() == "" || recorder.Err() != nil || player.Bot == "" || elsewhere ||
			!player.Program {
			return ""
		}
		return fmt.Sprintf("%s replay rerun %s --player %s --bot %s", cmp.Or(p.opt.Program, "blastyard"),
			shellquote.Quote(recorder.Path()), viewer.Mark(player.Entrant-1), shellquote.Quote(player.Bot))
	}
}
