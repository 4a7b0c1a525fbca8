package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/checkup"
	"blastyard/entrant"
	"blastyard/game"
	"blastyard/harness"
	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// checkOptions is the command line of bot check.
type checkOptions struct {
	spec        string
	gameName    string
	turnTime    time.Duration
	hasTurnTime bool
	sandbox     string
	env         []string
	json        bool
}

func newBotCheckCommand() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check SPEC",
		Short: "Put a bot through hard situations and say what to fix",
		Long: `Start a bot in short matches with hard situations, such as many players, no free cell, a board of one
cell, dead characters, sudden death, turns that are too short. Each point gets one line: ok, note, or FAULT with how
to fix it.

SPEC is what play --bot takes: a command line or a folder with a bot.toml for hexabomb, a folder with a bot.json for
bomberman. The exit code is 1 where there is a fault.`,
		Example: `  blastyard bot check "python3 mybot/bot.py"
  blastyard bot check ./mybot --turn-time 200ms --json
  blastyard bot check mybomber --game bomberman`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("%d arguments, expected one: the bot (quote a command line: \"python3 bot.py\")",
					len(args))
			}
			return nil
		},
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
	f.StringVar(&o.gameName, "game", "hexabomb", "hexabomb or bomberman")
	f.DurationVar(&o.turnTime, "turn-time", time.Second,
		"the time that the bot has for a turn (bomberman: 2s, and what its language takes to start)")
	sandboxFlags(f, &o.sandbox, &o.env, harness.SandboxOff)
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	return cmd
}

// gameOf guesses which game a bot plays: a folder with a bot.json and no command of a bot.toml plays 2016-Bomberman.
func gameOf(spec string) string {
	if e, err := entrant.Parse(spec, entrant.Options{}); err == nil && e.Protocol == entrant.Rounds {
		return game.Bomberman().Name
	}
	return game.Hexabomb().Name
}

func (o *checkOptions) validate() error {
	if _, err := game.Find(game.All(), o.gameName); err != nil {
		return usagef("--game: %w", err)
	}
	switch {
	case o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s", o.turnTime)
	case entrant.IsBuiltin(o.spec):
		return usagef("%s is built in and needs no check; name a bot of your own", o.spec)
	case arena.IsPerson(o.spec):
		return usagef("%s is a person; name a bot of your own", o.spec)
	case strings.TrimSpace(o.spec) == "":
		return usagef("an empty bot, expected a command line or a folder")
	}
	return checkSandboxFlags(o.sandbox, o.env)
}

// run checks the bot and prints the report. A fault is the exit code 1.
func (o *checkOptions) run(ctx context.Context, out, notes io.Writer) error {
	cfg := checkup.Config{Game: o.gameName, Bot: arena.Seat{Bot: o.spec}, Env: o.env, Sandbox: o.sandbox}
	if o.hasTurnTime {
		cfg.Time = o.turnTime
	}
	if !o.json {
		cfg.Begin = func(i, of int, name string) { fmt.Fprintf(notes, "%d of %d: %s\n", i+1, of, name) }
	}
	r, err := checkup.Check(ctx, cfg)
	switch {
	case ctx.Err() != nil:
		return interrupted(ctx, ctx.Err())
	case err != nil:
		return err
	case o.json:
		err = printCheckJSON(out, r)
	default:
		printCheck(out, r)
	}
	if err == nil && !r.OK {
		return exitError{code: exitFailure}
	}
	return err
}

func printCheck(out io.Writer, r *checkup.Report) {
	for _, p := range r.Points {
		line := pointLine(string(p.Verdict), p.Name, pointWidth, p.Detail)
		if p.Fix != "" {
			line += "; " + p.Fix
		}
		fmt.Fprintln(out, plain.Line(line))
	}
	switch played := len(r.Situations); {
	case r.Untried > 0:
		fmt.Fprintf(out, "%d of %d situations were not tried\n", r.Untried, r.Untried+max(1, played))
	case r.OK:
		fmt.Fprintf(out, "no fault in %s\n", english.Count(played, "situation"))
	}
}

// pointLine is a line about a thing: the verdict, its name in so many columns, and more.
func pointLine(verdict, name string, width int, detail string) string {
	if verdict == string(checkup.Fault) {
		verdict = "FAULT"
	}
	return strings.TrimRight(fmt.Sprintf("%-5s  %-*s  %s", verdict, width, name, detail), " ")
}

const pointWidth = 29 // of a point's name

func printCheckJSON(out io.Writer, r *checkup.Report) error {
	text, err := json.Marshal(r)
	if err == nil {
		_, err = fmt.Fprintf(out, "%s\n", plain.JSON(text))
	}
	return err
}
