//go:build !js

package program

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"blastyard/arena/harness"
	"blastyard/arena/options"
	"blastyard/cmd/internal/command"
	"blastyard/internal/flagerror"
	"blastyard/internal/usage"
	"blastyard/originals/bomberman/console"
	"blastyard/originals/bomberman/dropin"
)

// withBotFolders turns the bot folders host and join into paths. These words are commands only directly after
// bomberman.
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

func init() {
	standIns = append(standIns, func() *cobra.Command {
		cmd := newBombermanCommand()
		cmd.AddCommand(newBombermanHostCommand(), newBombermanJoinCommand())
		return cmd
	})
	ladders["bomberman"] = `random, lost, drowsy, sloppy, gatherer, digger, hunter,
reference, plotter, expert`
}

func newBombermanCommand() *cobra.Command {
	o := dropin.Options{Software: software()}
	rules := false
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
			if rules {
				return console.WriteRules(cmd.OutOrStdout(), console.RulesFile)
			}
			o.Bots = append(o.Bots, args...) // -b DIR DIR
			if !cmd.Flags().Changed("seed") {
				o.Seed = rand.Int32N(math.MaxInt32)
			}
			if o.LogDir == "" && cmd.Flags().Changed("log") {
				return usagef("--log is empty, expected a folder")
			}
			if err := o.Validate(); err != nil {
				return usage.Error{Err: err}
			}
			if err := options.CheckSandbox(o.Sandbox, o.Env); err != nil {
				return err
			}
			err := o.Play(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			if broken := (*dropin.BrokenError)(nil); errors.As(err, &broken) {
				return command.Interrupted(cmd.Context(), broken.Err)
			}
			return err
		},
	}
	bombermanFlags(cmd, &o, &rules)
	return cmd
}

func bombermanFlags(cmd *cobra.Command, o *dropin.Options, rules *bool) {
	f := cmd.Flags()
	f.SortFlags = false
	f.SetNormalizeFunc(flagerror.Aliases(map[string]string{"no-timeout": "nolimit"})) // as in other commands
	f.StringArrayVarP(&o.Bots, "bot", "b", nil, "the folder of a bot; may be repeated, and several may follow")
	f.IntVarP(&o.Console, "console", "c", 0, "players at this keyboard")
	f.BoolVarP(rules, "rules", "r", false, "print the rules and write them to "+console.RulesFile)
	f.BoolVar(&o.ConsoleLog, "clog", false, "print what is logged")
	f.BoolVar(&o.Pretty, "pretty", false, "draw every round")
	f.StringVarP(&o.LogDir, "log", "l", "",
		"the folder of the match, with a folder for each round (default Replays/SEED)")
	f.Int32VarP(&o.Seed, "seed", "s", 0, "random seed, also of the map (default: chosen and printed)")
	f.BoolVar(&o.NoLimit, "nolimit", false, "wait for every bot, for debuggers")
	f.BoolVar(&o.Debug, "debug", false, "keep all files, and wait for Enter when a bot wrote to its error stream")
	f.IntVarP(&o.Jobs, "jobs", "j", 1, "bots that run at the same time, at most as many as there are processors")
	f.BoolVar(&o.Keep, "keep", false, "keep map.txt and state.json in the players' folders")
	f.BoolVar(&o.CopyBots, "copy-bots", false, "run copies of the bots' folders, which are removed after the match")
	f.BoolVar(&o.Build, "build", false, "build the bots first: npm, Maven, pip (into a .venv there), msbuild, make")
	options.SandboxFlags(f, &o.Sandbox, &o.Env, harness.SandboxAuto)
	f.StringVar(&o.Order, "order", dropin.OrderKey,
		"who gets which key: key (A, B, … as given) or seeded (drawn from the seed)")
	f.StringVar(&o.Replay, "replay", "",
		"file for the replay, or none (default replay.blast in the folder of the match)")
	f.StringArrayVar(&o.Interpreters, "interpreter", nil,
		"NAME=PROGRAM of java, node, python2, python3, mono; may be repeated")
}
