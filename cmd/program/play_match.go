//go:build !js

package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"blastyard"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/options"
	"blastyard/arena/record"
	"blastyard/arena/resultfile"
	"blastyard/arena/turnlog"
	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/errortext"
	"blastyard/internal/foreground"
	"blastyard/internal/newfile"
	"blastyard/internal/shellquote"
	"blastyard/internal/waiting"
	"blastyard/internal/website"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/branch"
	"blastyard/show/catalog"
	"blastyard/show/human"
	"blastyard/show/lines"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/report"
	"blastyard/show/terminal"
)

// playing is a match, or a series of matches, that the command plays and shows.
type playing struct {
	*arena.Prepared
	opt     *options.Options
	persons *human.Persons
	out     io.Writer
	notes   *lines.Notes
	tty     *os.File // standard output if it is a terminal to draw on
	errTTY  bool     // standard error is a terminal, so the progress of a series can be overwritten
	page    *live.Page
	site    *website.Site  // where others reach the page
	drops   *catalog.Drops // replays that are dropped on the page
	// branches are matches of the page that are played on.
	branches *branch.Branches
	shown    string // replay of the played match; "": there is none
	inPage   bool   // the match is shown in an opened browser, and not drawn in the terminal

	results *resultfile.File   // of a series; nil: none
	before  []resultfile.Match // matches of a continued series that were played before

	progressAt time.Time // last time the progress of a series was shown
}

// preparePlay checks the command line, and prepares what is played and shown.
func preparePlay(cmd *cobra.Command, o *options.Options) (_ *playing, err error) {
	p := &playing{opt: o, out: cmd.OutOrStdout(), notes: &lines.Notes{Out: cmd.ErrOrStderr()}}
	defer func() {
		if err != nil {
			p.closeResults()
		}
	}()
	if o.Resume != "" {
		if err := p.goOn(cmd.Flags()); err != nil {
			return nil, err
		}
	}
	c, err := o.Config()
	if err != nil {
		return nil, err
	}
	if p.persons, err = human.New(c, o.Given("turn-time") && !o.NoTimeout); err != nil {
		return nil, options.InFlags(err)
	}
	if p.persons.Any() && o.Series() {
		return nil, usagef("--games is %d with --bot human: a person plays one match", o.Games)
	}
	a := blastyard.Arena()
	p.persons.Sit(&c)
	if p.persons.Any() {
		a.Ready = p.awaitPersons
	}
	if p.Prepared, err = a.Prepare(c); err != nil {
		return nil, options.InFlags(err)
	}
	if last := o.LastSeed; o.Seeds() > 1 && p.Kind.FitSeed(last) != last {
		return nil, usagef("--seed ends with %d, expected 0 to %d", last, p.Kind.MaxSeed)
	}
	p.persons.SetNames(p.Seats)
	if f, ok := p.out.(*os.File); ok && terminal.IsTerminal(f) && !foreground.InBackground(f) &&
		!o.Quiet && !o.JSON && !o.Series() {
		p.tty = f
	}
	if f, ok := p.notes.Out.(*os.File); ok && terminal.IsTerminal(f) && !o.Quiet {
		p.errTTY = true
	}
	if err := p.CheckLogs(o.Matches()); err != nil {
		return nil, options.InFlags(err)
	}
	if err := p.checkReplay(); err != nil {
		return nil, err
	}
	if err := p.openResults(); err != nil {
		return nil, err
	}
	p.announce()
	return p, nil
}

// announce prints what is worth knowing before the match: what is odd in the map, and how bots are kept apart.
func (p *playing) announce() {
	for _, note := range p.Map.Notes {
		p.notes.Print("map %s: %s", p.Map.Name, note)
	}
	if p.opt.Quiet {
		return
	}
	if text := options.Unfair(p.Prepared); text != "" {
		p.notes.Print("%s", text)
	}
	if p.Programs() {
		p.notes.Print("%s", p.Sandbox.Line())
		for _, line := range p.SharedFolders() {
			p.notes.Print("%s", line)
		}
	}
}

// awaitPersons waits until the persons have come, and tells whom it waits for.
func (p *playing) awaitPersons(ctx context.Context) {
	if absent := p.persons.Absent(); len(absent) > 0 {
		defer waiting.Tell(waiting.Persons(absent, p.opt.Start), func(line string) { p.notes.Tell("%s", line) })()
	}
	p.persons.Ready(ctx, p.opt.Start)
}

// run plays and reports the result.
func (p *playing) run(ctx context.Context) error {
	defer p.Close()
	defer p.closeResults()
	if err := p.openPage(ctx); err != nil {
		return err
	}
	if p.page != nil {
		defer p.drops.Close()
		defer p.page.Close()
		defer p.branches.Close()
	}
	play := p.runMatch
	if p.opt.Series() {
		play = p.runSeries
	}
	if err := play(ctx); err != nil {
		return err
	}
	if p.page != nil && (p.opt.Listen != "" || p.site.Known() || p.inPage ||
		len(p.persons.Addresses(p.page.Website)) > 0) {
		stays(ctx, p.page.Page, p.notes.Print)
	} else if p.page != nil && p.shown != "" && !p.opt.Quiet {
		p.notes.Tell("the page has ended with the match; to watch it again: %s watch %s",
			cmp.Or(p.opt.Program, "blastyard"), shellquote.Quote(p.shown))
	}
	return nil
}

