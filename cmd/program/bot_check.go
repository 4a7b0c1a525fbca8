//go:build !js

package program

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/checkup"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/options"
	"blastyard/cmd/internal/command"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/helptext"
	"blastyard/internal/plain"
)

// checkOptions are the flags of bot check.
type checkOptions struct {
	rules       string
	spec        string
	gameName    string
	turnTime    time.Duration
	hasTurnTime bool
	sandbox     string
	env         []string
	json        bool
	games       int
	against     string
}

func newBotCheckCommand() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check SPEC",
		Short: "Test a bot in difficult situations and say what to fix",
		Long: `Start a bot in short matches with hard situations, such as many players, no free cell, a board of one
cell, dead characters, sudden death, turns that are too short. Each point gets one line: ok, note, or FAULT with how
to fix it. The bot plays in the sandbox that events use; one line says which.

SPEC is what play --bot takes: a command line or a folder with a bot.toml;
` + eachRound("in") + ` a folder with a bot.json. The exit code is 1 if there is a fault.`,
		Example: `  blastyard bot check "python3 mybot/bot.py"
  blastyard bot check ./mybot --turn-time 200ms --json
  blastyard bot check mybot --game ` + otherGame() + `
  blastyard bot check ./mybot --games 20 --against builtin:hunter`,
		Args: command.OneArg("the bot (quote a command line: \"python3 bot.py\")"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.spec, o.hasTurnTime = args[0], cmd.Flags().Changed("turn-time")
			if !cmd.Flags().Changed("game") {
				o.gameName = gameOf(o.spec)
			}
			if err := o.validate(); err != nil {
				return err
			}
			return o.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	command.GameFlag(f, &o.gameName)
	f.StringVar(&o.rules, "rules", "", helptext.Rules(games.All()))
	f.DurationVar(&o.turnTime, "turn-time", time.Second,
		"the time that the bot has for a turn ("+helptext.SlowTurns(games.All())+")")
	options.SandboxFlags(f, &o.sandbox, &o.env, harness.SandboxAuto)
	f.IntVarP(&o.games, "games", "g", 0, "also play this many matches against another bot, and print the results")
	f.StringVar(&o.against, "against", "",
		"the opponent of --games, as play --bot takes it (default a built-in bot of the game)")
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	return cmd
}

// gameOf guesses the game of a bot: a folder with a bot.json and without a command in a bot.toml plays the game whose
// bots are started each round.
func gameOf(spec string) string {
	all := games.All()
	if e, err := entrant.Parse(spec, entrant.Options{}); err == nil && e.Protocol == entrant.Rounds {
		if each := helptext.EachRound(all); len(each) > 0 {
			return each[0].Name
		}
	}
	return all[0].Name
}

// otherGame is a game that is not the usual one, for an example.
func otherGame() string { return games.All()[1].Name }

func (o *checkOptions) validate() error {
	kind, err := game.Find(games.All(), o.gameName)
	if err != nil {
		return usagef("--game: %w", err)
	}
	if _, err := kind.ByVersion(o.rules); err != nil {
		return usagef("--rules: %w", err)
	}
	switch {
	case o.games < 0:
		return usagef("--games is %d, expected 0 or more", o.games)
	case o.against != "" && o.games == 0:
		return usagef("--against %s without --games: how many matches?", o.against)
	case arena.IsPerson(o.against):
		return usagef("--against %s is a person, expected a bot", o.against)
	case o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s", o.turnTime)
	case entrant.IsBuiltin(o.spec):
		return usagef("%s is built in and needs no check; name a bot of your own", o.spec)
	case arena.IsPerson(o.spec):
		return usagef("%s is a person; name a bot of your own", o.spec)
	case strings.TrimSpace(o.spec) == "":
		return usagef("an empty bot, expected a command line or a folder")
	}
	return options.CheckSandbox(o.sandbox, o.env)
}

// run checks the bot and prints the report. A fault gives exit code 1.
func (o *checkOptions) run(ctx context.Context, out, notes io.Writer) error {
	cfg := checkup.Config{Arena: blastyard.Arena(), Game: o.gameName,
		Rules: o.rules, Bot: arena.Seat{Bot: o.spec}, Env: o.env,
		Sandbox: o.sandbox, Games: o.games, Against: o.against}
	if o.hasTurnTime {
		cfg.Time = o.turnTime
	}
	if !o.json {
		cfg.Begin = func(i, of int, name string) { fmt.Fprintf(notes, "%d of %d: %s\n", i+1, of, name) }
	}
	r, err := checkup.Check(ctx, cfg)
	switch {
	case ctx.Err() != nil:
		return command.Interrupted(ctx, ctx.Err())
	case err != nil:
		return err
	case o.json:
		err = plain.WriteJSON(out, r)
	default:
		r.Write(out)
	}
	if err == nil && !r.OK {
		return command.Exit{Code: command.Failure}
	}
	return err
}
