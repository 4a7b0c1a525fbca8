// Package dropin plays a match as the original Bomberman engine did: bots' folders and players at this keyboard, with
// a folder for every round.
package dropin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"blastyard"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/arena/rounds"
	"blastyard/game/match"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
	"blastyard/originals/bomberman/console"
	"blastyard/replay"
	"blastyard/rules/bomberman"
)

// The values of Options.Order.
const (
	OrderKey    = "key"    // the players have the keys A, B, … as they are given
	OrderSeeded = "seeded" // the seed determines the keys of the players
)

// NoReplay is the option value for no replay.
const NoReplay = "none"

// Default names of the replay and the folder of a match.
const (
	matchReplay   = "replay" + replay.Ending
	replaysFolder = "Replays"
)

// Options say what to play. The options of the command line have the same names.
type Options struct {
	Bots         []string // their folders; Play removes those without a readable bot
	Console      int      // number of players at the keyboard; they come first
	Pretty       bool     // draw every round
	ConsoleLog   bool     // print the log
	LogDir       string   // the folder of the match; "": Replays/SEED
	Seed         int32
	NoLimit      bool
	Debug        bool
	Jobs         int
	Keep         bool // keep map.txt and state.json in the players' folders
	Build        bool
	CopyBots     bool
	Sandbox      string   // as in arena.Config
	Env          []string // of the bots
	Order        string
	Interpreters []string // NAME=PROGRAM
	Replay       string   // the replay file; "": in the folder of the match

	Software string // the program that the replay names as its writer

	programs rounds.Interpreters // of Interpreters
}

// BrokenError is the error of a match that did not reach its end.
type BrokenError struct{ Err error }

func (e *BrokenError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *BrokenError) Unwrap() error { return e.Err }

// Validate checks what can be checked without looking anything up. Its errors name options as the command line does.
func (o *Options) Validate() error {
	if o.Console < 0 {
		return fmt.Errorf("--console is %d, expected 0 or more", o.Console)
	}
	if len(o.Bots) == 0 && o.Console == 0 {
		o.Console = 2
	}
	n := len(o.Bots) + o.Console
	switch {
	case n < bomberman.MinPlayers || n > bomberman.MaxPlayers:
		return wrongNumber(n)
	case o.Jobs < 1:
		return fmt.Errorf("--jobs is %d, expected 1 or more", o.Jobs)
	case o.Order != OrderKey && o.Order != OrderSeeded:
		return fmt.Errorf("--order is %q, expected %s or %s", o.Order, OrderKey, OrderSeeded)
	}
	o.programs = rounds.Interpreters{}
	for _, setting := range o.Interpreters {
		if err := o.programs.Set(setting); err != nil {
			return err
		}
	}
	return nil
}

// wrongNumber is the error for a wrong number of players, first in the original's words.
func wrongNumber(n int) error {
	//nolint:staticcheck // the original's text
	return fmt.Errorf("Number of players should be between %d and %d! There are %d"+
		" (add one with --bot DIR or --console 1)", bomberman.MinPlayers, bomberman.MaxPlayers, n)
}

// readBots reads the bots, and omits those that cannot be read.
func (o *Options) readBots(notes io.Writer) (bots []*rounds.Bot, err error) {
	var dirs []string
	for _, dir := range o.Bots {
		b, err := rounds.ReadBot(dir)
		if err != nil {
			fmt.Fprintln(notes, plain.Line("left out: "+errortext.Text(err)))
			continue
		}
		dirs, bots = append(dirs, dir), append(bots, b)
	}
	o.Bots = dirs
	if n := len(bots) + o.Console; n < bomberman.MinPlayers {
		return nil, wrongNumber(n)
	}
	return bots, nil
}