// runMatch plays one match and prints its result.
func (p *playing) runMatch(ctx context.Context) error {
	end := &report.Last{}
	sinks, recorder := p.sinks(0)
	sinks = append(sinks, end)
	var result *arena.Result
	err := p.drawing(ctx, recorder, func(ctx context.Context, more ...arena.Sink) (err error) {
		result, err = p.PlayGame(ctx, p.series(), max(p.opt.Only-1, 0), append(sinks, more...)...)
		return err
	})
	lost := p.lost(recorder, result)
	if recorder != nil && recorder.Err() == nil {
		p.shown = recorder.Path()
	}
	if err != nil {
		return both(command.Interrupted(ctx, err), lost)
	}
	return both(p.printResult(result, end, recorder), lost)
}

// sinks returns the sinks of match i besides the drawing: printed lines, the replay, the page. recorder is nil if no
// replay is written.
func (p *playing) sinks(i int) (sinks []arena.Sink, recorder *record.Recorder) {
	number := 0
	if p.opt.Series() {
		number = i + 1
	}
	recorded := p.recordOptions(i)
	if recorded.Path != "" {
		recorder = record.New(recorded)
		sinks = append(sinks, recorder)
	}
	if p.page != nil {
		recording := livepage.FromFile(recorder)
		if recorder == nil {
			recording = livepage.InMemory(recorded, p.opt.Series())
			sinks = append(sinks, recording.Sink())
		}
		sinks = append(sinks, livepage.New(p.page, livepage.Options{Explain: games.All(), Recorded: recording.Replay,
			Replay: recording.Open, Begun: func(m *live.Match) { p.persons.ShownAt(m) }}))
	}
	if p.Config.LogDir != "" {
		sinks = append(sinks, turnlog.New(len(p.Seats), func(seat int) string { return p.turnLog(i, seat) },
			func(err error) { p.notes.Print("--log: %s", errortext.Line(err)) }))
	}
	full := !p.opt.Quiet && !p.opt.Series()
	if !p.Local || full && (p.tty == nil || p.inPage) {
		sinks = append(sinks, lines.New(p.notes, p.Prepared, lines.Options{Game: number,
			Full:  full && (p.tty == nil || p.inPage),
			Quiet: p.opt.Quiet || p.opt.Series()}).Again(p.again(recorder)))
	}
	return sinks, recorder
}

// turnLog returns the file for the turns of a seat's program in match i, beside that of its output; "" for none.
func (p *playing) turnLog(i, seat int) string {
	file := p.LogFile(i, p.opt.Series(), seat)
	if file == "" {
		return ""
	}
	return strings.TrimSuffix(file, ".log") + ".jsonl"
}

// recordOptions are the options of the replay of match i.
func (p *playing) recordOptions(i int) record.Options {
	one := *p.opt
	if one.Series() {
		one.Only = i + 1
	}
	return record.Options{Path: p.replayFile(i), Renumber: p.opt.Replay == "" || p.opt.Resume != "",
		Repeat: one.RepeatRecorded(p.Prepared), Software: software()}
}

// lost returns an error if the recording is missing or incomplete. The command fails only if a recording was requested.
func (p *playing) lost(recorder *record.Recorder, result *arena.Result) error {
	var lost error
	if recorder != nil && recorder.Err() != nil {
		if p.opt.Replay == "" {
			p.notes.Print("%v", recorder.Err())
		} else {
			lost = recorder.Err()
		}
	}
	if result != nil {
		for k := range result.Seats {
			if err := result.Seats[k].Program.Output.Err; err != nil {
				lost = both(lost, fmt.Errorf("--log: the output of %s is not complete: %w", result.Seats[k].Name, err))
			}
		}
	}
	return lost
}

// both joins two errors in one line; either may be nil.
func both(a, b error) error {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// replayDir is the default folder of replays.
const replayDir = "replays"

// replayFile returns the path of the replay of match i; "" for none. A series writes replays only if a place is given.
func (p *playing) replayFile(i int) string {
	switch {
	case p.opt.Replay == options.NoReplay, p.opt.Replay == "" && p.opt.Series():
		return ""
	case p.opt.Replay == "":
		return replayPath(p.Kind.Name, p.SeedOf(p.series(), max(p.opt.Only-1, 0)), time.Now())
	case p.opt.Series():
		return record.SeriesPath(p.opt.Replay, i)
	default:
		return p.opt.Replay
	}
}

func replayPath(game string, seed uint64, now time.Time) string {
	return filepath.Join(replayDir, fmt.Sprintf("%s-%s-%d%s", game, now.Format("20060102-150405"), seed, replay.Ending))
}

// checkReplay reports before the match that a replay cannot be written.
func (p *playing) checkReplay() error {
	file := p.replayFile(0)
	if p.opt.Replay == "" || file == "" {
		return nil
	}
	if _, err := os.Lstat(file); err == nil && p.opt.Resume == "" {
		return fmt.Errorf("--replay: %s exists already; name another file or remove it", file)
	}
	if err := newfile.Try(file); err != nil {
		return fmt.Errorf("--replay: %w", err)
	}
	return nil
}

// explained returns the explanation of a recorded match.
func (p *playing) explained(recorder *record.Recorder) (*explain.Report, error) {
	if !p.opt.Explain {
		return nil, nil
	}
	if recorder == nil || recorder.Err() != nil {
		return nil, errors.New("--explain: there is no replay to explain")
	}
	r, err := replay.Open(recorder.Path())
	if err != nil {
		return nil, err
	}
	return explain.Explain(r, games.All())
}
