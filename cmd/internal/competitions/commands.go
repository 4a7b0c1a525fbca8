// Package competitions is the command line of competitions: flags in, text out.
package competitions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
	"blastyard/internal/usage"
	"blastyard/tournament/check"
	"blastyard/tournament/event"
	"blastyard/tournament/report"
)

// New returns the command of the program blastyard-tournament. arg0 is the name by which it was called; version is as
// for command.VersionName.
func New(arg0, version string) *cobra.Command {
	root := &cobra.Command{
		Use:   "tournament",
		Short: "Competitions: leagues, cups and ladders",
		Long: `Play a competition that an event file describes: who plays, what, and in which format. All results
are kept in a folder, the store. After Ctrl-C, a crash or a power cut, the next run goes on where the last one
stopped.`,
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: "blastyard tournament"},
	}
	root.AddCommand(newEventInitCommand(program(arg0)), newEventCheckCommand(), newEventRunCommand(), newWorkCommand(),
		newStandingsCommand(), newMatchesCommand(), newEventReplayCommand(),
		newInviteCommand(),
		newSubmitCommand(), newServeCommand(), newRateCommand(), newEventExportCommand(), newBackupCommand(),
		newEventVerifyCommand())
	root.AddCommand(orderCommands()...)
	command.SetUp(root, version)
	return root
}

// program returns the words that call this program in printed command lines. If blastyard has started it, arg0 consists
// of the name of blastyard and the word tournament.
func program(arg0 string) string {
	if blastyard, is := strings.CutSuffix(arg0, " tournament"); is {
		return shellquote.Program(blastyard) + " tournament"
	}
	return shellquote.Program(arg0)
}

func newEventInitCommand(program string) *cobra.Command {
	var game string
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Write an event: of the bots in a folder, or an example",
		Long: `Write an event.toml with comments into the folder DIR. If there are folders with bots in it, these take
part. Otherwise it is an example, with the folder of a bot to start from. It can be played at once. Nothing
is overwritten.`,
		Example: `  blastyard tournament init cup
  blastyard tournament init students`,
		Args: command.OneArg("the folder of the event"),
		RunE: func(cmd *cobra.Command, args []string) error {
			made, err := event.Init(args[0], game)
			if err != nil {
				return err
			}
			dir, out := shellquote.Quote(args[0]), cmd.OutOrStdout()
			for _, other := range made.Others {
				fmt.Fprintf(out, "%s is no bot: it has no bot.toml or bot.json that can be read\n", plain.Line(other))
			}
			what := "bots/"
			if n := len(made.Bots); n > 0 {
				what = "with the " + english.Count(n, "bot") + " that are there"
			}
			_, err = fmt.Fprintf(out, `%[1]s is there: event.toml, %[4]s

  %[2]s check %[3]s
  %[2]s run %[3]s
`, plain.Line(args[0]), program, dir, what)
			return err
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "what is played (default what the bots play, or "+games.All()[0].Name+")")
	return cmd
}

// eventCheckOptions are the flags of tournament check.
type eventCheckOptions struct {
	jobs  int
	json  bool
	quiet bool
}

func newEventCheckCommand() *cobra.Command {
	var o eventCheckOptions
	cmd := &cobra.Command{
		Use:   "check EVENT",
		Short: "Build and check every bot of an event, and say how long it will take",
		Long: `Check an event before it is played: EVENT is an event.toml, or its folder. Every bot is packed, built
and put through the situations of 'blastyard bot check', in the sandbox of the event. A few matches are played to
estimate the time that all matches will take on this machine. The exit code is 1 if there is a problem.`,
		Example: `  blastyard tournament check event.toml
  blastyard tournament check cup --json`,
		Args: command.OneArg("the event file, or its folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.jobs, "jobs", "j", 0, "matches at a time, for the time that it will take (default the event's)")
	f.BoolVar(&o.json, "json", false, "the result as JSON")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not tell what is done, nor what builds print")
	return cmd
}

func (o *eventCheckOptions) run(ctx context.Context, path string, out, notes io.Writer) error {
	if o.jobs < 0 {
		return usage.Errorf("--jobs is %d, expected 1 or more", o.jobs)
	}
	e, err := event.ReadFile(path)
	if err != nil {
		return err
	}
	c := check.Options{Jobs: o.jobs}
	if !o.quiet {
		c.Out = notes
		c.Begin = func(step string) { fmt.Fprintf(notes, "checking %s\n", plain.Line(step)) }
	}
	r, err := check.Event(ctx, e, c)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case err != nil:
		return err
	case o.json:
		err = plain.WriteJSON(out, r)
	default:
		report.WriteCheck(out, r)
	}
	if err == nil && !r.OK {
		return command.Exit{Code: command.Failure}
	}
	return err
}
