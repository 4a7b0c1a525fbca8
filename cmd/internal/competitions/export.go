package competitions

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/usage"
	"blastyard/tournament/control"
)

func newEventExportCommand() *cobra.Command {
	var x control.Export
	html := false
	cmd := &cobra.Command{
		Use:   "export EVENT DIR",
		Short: "Write an event as static pages, or as CSV files",
		Long: `Write an event into the new folder DIR: as static pages with the replays that are kept, which any web
space can serve and any browser opens from the disk, or, with --csv, as files for a spreadsheet. ` + aboutStore,
		Example: `  blastyard tournament export cup public --html
  blastyard tournament export cup tables --csv`,
		Args: command.TwoArgs("the event, or its store, and a new folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if x.Replays < -1 {
				return usage.Errorf("--replays is %d, expected -1 or more", x.Replays)
			}
			return x.Write(cmd.Context(), args[0], args[1], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&html, "html", true, "as static pages (the default)")
	f.BoolVar(&x.CSV, "csv", false, "as CSV files")
	f.IntVar(&x.Replays, "replays", 0, "of --html: the newest so many replays have pages (default 300; -1: none)")
	cmd.MarkFlagsMutuallyExclusive("html", "csv")
	return cmd
}

func newBackupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "backup EVENT DIR",
		Short: "Copy the store of an event, also while it is played",
		Long: `Copy the store of an event with all results, replays and bots into the new folder DIR, and open the
copy to check that it is complete. To go on with the copy: run EVENT --store DIR. ` + aboutStore,
		Example: `  blastyard tournament backup cup monday.store
  blastyard tournament run cup --store monday.store`,
		Args: command.TwoArgs("the event, or its store, and a new folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return control.Backup(cmd.Context(), args[0], args[1], cmd.OutOrStdout())
		},
	}
}

func newEventVerifyCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "verify EVENT",
		Short: "Play every kept replay of an event again, and compare results and standings",
		Long: `Check an event afterwards: every replay that is kept is played again by the rules, matches of
built-in bots are played again as a whole, and the results that the pages show are compared with the log. The exit
code is 1 if something differs. ` + aboutStore,
		Example: `  blastyard tournament verify cup
  blastyard tournament verify cup --json`,
		Args: eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			ok, err := control.Verify(cmd.Context(), args[0], cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON)
			if err == nil && !ok {
				return command.Exit{Code: command.Failure}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as JSON")
	return cmd
}
