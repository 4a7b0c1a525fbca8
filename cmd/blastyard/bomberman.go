package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/bomberman"
	"blastyard/bomberman/console"
	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/internal/shellquote"
	"blastyard/match"
	"blastyard/replay"
)

// withBotFolders makes paths of the bot folders host and join, which stand for commands only right behind bomberman.
func withBotFolders(args []string) []string {
	if len(args) == 0 || args[0] != "bomberman" {
		return args
	}
	args = slices.Clone(args)
	for i, a := range args[min(2, len(args)):] {
		if a == "host" || a == "join" {
			args[i+2] = "." + string(os.PathSeparator) + a
		}
	}
	return args
}

// roundsOptions is the command line of bomberman.
type roundsOptions struct {
	bots         []string
	console      int
	rules        bool
	consoleLog   bool
	pretty       bool
	logDir       string
	hasLog       bool // --log was given
	seed         int32
	noLimit      bool
	debug        bool
	jobs         int
	keep         bool
	build        bool
	copyBots     bool
	sandbox      string
	env          []string // of the bots
	order        string
	interpreters []string
	programs     rounds.Interpreters // of interpreters
	replay       string
}

func newBombermanCommand() *cobra.Command {
	var o roundsOptions
	cmd := &cobra.Command{
		Use:   "bomberman [-b DIR...] [-c N]",
		Short: "Play 2016-Bomberman with bot folders and players at this keyboard",
		Long: `Play a match of 2016-Bomberman. A bot is a folder with a bot.json that is started anew each round.
Players at the keyboard type one letter and Enter: w up, s down, a left, d right, z bomb, x trigger, anything else
nothing. They get the first keys, from A, and the bots the following ones. Without any player there are two of them.
Bots run in turn, with 2 seconds each; time in which the machine gave a bot no processor does not count.

The folders of the rounds are in Replays/SEED, or in DIR with --log DIR. The rounds of an earlier match in that folder
are replaced. The rules: blastyard bomberman --rules.`,
		Example: `  blastyard bomberman -b mybot otherbot --pretty
  blastyard bomberman -b mybot -c 1 --seed 7 --nolimit
  blastyard bomberman -b mybot -b mybot --keep --log out --interpreter python3=/usr/bin/python3.13`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.rules {
				return console.WriteRules(cmd.OutOrStdout(), console.RulesFile)
			}
			o.bots = append(o.bots, args...) // -b DIR DIR
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Int32N(math.MaxInt32)
			}
			o.hasLog = cmd.Flags().Changed("log")
			if err := o.validate(); err != nil {
				return err
			}
			return o.play(cmd)
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *roundsOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&o.bots, "bot", "b", nil, "the folder of a bot; may be repeated, and several may follow")
	f.IntVarP(&o.console, "console", "c", 0, "players at this keyboard")
	f.BoolVarP(&o.rules, "rules", "r", false, "print the rules and write them to "+console.RulesFile)
	f.BoolVar(&o.consoleLog, "clog", false, "print what is logged")
	f.BoolVar(&o.pretty, "pretty", false, "draw every round")
	f.StringVarP(&o.logDir, "log", "l", "",
		"the folder of the match, with a folder for each round (default Replays/SEED)")
	f.Int32VarP(&o.seed, "seed", "s", 0, "the seed of the map and of all chance (default drawn, and printed)")
	f.BoolVar(&o.noLimit, "nolimit", false, "wait for every bot, for debuggers")
	f.BoolVar(&o.debug, "debug", false, "keep all files, and wait for Enter when a bot wrote to its error stream")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "bots that run at the same time, at most as many as there are processors")
	f.BoolVar(&o.keep, "keep", false, "keep map.txt and state.json in the players' folders")
	f.BoolVar(&o.copyBots, "copy-bots", false, "run copies of the bots' folders, which are removed after the match")
	f.BoolVar(&o.build, "build", false, "build the bots first: npm, Maven, pip (into a .venv there), msbuild, make")
	sandboxFlags(f, &o.sandbox, &o.env, harness.SandboxAuto)
	f.StringVar(&o.order, "order", orderKey,
		"who gets which key: key (A, B, … as given) or seeded (drawn from the seed)")
	f.StringVar(&o.replay, "replay", "",
		"file for the replay, or none (default replay.blast in the folder of the match)")
	f.StringArrayVar(&o.interpreters, "interpreter", nil,
		"NAME=PROGRAM of java, node, python2, python3, mono; may be repeated")
}

// The values of --order.
const (
	orderKey    = "key"
	orderSeeded = "seeded"
)

// validate checks what can be checked before anything is looked up.
func (o *roundsOptions) validate() error {
	if o.console < 0 {
		return usagef("--console is %d, expected 0 or more", o.console)
	}
	if len(o.bots) == 0 && o.console == 0 {
		o.console = 2
	}
	n := len(o.bots) + o.console
	switch {
	case n < bomberman.MinPlayers:
		return usagef("%d player, expected %d to %d: add --bot DIR or --console 1", n,
			bomberman.MinPlayers, bomberman.MaxPlayers)
	case n > bomberman.MaxPlayers:
		return usagef("%d players, expected %d to %d", n, bomberman.MinPlayers, bomberman.MaxPlayers)
	case o.jobs < 1:
		return usagef("--jobs is %d, expected 1 or more", o.jobs)
	case o.order != orderKey && o.order != orderSeeded:
		return usagef("--order is %q, expected %s or %s", o.order, orderKey, orderSeeded)
	case o.hasLog && o.logDir == "":
		return usagef("--log is empty, expected a folder")
	}
	for _, setting := range o.interpreters {
		if err := o.programs.Set(setting); err != nil {
			return usageError{err}
		}
	}
	return checkSandboxFlags(o.sandbox, o.env)
}

