package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/harness"
	"blastyard/match"
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
		Short: "Put a bot through hard situations and say what to mend",
		Long: `Start a bot in short matches with hard situations, such as many players, no free cell, a board of one cell, dead
characters, sudden death, turns that are too short. Each point gets one line: ok, note, or FAULT with how to mend it.

SPEC is what play --bot takes: a command line for hexabomb, a bot's folder for bomberman (a folder with a bot.json is
known by itself). The exit code is 1 where there is a fault.`,
		Example: `  blastyard bot check "python3 mybot/bot.py"
  blastyard bot check ./mybot --turn-time 200ms --json
  blastyard bot check mybomber --game bomberman`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("%d arguments, expected one: the bot (quote a command line: \"python3 bot.py\")", len(args))
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
	f.DurationVar(&o.turnTime, "turn-time", time.Second, "the time that the bot has for a turn (bomberman: 2s, and what its language takes to start)")
	sandboxFlags(f, &o.sandbox, &o.env, harness.SandboxOff)
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	return cmd
}

// gameOf guesses which game a bot plays.
func gameOf(spec string) string {
	if st, err := os.Stat(spec); err == nil && st.IsDir() {
		return "bomberman"
	}
	return "hexabomb"
}

func (o *checkOptions) validate() error {
	words, err := harness.Split(o.spec)
	switch {
	case contests[o.gameName] == nil:
		return usagef("--game is %q, expected hexabomb or bomberman", o.gameName)
	case o.turnTime <= 0:
		return usagef("--turn-time is %v, expected more than 0s", o.turnTime)
	case strings.HasPrefix(o.spec, builtinPrefix):
		return usagef("%s is built in and needs no check; name a bot of your own", o.spec)
	case isHuman(o.spec):
		return usagef("%s is a person; name a bot of your own", o.spec)
	case o.gameName == "hexabomb" && err != nil:
		return usagef("bot %q: %w", o.spec, err)
	case o.gameName == "hexabomb" && len(words) == 0:
		return usagef("an empty bot, expected a command line")
	}
	return checkSandboxFlags(o.sandbox, o.env)
}

// trial is how a bot fared in a situation.
type trial struct {
	situation *situation
	exam      *exam
	seat      seatOutcome
	limit     time.Duration // for a turn
	cut       bool          // it took too long and was ended

	neighboursDied bool // of 2016-Bomberman
}

// hopeless tells whether there is no use in going on: what is wrong must be mended first.
func (t *trial) hopeless() bool {
	return t.cut || t.exam.dropped > 0 || !t.exam.process || t.exam.login == 0 && t.exam.turns == 0
}

// run plays the situations and reports.
func (o *checkOptions) run(ctx context.Context, out, notes io.Writer) error {
	dir, removeDir, err := harness.TempFolder()
	if err != nil {
		return err
	}
	defer removeDir()
	c := &checkup{options: o}
	play, situations, err := o.game(dir)
	if err != nil {
		return err
	}
	for i := range situations {
		s := &situations[i]
		if !o.json {
			fmt.Fprintf(notes, "%d of %d: %s\n", i+1, len(situations), s.name)
		}
		t, err := play(ctx, s)
		var start startError
		switch {
		case ctx.Err() != nil:
			return interrupted(ctx, ctx.Err())
		case errors.As(err, &start):
			c.cannotStart = err.Error()
		case err != nil:
			return fmt.Errorf("%s: %w", s.name, err)
		default:
			c.trials = append(c.trials, t)
		}
		if c.cannotStart != "" || t.hopeless() {
			c.untried = len(situations) - i - 1
			break
		}
	}
	return c.report(out)
}

// game returns the situations of the game and what plays them.
func (o *checkOptions) game(dir string) (play func(context.Context, *situation) (*trial, error), situations []situation, err error) {
	if o.gameName == "bomberman" {
		b := &bombermanCheck{spec: o.spec, sandbox: o.sandbox, env: o.env, dir: dir}
		if o.hasTurnTime {
			b.turnTime = o.turnTime
		}
		return b.play, bombermanSituations(), nil
	}
	h := &hexabombCheck{spec: o.spec, turnTime: o.turnTime, sandbox: o.sandbox, env: o.env, dir: dir}
	return h.play, hexabombSituations(), h.writeMaps()
}

// left tells whether the bot left the match before its end.
func (t *trial) left() bool { return t.seat.reason != match.Finished && !t.cut }

// turns are those that the bot was there for.
func (t *trial) turns() int {
	if t.left() {
		return min(t.exam.turns, t.seat.leftTurn)
	}
	return t.exam.turns
}

// deaths counts the deaths of the bot's characters, and the turns after which none of them lived, as long as it was there.
func (t *trial) deaths() (deaths, withoutAny int) {
	before := 0
	for _, dead := range t.exam.dead[:min(len(t.exam.dead), t.turns())] {
		deaths += max(0, dead-before)
		if before = dead; dead == t.exam.total {
			withoutAny++
		}
	}
	return deaths, withoutAny
}

// leftWithDead is how many of the bot's characters were dead when it left; 0 where it stayed.
func (t *trial) leftWithDead() int {
	if n := t.turns(); t.left() && n > 0 && n <= len(t.exam.dead) {
		return t.exam.dead[n-1]
	}
	return 0
}

// word chooses the word of the game.
func (o *checkOptions) word(hexabomb, bomberman string) string {
	if o.gameName == "bomberman" {
		return bomberman
	}
	return hexabomb
}
