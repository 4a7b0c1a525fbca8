package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/match"
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
	replay       string
}

func newBombermanCommand() *cobra.Command {
	var o roundsOptions
	cmd := &cobra.Command{
		Use:   "bomberman [-b DIR...] [-c N]",
		Short: "Play 2016-Bomberman with bot folders and players at this keyboard",
		Long: `Play a match of 2016-Bomberman. A bot is a folder with a bot.json; each round it is started anew, and has 2 seconds. Players
at the keyboard type one letter and Enter: w up, s down, a left, d right, z bomb, x trigger, anything else nothing. Console
players get the first keys, from A, and the bots the following ones. Without any player there are two console players.
Bots run in turn, and time in which the machine gave a bot no processor does not count.

All that happened is in Replays/SEED/ROUND, or in DIR/ROUND with --log DIR. The rounds of an earlier match in that folder
are replaced. The rules: blastyard bomberman --rules.`,
		Example: `  blastyard bomberman -b mybot otherbot --pretty
  blastyard bomberman -b mybot -c 1 --seed 7 --nolimit
  blastyard bomberman -b mybot -b mybot --keep --log out --interpreter python3=/usr/bin/python3.13`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.rules {
				return writeRules(cmd.OutOrStdout(), rulesFile)
			}
			o.bots = append(o.bots, args...) // -b DIR DIR
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Int32N(math.MaxInt32)
			}
			o.hasLog = cmd.Flags().Changed("log")
			m, err := o.plan(cmd)
			if err != nil {
				return err
			}
			return m.run(cmd.Context())
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
	f.BoolVarP(&o.rules, "rules", "r", false, "print the rules and write them to "+rulesFile)
	f.BoolVar(&o.consoleLog, "clog", false, "print what is logged")
	f.BoolVar(&o.pretty, "pretty", false, "draw every round")
	f.StringVarP(&o.logDir, "log", "l", "", "the folder of the match, with a folder for each round (default Replays/SEED)")
	f.Int32VarP(&o.seed, "seed", "s", 0, "the seed of the map and of all chance (default drawn, and printed)")
	f.BoolVar(&o.noLimit, "nolimit", false, "wait for every bot, for debuggers")
	f.BoolVar(&o.debug, "debug", false, "keep the files of the rounds, and wait for Enter when a bot has written to its error stream")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "bots that run at the same time, at most as many as there are processors")
	f.BoolVar(&o.keep, "keep", false, "keep map.txt and state.json in the players' folders")
	f.BoolVar(&o.copyBots, "copy-bots", false, "run copies of the bots' folders, so that what bots write into theirs is gone after the match")
	f.BoolVar(&o.build, "build", false, "build the bots first: npm, Maven, pip (into .venv in the bot's folder), msbuild, make")
	sandboxFlags(f, &o.sandbox, &o.env, harness.SandboxAuto)
	f.StringVar(&o.order, "order", orderKey, "who gets which key: key (A, B, … as given) or seeded (drawn from the seed)")
	f.StringVar(&o.replay, "replay", "", "where to write the replay; none for none (default replay.blast in the folder of the match)")
	f.StringArrayVar(&o.interpreters, "interpreter", nil, "NAME=PROGRAM for java, node, python2, python3 or mono; may be repeated")
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
		return usagef("%d player, expected %d to %d: add --bot DIR or --console 1", n, bomberman.MinPlayers, bomberman.MaxPlayers)
	case n > bomberman.MaxPlayers:
		return usagef("%d players, expected %d to %d", n, bomberman.MinPlayers, bomberman.MaxPlayers)
	case o.jobs < 1:
		return usagef("--jobs is %d, expected 1 or more", o.jobs)
	case o.order != orderKey && o.order != orderSeeded:
		return usagef("--order is %q, expected %s or %s", o.order, orderKey, orderSeeded)
	case o.hasLog && o.logDir == "":
		return usagef("--log is empty, expected a folder")
	}
	return checkSandboxFlags(o.sandbox, o.env)
}

// plan reads the bots and makes the map.
func (o *roundsOptions) plan(cmd *cobra.Command) (*roundsMatch, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	m := &roundsMatch{options: o, removeCopies: func() {}, stdin: cmd.InOrStdin(), out: cmd.OutOrStdout(), err: cmd.ErrOrStderr()}
	cfg := rounds.Config{NoLimit: o.noLimit, Jobs: o.jobs, Env: o.env}
	for _, setting := range o.interpreters {
		if err := cfg.Interpreters.Set(setting); err != nil {
			return nil, usageError{err}
		}
	}
	m.interpreters = cfg.Interpreters
	var err error
	if cfg.Sandbox, err = harness.NewSandbox(o.sandbox); err != nil {
		return nil, err
	}
	m.sandbox = cfg.Sandbox
	n := len(o.bots) + o.console
	keys := make([]int, n)
	for i := range keys {
		keys[i] = i
	}
	if o.order == orderSeeded {
		keys = match.DealIDs(uint64(uint32(o.seed)), n)
	}
	m.seats = make([]roundsSeat, n)
	m.text.Names = make([]string, n)
	m.players = make([]wire.PlayerInfo, n)
	for i, k := range keys {
		s := &m.seats[k]
		s.key = bomberman.Key(k)
		m.players[k] = wire.HumanInfo(fmt.Sprintf("Player %d", i+1), k)
		if i >= o.console {
			b, err := rounds.ReadBot(o.bots[i-o.console])
			if err != nil {
				return nil, err
			}
			s.bot, s.dir, m.players[k] = b, b.Dir, b.Info(s.key)
		}
		s.name = m.players[k].NickName
		m.text.Names[k] = s.name
	}
	board, err := bomberman.Generate(bomberman.DefaultSettings(), n, o.seed)
	if err != nil {
		return nil, err
	}
	m.state = bomberman.NewState(board)
	if m.runner, err = rounds.NewRunner(cfg); err != nil {
		return nil, err
	}
	if o.replay != "" && o.replay != noReplay {
		if _, err := os.Lstat(o.replay); err == nil {
			return nil, fmt.Errorf("--replay: %s exists already; name another file or remove it", o.replay)
		}
	}
	return m, nil
}

// command is the command line that plays the same again.
func (o *roundsOptions) command() string {
	words := []string{"blastyard", "bomberman"}
	add := func(flag, value string) { words = append(words, flag, shellQuote(value)) }
	for _, b := range o.bots {
		add("--bot", b)
	}
	if o.console > 0 {
		add("--console", fmt.Sprint(o.console))
	}
	add("--seed", fmt.Sprint(o.seed))
	if o.order != orderKey {
		add("--order", o.order)
	}
	for _, i := range o.interpreters {
		add("--interpreter", i)
	}
	if o.noLimit {
		words = append(words, "--nolimit")
	}
	if o.copyBots {
		words = append(words, "--copy-bots")
	}
	if o.sandbox != harness.SandboxAuto {
		add("--sandbox", o.sandbox)
	}
	for _, e := range o.env {
		add("--env", e)
	}
	if o.logDir != "" {
		add("--log", o.logDir)
	}
	if o.replay == noReplay {
		add("--replay", noReplay)
	}
	return strings.Join(words, " ")
}
