package main

import (
	"time"

	"github.com/spf13/cobra"

	"blastyard/harness"
	"blastyard/maps"
	"blastyard/match"
)

// playOptions is the command line of play.
type playOptions struct {
	gameName    string
	mapName     string
	hasMap      bool
	players     int
	bots        []string
	special     string
	wait        int
	host        string
	port        int
	turns       int
	hasTurns    bool
	seed        uint64
	hasSeed     bool
	orderName   string
	turnTime    time.Duration
	hasTurnTime bool
	noTimeout   bool
	delay       time.Duration
	games       int
	jobs        int
	json        bool
	quiet       bool
	replay      string
	listen      string
	noBrowser   bool
	logDir      string
	explain     bool
	sandbox     string
	env         []string // of the bots
}

func newPlayCommand() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play [hexabomb|bomberman]",
		Short: "Play a match on this machine",
		Long: `Play a match and show it: on a page in the browser, or in the terminal where there is none. Without arguments four built-in
bots play hexabomb on a built-in map. The match is kept as a replay (blastyard replay --help).

In hexabomb a bot is builtin:NAME (idle, random, greedy, hunter; ghost as --special) or a command line. A command line is
started with NETORCAI_HOST and NETORCAI_PORT in its environment, {host} and {port} replaced in its words; it must log in as
a player within 10 seconds. In bomberman a bot is builtin:NAME (idle, random, reference) or a bot's folder with its
bot.json. A bot that fails loses its seat, never the match; one that cannot be
started is refused before the first turn. One bot alone gets a built-in opponent.

--bot human, or human:NAME, is a person who plays by hand, in either game, as often as there are people. The first one plays
in the browser that is opened, or in this terminal with --no-browser; every other one at an address that is printed, also
from other machines with --listen 0.0.0.0:PORT. A turn waits for people as long as they want, unless --turn-time is given. The
page then stays until Ctrl-C.

Keys while a match is shown in the terminal: space pause, arrows step, + and - speed, q quit.`,
		Example: `  blastyard play
  blastyard play --bot ./mybot --bot builtin:greedy
  blastyard play --map maze4 --special builtin:ghost --bot builtin:hunter --bot builtin:hunter
  blastyard play --bot "python3 bots/python/bot.py" --bot builtin:hunter --games 20 --json
  blastyard play --bot human
  blastyard play --bot human:ann --bot human:bob --bot builtin:hunter --listen 0.0.0.0:8080
  blastyard play --no-browser --listen 127.0.0.1:8080
  blastyard play --wait 2 --port 4242 --host 0.0.0.0
  blastyard play bomberman --players 8`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && contests[args[0]] == nil {
				return usagef("unknown game %q, expected hexabomb or bomberman", args[len(args)-1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hasSeed, o.hasTurns, o.hasMap = cmd.Flags().Changed("seed"), cmd.Flags().Changed("turns"), cmd.Flags().Changed("map")
			o.hasTurnTime = cmd.Flags().Changed("turn-time")
			if o.gameName = "hexabomb"; len(args) > 0 {
				o.gameName = args[0]
			}
			plan, err := o.plan(cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return plan.run(cmd.Context(), newScreen(cmd, plan))
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *playOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.mapName, "map", "m", maps.Default, "a built-in map (blastyard map list) or a map file")
	f.StringArrayVarP(&o.bots, "bot", "b", nil, "a player: builtin:NAME, a command line, or human; may be repeated")
	f.IntVar(&o.players, "players", 0, "so many players: built-in bots take the seats that --bot and --wait leave")
	f.StringVar(&o.special, "special", "", "the special player: makes it sudden death")
	f.IntVar(&o.wait, "wait", 0, "seats for bots that connect by themselves")
	f.StringVar(&o.host, "host", "127.0.0.1", "the address to listen on for them; 0.0.0.0 lets other machines in")
	f.IntVarP(&o.port, "port", "p", 0, "the port to listen on for them (default any free one)")
	f.IntVarP(&o.turns, "turns", "t", 100, "turns of a match, 1 to 65535 (bomberman: as many as its rules allow)")
	f.Uint64VarP(&o.seed, "seed", "s", 0, "the seed of all chance (default drawn, and printed)")
	f.StringVar(&o.orderName, "order", match.Seeded.String(), "who goes first in a turn: seeded or arrival")
	f.DurationVar(&o.turnTime, "turn-time", time.Second, "the time that a bot has for a turn; a late one misses it (bomberman: 2s, and what its language takes to start)")
	f.BoolVar(&o.noTimeout, "no-timeout", false, "wait for every bot, for debuggers")
	f.DurationVar(&o.delay, "delay", 0, "wait so long between two turns, at most 10s")
	f.IntVarP(&o.games, "games", "g", 1, "a series of so many matches with rotating seats")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "matches of a series at the same time (default: the processors; 1 with programs as bots)")
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no pictures and no progress")
	f.StringVar(&o.replay, "replay", "", "where to write the replay; none for none (default a new file in replays; a series: no replays, or a folder)")
	f.StringVar(&o.listen, "listen", "", "serve the page on this address, HOST:PORT, and stay until interrupted (default: at a terminal, a free port of 127.0.0.1)")
	f.BoolVar(&o.noBrowser, "no-browser", false, "do not open the page in a browser")
	f.BoolVar(&o.explain, "explain", false, "say after the match what cost each player most (see docs/explain.md); needs the replay")
	sandboxFlags(f, &o.sandbox, &o.env, harness.SandboxOff)
	f.StringVar(&o.logDir, "log", "", "a folder for the bots' output, one file a bot; existing files are kept")
}

// validate checks what can be checked before anything is looked up.
func (o *playOptions) validate() error {
	switch {
	case o.turns < 1 || o.turns > 65535:
		return usagef("--turns is %d, expected 1 to 65535", o.turns)
	case o.players < 0 || o.players > 1024:
		return usagef("--players is %d, expected 1 to 1024", o.players)
	case o.wait < 0 || o.wait > 1024:
		return usagef("--wait is %d, expected 0 to 1024", o.wait)
	case o.port < 0 || o.port > 65535:
		return usagef("--port is %d, expected 0 to 65535", o.port)
	case o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s (--no-timeout waits for ever)", o.turnTime)
	case o.delay < 0 || o.delay > 10*time.Second:
		return usagef("--delay is %v, expected 0s to 10s", o.delay)
	case o.games < 1:
		return usagef("--games is %d, expected 1 or more", o.games)
	case o.games > 1 && o.wait > 0:
		return usagef("--wait is %d with --games %d: bots that connect by themselves play one match", o.wait, o.games)
	case o.explain && o.games > 1:
		return usagef("--explain is about one match, but --games is %d (blastyard replay explain takes any replay)", o.games)
	case o.explain && o.replay == noReplay:
		return usagef("--explain needs the replay; leave out --replay %s", noReplay)
	case o.jobs < 0:
		return usagef("--jobs is %d, expected 0 or more", o.jobs)
	}
	return checkSandboxFlags(o.sandbox, o.env)
}
