//go:build !js

package options

import (
	"github.com/spf13/pflag"

	"blastyard/arena/harness"
	"blastyard/game/games"
	"blastyard/game/helptext"
	"blastyard/game/match"
)

// Define adds the options to flags.
func (o *Options) Define(f *pflag.FlagSet) {
	o.Given = f.Changed
	f.StringVar(&o.Rules, "rules", "", helptext.Rules(games.All()))
	f.StringVarP(&o.Map, "map", "m", "",
		"a built-in map (blastyard map list) or a map file (default the usual one of the game)")
	f.StringArrayVarP(&o.Bots, "bot", "b", nil,
		"a player: [NAME=]builtin:NAME, a command line, stdio:COMMAND, a bot's folder, or human; may be repeated")
	f.StringVar(&o.BotsFile, "bots", "", "a bots file that names more players (docs/bots-file.md)")
	f.IntVar(&o.Players, "players", 0, "number of players; built-in bots take the seats that --bot and --wait leave")
	f.StringVar(&o.Special, "special", "", "the special player, for sudden death")
	f.IntVar(&o.Wait, "wait", 0, "number of seats for bots that you start yourself")
	f.StringVar(&o.Host, "host", "127.0.0.1",
		"the address to listen on for bots; 0.0.0.0 lets bots on other machines connect")
	f.IntVarP(&o.Port, "port", "p", 0, "the port to listen on for bots (default any free one)")
	f.IntVarP(&o.Turns, "turns", "t", 0,
		"turns of a match, 1 to 65535 ("+helptext.Turns(games.All())+")")
	f.VarP(seeds{&o.Seed, &o.LastSeed}, "seed", "s",
		"random seed, or a series with one match for each of several seeds, such as 1..40 (default: chosen "+
			"and printed, with a secret)")
	f.Var((*SecretFlag)(&o.Secret), "secret",
		"what all is drawn from that players must not know (default: with --seed, drawn from that; "+
			"otherwise chosen, and printed after the match)")
	f.StringVar(&o.Order, "order", match.Seeded.String(), "who goes first in a turn: seeded or arrival")
	f.StringVar(&o.Failed, "failed", match.FailedLast.String(),
		"how players who failed are ranked: last (behind all who did not) or keep (as by the game)")
	f.DurationVar(&o.TurnTime, "turn-time", 0,
		"the time that a bot has for a turn; a late one misses it (default 1s; "+helptext.SlowTurns(games.All())+")")
	f.BoolVar(&o.NoTimeout, "no-timeout", false, "wait for every bot, for debuggers")
	f.DurationVar(&o.Delay, "delay", 0, "pause between two turns, at most 10s")
	f.DurationVar(&o.Start, "start", 0,
		"begin this long after the first person has opened their address (default: wait for all)")
	f.IntVarP(&o.Games, "games", "g", 1, "number of matches; with more than one, a series with rotating seats")
	f.IntVar(&o.Only, "only", 0, "play only this game of the series, as it was played there; from 1")
	f.IntVarP(&o.Jobs, "jobs", "j", 0,
		"matches of a series at the same time (default: the processors; 1 with programs as bots)")
	f.BoolVar(&o.JSON, "json", false, "the result as JSON")
	f.BoolVarP(&o.Quiet, "quiet", "q", false, "no pictures and no progress")
	f.StringVar(&o.Replay, "replay", "",
		"where to write the replay, or none (default a new file in replays; a series: no replays, or a folder)")
	f.StringVar(&o.Results, "results", "",
		"where to write the results of a series, a line per match, or none (default a new file in replays)")
	f.StringVar(&o.Resume, "resume", "",
		"continue the series whose results are in this file (docs/results.md)")
	f.StringVar(&o.Listen, "listen", "",
		"serve the page on this address, HOST:PORT, and stay until interrupted (default: at a terminal, "+
			"a free port of 127.0.0.1)")
	f.BoolVar(&o.NoBrowser, "no-browser", false, "do not open the page in a browser")
	f.BoolVar(&o.Explain, "explain", false,
		"say after the match what cost each player most (see docs/explain.md); needs the replay")
	SandboxFlags(f, &o.Sandbox, &o.Env, harness.SandboxOff)
	f.StringVar(&o.LogDir, "log", "",
		"a folder for what bots print, and for their turns as JSON lines, two files a bot; existing files are kept")
}
