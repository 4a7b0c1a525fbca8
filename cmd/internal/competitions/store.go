package competitions

import (
	"io"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
	"blastyard/tournament"
	"blastyard/tournament/control"
	"blastyard/tournament/report"
)

const aboutStore = `EVENT is an event.toml, its folder, or the folder of its store. The event may be running.`

// eventArg is the argument of the commands for a store.
var eventArg = command.OneArg("the event, or its store")

func newStandingsCommand() *cobra.Command {
	asJSON, stage := false, -1
	cmd := &cobra.Command{
		Use:   "standings EVENT",
		Short: "Print how an event stands",
		Long:  "Print how an event stands: of all stages, or, as JSON, of the last one. " + aboutStore,
		Example: `  blastyard tournament standings cup
  blastyard tournament standings cup --json --stage 0`,
		Args: eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := control.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			defer o.Close()
			stages, err := control.Standings(o, stage)
			if err != nil {
				return usage.Errorf("--%w", err)
			}
			return control.TellStandings(cmd.OutOrStdout(), o, stages, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().IntVar(&stage, "stage", -1, "only this stage, from 0 (default all)")
	return cmd
}

func newMatchesCommand() *cobra.Command {
	var q tournament.Query
	asJSON, failed := false, false
	cmd := &cobra.Command{
		Use:   "matches EVENT",
		Short: "List the matches of an event",
		Long: `List the matches of an event with their results: players by rank with their scores, and what went wrong.
With --json each match is a line. ` + aboutStore,
		Example: `  blastyard tournament matches cup --entrant hunter --against greedy
  blastyard tournament matches cup --failed --newest --limit 10
  blastyard tournament matches cup --json`,
		Args: eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.Limit < 0 {
				return usage.Errorf("--limit is %d, expected 1 or more, or 0 for all", q.Limit)
			}
			if failed {
				q.Reason = tournament.AnyReason
			}
			o, err := control.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			defer o.Close()
			list, err := control.Matches(cmd.Context(), o, q)
			if err != nil || !asJSON {
				report.WriteMatches(cmd.OutOrStdout(), list)
				return err
			}
			for i := range list {
				if err := plain.WriteJSON(cmd.OutOrStdout(), &list[i]); err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&q.Entrant, "entrant", "", "only those in which this entrant plays")
	f.StringVar(&q.Against, "against", "", "and this one, too")
	f.StringVar(&q.Text, "text", "", "only those with this in a name, or in the last words of a bot that failed")
	f.BoolVar(&failed, "failed", false, "only those in which a bot failed or was late")
	f.BoolVar(&q.Void, "void", false, "only those that were taken back")
	f.BoolVar(&q.Newest, "newest", false, "the last ones first")
	f.IntVar(&q.Limit, "limit", 0, "at most so many (default all)")
	f.BoolVar(&asJSON, "json", false, "a line of JSON for each match")
	return cmd
}

func newVoidCommand() *cobra.Command {
	var g control.Organiser
	why := ""
	cmd := &cobra.Command{
		Use:   "void EVENT MATCH...",
		Short: "Take results back: the matches are played again",
		Long: `Take the results of matches back, by their ids, such as 12.3, or f0.1 of a final. They are played
again. The old results stay in the list of matches, with the reason why they do not count.

` + aboutOrder,
		Example: `  blastyard tournament void cup 12.3 --why "the network was down"`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage.Errorf("%s, expected the event and one or more matches",
					english.Count(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needWhy(why); err != nil {
				return err
			}
			var ids []tournament.ID
			for _, text := range args[1:] {
				id, err := tournament.ParseID(text)
				if err != nil {
					return usage.Error{Err: err}
				}
				ids = append(ids, id)
			}
			g.Path, g.Out, g.Notes = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return g.Void(cmd.Context(), ids, why)
		},
	}
	organiserFlags(cmd, &g)
	whyFlag(cmd, &why)
	return cmd
}

func newEventReplayCommand() *cobra.Command {
	output, force := "", false
	cmd := &cobra.Command{
		Use:   "replay EVENT MATCH",
		Short: "Get the replay of a match of an event",
		Long: `Get the replay of a match out of the store of an event, by the id of the match (see 'blastyard tournament
matches'). ` + aboutStore,
		Example: `  blastyard tournament replay cup 12.3 -o final.blast
  blastyard tournament replay cup f0.1 -o - > final.blast`,
		Args: command.TwoArgs("the event and a match"),
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
			r, err := control.Replay(cmd.Context(), o, id)
			if err != nil {
				return err
			}
			defer r.Close()
			write := func(w io.Writer) error {
				_, err := io.Copy(w, r)
				return err
			}
			if output == "-" {
				return write(cmd.OutOrStdout())
			}
			return command.WriteNewFile(output, force, write)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "match.blast", "the file to write; -: standard output")
	cmd.Flags().BoolVar(&force, "force", false, "write the file even if there is one")
	return cmd
}
