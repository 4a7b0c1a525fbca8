// Package options reads the command line of "blastyard play". It makes an arena.Config of it, tells what is wrong with
// it in its own words, and writes the line that plays the same again.
package options

import (
	"time"

	"github.com/spf13/pflag"

	"blastyard/harness"
	"blastyard/maps"
	"blastyard/match"
)

// Options is the command line of play.
type Options struct {
	Game      string
	Rules     string
	Map       string
	Players   int
	Bots      []string
	BotsFile  string
	Special   string
	Wait      int
	Host      string
	Port      int
	Turns     int
	Seed      uint64
	LastSeed  uint64 // of a range, with one match a seed; else Seed
	Order     string
	Failed    string
	TurnTime  time.Duration
	NoTimeout bool
	Delay     time.Duration
	Start     time.Duration
	Games     int
	Only      int // the one match of a series that is played, from 1; 0: all of them
	Jobs      int
	JSON      bool
	Quiet     bool
	Replay    string
	Results   string
	Resume    string
	Listen    string
	NoBrowser bool
	LogDir    string
	Explain   bool
	Sandbox   string
	Env       []string // of the bots

	Program string // the word that calls blastyard; "": blastyard

	Given func(flag string) bool // tells whether the command line has a flag
}

// NoReplay asks for no replay, and for no file of results.
const NoReplay = "none"

// Define adds the options to flags.
func (o *Options) Define(f *pflag.FlagSet) {
	o.Given = f.Changed
	f.StringVar(&o.Rules, "rules", "", "the version of hexabomb's rules: 1.1 or 2018 (default 1.1)")
	f.StringVarP(&o.Map, "map", "m", "",
		"a built-in map (blastyard map list) or a map file (default \""+maps.Default+"\" in hexabomb)")
	f.StringArrayVarP(&o.Bots, "bot", "b", nil,
		"a player: [NAME=]builtin:NAME, a command line, stdio:COMMAND, a bot's folder, or human; may be repeated")
	f.StringVar(&o.BotsFile, "bots", "", "a bots file that names more players (docs/bots-file.md)")
	f.IntVar(&o.Players, "players", 0, "so many players: built-in bots take the seats that --bot and --wait leave")
	f.StringVar(&o.Special, "special", "", "the special player: makes it sudden death")
	f.IntVar(&o.Wait, "wait", 0, "seats for bots that connect by themselves")
	f.StringVar(&o.Host, "host", "127.0.0.1", "the address to listen on for them; 0.0.0.0 lets other machines in")
	f.IntVarP(&o.Port, "port", "p", 0, "the port to listen on for them (default any free one)")
	f.IntVarP(&o.Turns, "turns", "t", 0,
		"turns of a match, 1 to 65535 (default 100; bomberman: as many as its rules allow)")
	f.VarP(seeds{&o.Seed, &o.LastSeed}, "seed", "s",
		"the seed of all chance, or a series with one match for each of several seeds, such as 1..40 (default drawn, "+
			"and printed)")
	f.StringVar(&o.Order, "order", match.Seeded.String(), "who goes first in a turn: seeded or arrival")
	f.StringVar(&o.Failed, "failed", match.FailedLast.String(),
		"where a player who failed stands: last, behind all who did not, or keep, where the game puts it")
	f.DurationVar(&o.TurnTime, "turn-time", 0,
		"the time that a bot has for a turn; a late one misses it (default 1s; bomberman: 2s,"+
			" and what its language takes to start)")
	f.BoolVar(&o.NoTimeout, "no-timeout", false, "wait for every bot, for debuggers")
	f.DurationVar(&o.Delay, "delay", 0, "wait so long between two turns, at most 10s")
	f.DurationVar(&o.Start, "start", 0,
		"begin after so long, once one of those who play by hand has opened the address (default: wait for all)")
	f.IntVarP(&o.Games, "games", "g", 1, "a series of so many matches with rotating seats")
	f.IntVar(&o.Only, "only", 0, "of a series play this game alone, as it was: from 1")
	f.IntVarP(&o.Jobs, "jobs", "j", 0,
		"matches of a series at the same time (default: the processors; 1 with programs as bots)")
	f.BoolVar(&o.JSON, "json", false, "the result as JSON")
	f.BoolVarP(&o.Quiet, "quiet", "q", false, "no pictures and no progress")
	f.StringVar(&o.Replay, "replay", "",
		"where to write the replay; none for none (default a new file in replays; a series: no replays, or a folder)")
	f.StringVar(&o.Results, "results", "",
		"where to write the results of a series, a line a match; none for none (default a new file in replays)")
	f.StringVar(&o.Resume, "resume", "",
		"go on with the series of this file of results: what is played stands there (see docs/results.md)")
	f.StringVar(&o.Listen, "listen", "",
		"serve the page on this address, HOST:PORT, and stay until interrupted (default: at a terminal, "+
			"a free port of 127.0.0.1)")
	f.BoolVar(&o.NoBrowser, "no-browser", false, "do not open the page in a browser")
	f.BoolVar(&o.Explain, "explain", false,
		"say after the match what cost each player most (see docs/explain.md); needs the replay")
	SandboxFlags(f, &o.Sandbox, &o.Env, harness.SandboxOff)
	f.StringVar(&o.LogDir, "log", "", "a folder for the bots' output, one file a bot; existing files are kept")
}