// Play plays the match of valid options, and prints how it ended. The error is a BrokenError if the match did not
// reach its end. Other errors mean that it could not begin or that the recording is incomplete.
func (o *Options) Play(ctx context.Context, in io.Reader, out, notes io.Writer) error {
	bots, err := o.readBots(notes)
	if err != nil {
		return err
	}
	box, err := harness.NewSandbox(o.Sandbox)
	if err != nil {
		return err
	}
	if err := usage.File("replay", o.Replay); err != nil {
		return err
	}
	if o.Replay != "" && o.Replay != NoReplay {
		if _, err := os.Lstat(o.Replay); err == nil {
			return fmt.Errorf("--replay: %s exists already; name another file or remove it", o.Replay)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Build {
		if err := rounds.BuildAll(ctx, bots, &o.programs, notes); err != nil {
			return &BrokenError{err}
		}
	}
	if box != nil && len(bots) > 0 {
		fmt.Fprintln(notes, box.Line())
	}
	c, names := o.config(bots)
	dir, err := filepath.Abs(c.LogDir)
	if err != nil {
		return err
	}
	screen := console.New(ctx, console.Config{In: in, Out: out, Err: notes, Names: names, Dir: dir, Pretty: o.Pretty,
		Log: o.ConsoleLog, Debug: o.Debug})
	recorder, err := o.newRecorder(dir)
	if err != nil {
		return err
	}
	if err := o.play(ctx, c, screen, recorder); err != nil {
		return &BrokenError{err}
	}
	screen.PrintResult(o.Seed)
	var lost error
	if recorder != nil {
		lost = recorder.Err()
		if recorder.Path() != "" {
			fmt.Fprintf(out, "\nreplay: %s", recorder.Path())
		}
	}
	fmt.Fprintf(out, "\nfolder: %s\nrepeat: %s\n", dir, o.Command())
	return lost
}

func (o *Options) play(ctx context.Context, c arena.Config, screen *console.Console, recorder *record.Recorder) error {
	for k := range o.Console {
		c.Seats[k].Player = screen.Person()
	}
	sinks := []arena.Sink{screen}
	if recorder != nil {
		sinks = append(sinks, recorder)
	}
	_, err := blastyard.Play(ctx, c, sinks...)
	return err
}

// config returns the config of the match, and the names of the players by seat. Those at the keyboard come first.
func (o *Options) config(bots []*rounds.Bot) (c arena.Config, names []string) {
	c = arena.Config{Game: "bomberman", Seed: uint64(int64(o.Seed)), NoTimeout: o.NoLimit, Sandbox: o.Sandbox,
		Failed: match.FailedKeep.String(), Env: o.Env,
		LogDir: o.LogDir, Rounds: arena.Rounds{Jobs: o.Jobs, Interpreters: o.Interpreters, KeepFiles: o.Keep || o.Debug,
			CopyBots: o.CopyBots, OwnNames: true}}
	if c.LogDir == "" {
		c.LogDir = filepath.Join(replaysFolder, fmt.Sprint(o.Seed))
	}
	for k := range o.Console {
		names = append(names, fmt.Sprintf("Player %d", k+1))
		c.Seats = append(c.Seats, arena.Seat{Bot: "human", Name: names[k]})
	}
	for i, b := range bots {
		names = append(names, b.NickName)
		c.Seats = append(c.Seats, arena.Seat{Bot: o.Bots[i]})
	}
	for k := range c.Seats {
		c.IDs = append(c.IDs, k)
	}
	if o.Order == OrderSeeded {
		c.IDs = match.Draws{Seed: uint64(uint32(o.Seed))}.DealIDs(len(c.Seats))
	}
	return c, names
}

// newRecorder returns the recorder of the replay. By default the replay is in the folder of the match, where it
// replaces that of an earlier match. It returns nil if no replay is wanted.
func (o *Options) newRecorder(dir string) (*record.Recorder, error) {
	path := o.Replay
	switch path {
	case NoReplay:
		return nil, nil
	case "":
		path = filepath.Join(dir, matchReplay)
		if rounds.IsMatch(dir) {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	return record.New(record.Options{Path: path, Repeat: o.Command(), Software: o.Software}), nil
}