// The replay and the folder of a match, where the command line names none.
const (
	matchReplay   = "replay" + replay.Ending
	replaysFolder = "Replays"
)

// noReplay asks for no replay.
const noReplay = "none"

// play plays the match and prints how it ended.
func (o *roundsOptions) play(cmd *cobra.Command) error {
	bots, err := rounds.ReadBots(o.bots)
	if err != nil {
		return err
	}
	box, err := harness.NewSandbox(o.sandbox)
	if err != nil {
		return err
	}
	if o.replay != "" && o.replay != noReplay {
		if _, err := os.Lstat(o.replay); err == nil {
			return fmt.Errorf("--replay: %s exists already; name another file or remove it", o.replay)
		}
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	if o.build {
		if err := rounds.BuildAll(ctx, bots, &o.programs, cmd.ErrOrStderr()); err != nil {
			return interrupted(ctx, err)
		}
	}
	if box != nil && len(bots) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), sandboxLine(box))
	}
	c, names := o.config(bots)
	dir, err := filepath.Abs(c.LogDir)
	if err != nil {
		return err
	}
	screen := console.New(ctx, console.Config{In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Err: cmd.ErrOrStderr(),
		Names: names, Dir: dir, Pretty: o.pretty, Log: o.consoleLog, Debug: o.debug})
	a := arena.Arena{Persons: map[int]arena.Person{}}
	for k := range o.console {
		a.Persons[k] = screen.Person()
	}
	sinks := []arena.Sink{screen}
	var recorder *record.Recorder
	if o.replay != noReplay {
		if recorder, err = o.newRecorder(dir); err != nil {
			return err
		}
		sinks = append(sinks, recorder)
	}
	if _, err := a.Play(ctx, c, sinks...); err != nil {
		return interrupted(ctx, err)
	}
	screen.PrintResult(o.seed)
	var lost error
	if recorder != nil {
		lost = recorder.Err()
		if recorder.Path() != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "\nreplay: %s", recorder.Path())
		}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "\nfolder: %s\nrepeat: %s\n", dir, o.command())
	return lost
}

// config is the match that is asked for, and what the players are called, by seat: those at the keyboard come first.
func (o *roundsOptions) config(bots []*rounds.Bot) (c arena.Config, names []string) {
	c = arena.Config{Game: "bomberman", Seed: uint64(int64(o.seed)), NoTimeout: o.noLimit, Sandbox: o.sandbox,
		Env:    o.env,
		LogDir: o.logDir, Rounds: arena.Rounds{Jobs: o.jobs, Interpreters: o.interpreters, KeepFiles: o.keep || o.debug,
			CopyBots: o.copyBots, OwnNames: true}}
	if c.LogDir == "" {
		c.LogDir = filepath.Join(replaysFolder, fmt.Sprint(o.seed))
	}
	for k := range o.console {
		names = append(names, fmt.Sprintf("Player %d", k+1))
		c.Seats = append(c.Seats, arena.Seat{Bot: "human", Name: names[k]})
	}
	for i, b := range bots {
		names = append(names, b.NickName)
		c.Seats = append(c.Seats, arena.Seat{Bot: o.bots[i]})
	}
	for k := range c.Seats {
		c.IDs = append(c.IDs, k)
	}
	if o.order == orderSeeded {
		c.IDs = match.DealIDs(uint64(uint32(o.seed)), len(c.Seats))
	}
	return c, names
}

// newRecorder is what writes the replay: into the folder of the match, unless something else is asked for. One of an
// earlier match there goes with its rounds.
func (o *roundsOptions) newRecorder(dir string) (*record.Recorder, error) {
	path := o.replay
	if path == "" {
		path = filepath.Join(dir, matchReplay)
		if rounds.IsMatch(dir) {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	return record.New(record.Options{Path: path, Repeat: o.command(), Software: software()}), nil
}

// command is the command line that plays the same again.
func (o *roundsOptions) command() string {
	line := "blastyard bomberman"
	add := func(given bool, flag string, value ...string) {
		if given {
			line += " " + flag
			for _, v := range value {
				line += " " + shellquote.Quote(v)
			}
		}
	}
	each := func(flag string, values []string) {
		for _, v := range values {
			add(true, flag, v)
		}
	}
	each("--bot", o.bots)
	add(o.console > 0, "--console", fmt.Sprint(o.console))
	add(true, "--seed", fmt.Sprint(o.seed))
	add(o.order != orderKey, "--order", o.order)
	each("--interpreter", o.interpreters)
	add(o.noLimit, "--nolimit")
	add(o.copyBots, "--copy-bots")
	add(o.sandbox != harness.SandboxAuto, "--sandbox", o.sandbox)
	each("--env", o.env)
	add(o.logDir != "", "--log", o.logDir)
	add(o.replay == noReplay, "--replay", noReplay)
	return line
}
