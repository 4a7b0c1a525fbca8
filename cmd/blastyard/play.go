package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/game"
	"blastyard/harness"
	"blastyard/maps"
	"blastyard/match"
)

// playOptions is the command line of play.
type playOptions struct {
	gameName  string
	mapName   string
	players   int
	bots      []string
	botsFile  string
	special   string
	wait      int
	host      string
	port      int
	turns     int
	seed      uint64
	orderName string
	turnTime  time.Duration
	noTimeout bool
	delay     time.Duration
	games     int
	jobs      int
	json      bool
	quiet     bool
	replay    string
	listen    string
	noBrowser bool
	logDir    string
	explain   bool
	sandbox   string
	env       []string // of the bots

	given func(flag string) bool // tells whether the command line has a flag
}

func newPlayCommand() *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play [hexabomb|bomberman]",
		Short: "Play a match on this machine",
		Long: `Play a match and show it: on a page in the browser, or in the terminal where there is none. Without
arguments four built-in bots play hexabomb on a built-in map. The match is kept as a replay (blastyard replay --help).

In hexabomb a bot is builtin:NAME (idle, random, greedy, hunter; ghost as --special), a command line, or a folder with
a bot.toml that says how to start it. NAME= in front gives it a name. A command line is started with NETORCAI_HOST and
NETORCAI_PORT in its environment, {host} and {port} replaced in its words; it must log in as a player within 10
seconds. In bomberman a bot is builtin:NAME (idle, random, reference) or a bot's folder with its bot.json. A bot that
fails loses its seat, never the match; one that cannot be started is refused before the first turn. One bot alone gets
a built-in opponent.

--bot human, or human:NAME, is a person who plays by hand, in either game, as often as there are people. The first one
plays in the browser that is opened, or in this terminal with --no-browser; every other one at an address that is
printed, also from other machines with --listen 0.0.0.0:PORT. A turn waits for people as long as they want, unless
--turn-time is given. The page then stays until Ctrl-C.

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
			if len(args) > 1 {
				return usagef("%d arguments, expected the name of one game at most", len(args))
			}
			if _, err := game.Find(game.All(), strings.Join(args, "")); len(args) > 0 && err != nil {
				return usagef("%w", err)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.given = cmd.Flags().Changed
			o.gameName = strings.Join(args, "")
			p, err := o.prepare(cmd)
			if err != nil {
				return err
			}
			return p.run(cmd.Context())
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *playOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.mapName, "map", "m", "",
		"a built-in map (blastyard map list) or a map file (default \""+maps.Default+"\" in hexabomb)")
	f.StringArrayVarP(&o.bots, "bot", "b", nil,
		"a player: [NAME=]builtin:NAME, a command line, a bot's folder, or human; may be repeated")
	f.StringVar(&o.botsFile, "bots", "", "a bots file that names more players (docs/bots-file.md)")
	f.IntVar(&o.players, "players", 0, "so many players: built-in bots take the seats that --bot and --wait leave")
	f.StringVar(&o.special, "special", "", "the special player: makes it sudden death")
	f.IntVar(&o.wait, "wait", 0, "seats for bots that connect by themselves")
	f.StringVar(&o.host, "host", "127.0.0.1", "the address to listen on for them; 0.0.0.0 lets other machines in")
	f.IntVarP(&o.port, "port", "p", 0, "the port to listen on for them (default any free one)")
	f.IntVarP(&o.turns, "turns", "t", 0,
		"turns of a match, 1 to 65535 (default 100; bomberman: as many as its rules allow)")
	f.Uint64VarP(&o.seed, "seed", "s", 0, "the seed of all chance (default drawn, and printed)")
	f.StringVar(&o.orderName, "order", match.Seeded.String(), "who goes first in a turn: seeded or arrival")
	f.DurationVar(&o.turnTime, "turn-time", 0,
		"the time that a bot has for a turn; a late one misses it (default 1s; bomberman: 2s,"+
			" and what its language takes to start)")
	f.BoolVar(&o.noTimeout, "no-timeout", false, "wait for every bot, for debuggers")
	f.DurationVar(&o.delay, "delay", 0, "wait so long between two turns, at most 10s")
	f.IntVarP(&o.games, "games", "g", 1, "a series of so many matches with rotating seats")
	f.IntVarP(&o.jobs, "jobs", "j", 0,
		"matches of a series at the same time (default: the processors; 1 with programs as bots)")
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no pictures and no progress")
	f.StringVar(&o.replay, "replay", "",
		"where to write the replay; none for none (default a new file in replays; a series: no replays, or a folder)")
	f.StringVar(&o.listen, "listen", "",
		"serve the page on this address, HOST:PORT, and stay until interrupted (default: at a terminal, "+
			"a free port of 127.0.0.1)")
	f.BoolVar(&o.noBrowser, "no-browser", false, "do not open the page in a browser")
	f.BoolVar(&o.explain, "explain", false,
		"say after the match what cost each player most (see docs/explain.md); needs the replay")
	sandboxFlags(f, &o.sandbox, &o.env, harness.SandboxOff)
	f.StringVar(&o.logDir, "log", "", "a folder for the bots' output, one file a bot; existing files are kept")
}
