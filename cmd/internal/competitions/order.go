package competitions

import (
	"strconv"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/english"
	"blastyard/internal/usage"
	"blastyard/tournament"
	"blastyard/tournament/control"
	"blastyard/tournament/event"
)

// aboutOrder is what the commands of the organiser have in common.
const aboutOrder = `The event may be running: then the process that plays it does this at once, and its pages show it.
It is kept in the event's log, and 'blastyard tournament orders' and the page "What the organiser did" show it: what,
when, by whom and why.

EVENT is an event.toml, its folder, or the folder of its store.`

const aboutNATS = "addresses of the NATS cluster that has the event, or @FILE with them, while nothing plays it"

// organiserFlags defines the flags of a command of the organiser.
func organiserFlags(cmd *cobra.Command, g *control.Organiser) {
	f := cmd.Flags()
	f.StringVar(&g.By, "by", "organiser", "your name, for everybody to read")
	clusterFlags(f, &g.NATS, aboutNATS)
}

// whyFlag defines the flag for a reason.
func whyFlag(cmd *cobra.Command, why *string) {
	cmd.Flags().StringVar(why, "why", "", "the reason, for everybody to read")
}

// give gives an order to the event of a command.
func give(cmd *cobra.Command, g *control.Organiser, path string, o tournament.Order) error {
	g.Path, g.Out, g.Notes = path, cmd.OutOrStdout(), cmd.ErrOrStderr()
	return g.Do(cmd.Context(), o)
}

func needWhy(why string) error {
	if why == "" {
		return usage.Errorf("--why is missing: the reason, for everybody to read")
	}
	return nil
}

// newEntrantOrder returns a command about an entrant.
func newEntrantOrder(what tournament.Action, use, short, long, example string) *cobra.Command {
	var g control.Organiser
	why := ""
	cmd := &cobra.Command{
		Use:     use + " EVENT NAME",
		Short:   short,
		Long:    long + "\n\n" + aboutOrder,
		Example: "  " + example,
		Args:    command.TwoArgs("the event and the name of an entrant"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needWhy(why); err != nil && what != tournament.BringBack {
				return err
			}
			return give(cmd, &g, args[0], tournament.Order{What: what, Name: args[1], Why: why})
		},
	}
	organiserFlags(cmd, &g)
	whyFlag(cmd, &why)
	return cmd
}

func newWithdrawCommand() *cobra.Command {
	return newEntrantOrder(tournament.Withdraw, "withdraw", "Let an entrant play no more",
		`Let an entrant play no more. Its matches that are not played are not played any more. Its results stay; only in
a round robin of which it has played less than half they are taken out. In a knockout its opponent goes on.`,
		`blastyard tournament withdraw cup ann --why "the team went home"`)
}

func newDisqualifyCommand() *cobra.Command {
	return newEntrantOrder(tournament.Disqualify, "disqualify", "Let an entrant play no more, and put it last",
		`Let an entrant play no more, as 'withdraw' does, and put it behind all others in the standings, with the
reason.`,
		`blastyard tournament disqualify cup ann --why "it opened a network connection"`)
}

func newBringBackCommand() *cobra.Command {
	return newEntrantOrder(tournament.BringBack, "bring-back", "Let an entrant play again",
		`Let an entrant that was withdrawn or disqualified play again, from now on. Rounds of a Swiss event and stages
that are over stay as they are. In a knockout its pairing is played, and those after it again.`,
		`blastyard tournament bring-back cup ann --why "it was a mistake"`)
}

func newRollBackCommand() *cobra.Command {
	var g control.Organiser
	why := ""
	cmd := &cobra.Command{
		Use:   "roll-back EVENT NAME VERSION",
		Short: "Let an entrant play with an earlier version of its bot",
		Long: `Let an entrant play with an earlier version of its bot, by its number, until its team submits another
one. Results stay. In other formats than a ladder this is possible before the first match.

` + aboutOrder,
		Example: `  blastyard tournament roll-back cup ann 3 --why "version 4 was not theirs"`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 3 {
				return usage.Errorf("%s, expected the event, an entrant and its version",
					english.Count(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[2])
			if err != nil || n < 1 {
				return usage.Errorf("version is %q, expected a number from 1", args[2])
			}
			if err := needWhy(why); err != nil {
				return err
			}
			o := tournament.Order{What: tournament.RollBack, Name: args[1], Number: n, Why: why}
			return give(cmd, &g, args[0], o)
		},
	}
	organiserFlags(cmd, &g)
	whyFlag(cmd, &why)
	return cmd
}

// newEventOrder returns a command about the whole event.
func newEventOrder(what tournament.Action, use, short, long, example string) *cobra.Command {
	var g control.Organiser
	why := ""
	cmd := &cobra.Command{
		Use:     use + " EVENT",
		Short:   short,
		Long:    long + "\n\n" + aboutOrder,
		Example: "  " + example,
		Args:    eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return give(cmd, &g, args[0], tournament.Order{What: what, Why: why})
		},
	}
	organiserFlags(cmd, &g)
	whyFlag(cmd, &why)
	return cmd
}

func newPauseCommand() *cobra.Command {
	return newEventOrder(tournament.Pause, "pause", "Begin no match until 'resume'",
		`Begin no match until 'blastyard tournament resume'. Running matches end, and their results count.`,
		`blastyard tournament pause cup --why "lunch"`)
}

