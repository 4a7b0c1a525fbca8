package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/human"
	"blastyard/arena/lines"
	"blastyard/arena/livepage"
	"blastyard/arena/record"
	"blastyard/explain"
	"blastyard/game"
	"blastyard/harness"
	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/live"
	"blastyard/viewer/terminal"
)

// playing is a match, or a series of them, that the command plays: what is played, and where it is seen.
type playing struct {
	*playOptions
	*arena.Prepared
	persons *human.Persons
	out     io.Writer
	notes   *lines.Notes
	tty     *os.File // standard output where it is a terminal that is to be drawn on
	errTTY  bool     // standard error is a terminal: progress of a series can be overwritten
	page    *live.Page
	inPage  bool // the match is seen in a browser that was opened, and not drawn in the terminal

	progressAt time.Time // when the progress of a series was last shown
}

// prepare checks the command line, and finds what is played and where it is seen.
func (o *playOptions) prepare(cmd *cobra.Command) (*playing, error) {
	c, err := o.config()
	if err != nil {
		return nil, err
	}
	p := &playing{playOptions: o, out: cmd.OutOrStdout(), notes: &lines.Notes{Out: cmd.ErrOrStderr()}}
	if p.persons, err = human.New(c, o.given("turn-time") && !o.noTimeout); err != nil {
		return nil, err
	}
	if p.persons.Any() && o.games > 1 {
		return nil, usagef("--games is %d with --bot human: a person plays one match", o.games)
	}
	a := arena.Arena{Persons: p.persons.Seats()}
	if p.Prepared, err = a.Prepare(c); err != nil {
		return nil, inFlags(err)
	}
	p.persons.SetNames(p.Name)
	if f, ok := p.out.(*os.File); ok && terminal.IsTerminal(f) && !o.quiet && !o.json && o.games == 1 {
		p.tty = f
	}
	if f, ok := p.notes.Out.(*os.File); ok && terminal.IsTerminal(f) && !o.quiet {
		p.errTTY = true
	}
	if err := p.CheckLogs(o.games); err != nil {
		return nil, inFlags(err)
	}
	if err := p.checkReplay(); err != nil {
		return nil, err
	}
	if p.Programs() && !o.quiet {
		p.notes.Print("%s", sandboxLine(p.Sandbox))
		for _, line := range p.SharedFolders() {
			p.notes.Print("%s", line)
		}
	}
	return p, nil
}

// run plays, and says how it ended.
func (p *playing) run(ctx context.Context) error {
	defer p.Close()
	if err := p.openPage(ctx); err != nil {
		return err
	}
	if p.page != nil {
		defer p.page.Close()
	}
	play := p.runMatch
	if p.games > 1 {
		play = p.runSeries
	}
	if err := play(ctx); err != nil {
		return err
	}
	if p.page != nil && (p.listen != "" || p.inPage || len(p.persons.Addresses(p.page.URL)) > 0) {
		stays(ctx, p.page.Page, p.notes.Print)
	}
	return nil
}

// runMatch plays one match and prints its result.
func (p *playing) runMatch(ctx context.Context) error {
	end := &last{}
	sinks, recorder := p.sinks(0)
	sinks = append(sinks, end)
	var result *arena.Result
	err := p.drawing(ctx, func(ctx context.Context, more ...arena.Sink) (err error) {
		result, err = p.Play(ctx, append(sinks, more...)...)
		return err
	})
	lost := p.lost(recorder, result)
	if err != nil {
		return both(interrupted(ctx, err), lost)
	}
	return both(p.printResult(result, end, recorder), lost)
}

// sinks are those that hear of match i whatever it is drawn on: what is printed, the replay, the page. The recorder is
// nil where no replay is written.
func (p *playing) sinks(i int) (sinks []arena.Sink, recorder *record.Recorder) {
	if path := p.replayFile(i); path != "" {
		recorder = record.New(record.Options{Path: path, Renumber: p.replay == "", Repeat: p.command(),
			Software: software()})
		sinks = append(sinks, recorder)
	}
	if p.page != nil {
		sinks = append(sinks, livepage.New(p.page, livepage.Options{Lessons: p.lessonsOf(recorder),
			Begun: func(m *live.Match) { p.persons.ShownAt(m) }}))
	}
	full := !p.quiet && p.games == 1
	if !p.Local() || full && (p.tty == nil || p.inPage) {
		sinks = append(sinks, lines.New(p.notes, p.Prepared, full && (p.tty == nil || p.inPage), p.quiet))
	}
	return sinks, recorder
}

// lessonsOf explains a match to its page, where that is quick enough.
func (p *playing) lessonsOf(recorder *record.Recorder) func(e *arena.End) []viewer.Lesson {
	return func(e *arena.End) []viewer.Lesson {
		if recorder == nil || recorder.Path() == "" || e.Result.Turns*len(e.Frame().Cells) > explain.PageWork {
			return nil
		}
		lessons, err := lessonsOf(recorder.Path())
		if err != nil {
			p.notes.Print("the match is not explained: %v", err)
		}
		return explain.ForViewer(lessons)
	}
}

// lost is what was to be recorded and was not, or not all of it. Only what was asked for makes the command fail.
func (p *playing) lost(recorder *record.Recorder, result *arena.Result) error {
	var lost error
	if recorder != nil && recorder.Err() != nil {
		if p.replay == "" {
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

// both is two errors as one of one line; either may be nil.
func both(a, b error) error {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// interrupted says in a few words why a match did not come to its end: it was ended from outside, or the machine failed
// it.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && !harness.HostFault(err) {
		return errors.New("interrupted")
	}
	var config *arena.ConfigError
	if errors.As(err, &config) { // a port that is taken, say
		return inFlags(err)
	}
	return errors.New(arena.Why(err))
}

// replayDir is where replays go unless something else is asked for.
const replayDir = "replays"

// replayFile is where the replay of match i goes; "" for nowhere. A series writes replays only when it is told where.
func (p *playing) replayFile(i int) string {
	switch {
	case p.replay == noReplay, p.replay == "" && p.games > 1:
		return ""
	case p.replay == "":
		return replayPath(p.Kind.Name, p.Config.Seed, time.Now())
	case p.games > 1:
		return record.SeriesPath(p.replay, i)
	default:
		return p.replay
	}
}

func replayPath(game string, seed uint64, now time.Time) string {
	return filepath.Join(replayDir, fmt.Sprintf("%s-%s-%d%s", game, now.Format("20060102-150405"), seed, replay.Ending))
}

// checkReplay refuses a replay that cannot be written, before the match.
func (p *playing) checkReplay() error {
	file := p.replayFile(0)
	if p.replay == "" || file == "" {
		return nil
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("--replay: %s exists already; name another file or remove it", file)
	}
	if err := tryFile(file); err != nil {
		return fmt.Errorf("--replay: %w", err)
	}
	return nil
}

// tryFile finds out whether a file can be written, and makes its folder. The file is gone again afterwards.
func tryFile(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 1<<10)) // an empty file fits on a full disk
	return errors.Join(err, f.Close(), os.Remove(file))
}

// explained are the lessons of a match that was recorded.
func (p *playing) explained(recorder *record.Recorder) ([]explain.Lesson, error) {
	if !p.explain {
		return nil, nil
	}
	if recorder == nil || recorder.Err() != nil {
		return nil, errors.New("--explain: there is no replay to explain")
	}
	return lessonsOf(recorder.Path())
}

// lessonsOf explains the match of a replay file.
func lessonsOf(path string) ([]explain.Lesson, error) {
	r, err := replay.Open(path)
	if err != nil {
		return nil, err
	}
	return explain.Match(r, game.All())
}