func newResumeCommand() *cobra.Command {
	return newEventOrder(tournament.Resume, "resume", "Begin matches again after 'pause'",
		`Begin matches again after 'blastyard tournament pause'.`, `blastyard tournament resume cup`)
}

func newAnnounceCommand() *cobra.Command {
	var g control.Organiser
	end := false
	cmd := &cobra.Command{
		Use:   "announce EVENT TEXT",
		Short: "Show a line on all pages of an event",
		Long: `Show a line on all pages of an event, until the next one, or until --end.

` + aboutOrder,
		Example: `  blastyard tournament announce cup "Lunch until 13:00"
  blastyard tournament announce cup --end`,
		Args: func(_ *cobra.Command, args []string) error {
			if n := len(args); end && n != 1 || !end && n != 2 {
				return usage.Errorf("%s, expected the event and a text, or the event and --end",
					english.Count(n, "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o := tournament.Order{What: tournament.Announce}
			if !end {
				if o.Why = args[1]; o.Why == "" {
					return usage.Errorf("the text is empty, expected a line, or --end")
				}
			}
			return give(cmd, &g, args[0], o)
		},
	}
	organiserFlags(cmd, &g)
	cmd.Flags().BoolVar(&end, "end", false, "show none any more")
	return cmd
}

func newOrdersCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "orders EVENT",
		Short:   "List what the organiser of an event did, when, by whom and why",
		Long:    "List what the organiser of an event did, when, by whom and why. " + aboutStore,
		Example: "  blastyard tournament orders cup",
		Args:    eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := control.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			defer o.Close()
			return control.WriteOrders(cmd.Context(), o, cmd.OutOrStdout())
		},
	}
}

func newSimilarCommand() *cobra.Command {
	var g control.Organiser
	asJSON := false
	cmd := &cobra.Command{
		Use:   "similar EVENT",
		Short: "Print which bots of an event resemble each other",
		Long: `Print which bots of an event have sources that resemble each other, with the lines that they share:
whatever was renamed, moved, laid out in another way or commented. What is in a starter, and what at least half of the
bots have, does not count. The share is that of the bot with less code of its own. It is a reason to look, and no
proof. ` +
			aboutStore,
		Example: `  blastyard tournament similar cup
  blastyard tournament similar cup --json`,
		Args: eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			g.Path, g.Out, g.Notes = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return g.Similar(cmd.Context(), asJSON)
		},
	}
	clusterFlags(cmd.Flags(), &g.NATS, aboutNATS)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func newStatusCommand() *cobra.Command {
	var g control.Organiser
	cmd := &cobra.Command{
		Use:   "status EVENT",
		Short: "Print how an event is doing: the queue, workers and their errors, disk and time left",
		Long: `Print how an event is doing: matches that are played, running and in the queue, the workers with what is
wrong there, free disk space and time left. ` + aboutStore,
		Example: "  blastyard tournament status cup",
		Args:    eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			g.Path, g.Out, g.Notes = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return g.Status(cmd.Context())
		},
	}
	clusterFlags(cmd.Flags(), &g.NATS, aboutNATS)
	return cmd
}

func newLogsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "logs EVENT MATCH",
		Short: "Print what the bots of a match printed, and their last words",
		Long: `Print what the bots of a match printed, and the last words of those that failed, by the id of the match,
such as 12.3. Pages show them only to the bot's team. ` + aboutStore,
		Example: "  blastyard tournament logs cup 12.3",
		Args:    command.TwoArgs("the event and a match"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := tournament.ParseID(args[1])
			if err != nil {
				return usage.Error{Err: err}
			}
			o, err := control.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			defer o.Close()
			return control.WriteLogs(cmd.Context(), o, id, cmd.OutOrStdout())
		},
	}
}

func newRevealCommand() *cobra.Command {
	return newEventOrder(tournament.Reveal, "reveal", "Show the standings again that freeze has hidden from spectators",
		`Show the standings again that 'freeze' has hidden from spectators: on all pages, with all matches since then.`,
		`blastyard tournament reveal cup`)
}

func newExtendCommand() *cobra.Command {
	var g control.Organiser
	why := ""
	cmd := &cobra.Command{
		Use:   "extend EVENT TIME",
		Short: "Let submissions close at another time",
		Long: `Let submissions close at another time, in place of 'closes' of the event's file. In other formats than a
ladder this is possible until the entrants are fixed.

` + aboutOrder,
		Example: `  blastyard tournament extend cup "2026-12-01 18:30 Europe/Berlin" --why "the network was down"`,
		Args:    command.TwoArgs("the event and a time"),
		RunE: func(cmd *cobra.Command, args []string) error {
			at, err := event.ParseTime(args[1])
			if err != nil {
				return usage.Errorf("time is %q: %w", args[1], err)
			}
			return give(cmd, &g, args[0], tournament.Order{What: tournament.Extend, Until: at.UnixMilli(), Why: why})
		},
	}
	organiserFlags(cmd, &g)
	whyFlag(cmd, &why)
	return cmd
}

// orderCommands are the commands with which an organiser changes an event.
func orderCommands() []*cobra.Command {
	return []*cobra.Command{newWithdrawCommand(), newDisqualifyCommand(), newBringBackCommand(), newRollBackCommand(),
		newVoidCommand(), newPauseCommand(), newResumeCommand(), newAnnounceCommand(),
		newRevealCommand(), newExtendCommand(), newDeskCommand(),
		newOrdersCommand(), newStatusCommand(), newSimilarCommand(), newLogsCommand(), newTeamCommand()}
}
