package competitions

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
	"blastyard/tournament/report"
)

func newRateCommand() *cobra.Command {
	format, asJSON := "text", false
	cmd := &cobra.Command{
		Use:   "rate < RESULTS",
		Short: "Rate results from anywhere: strengths with intervals",
		Long: `Read results of matches from standard input, a line of JSON each, and print the strengths that follow
from them, with 95 % intervals, and how likely each player is better than the next one. A line names the players and
their ranks; equal ranks are a draw. Lines with the same "block" are resampled together, such as the two matches of
a pair with changed seats.

Other results are read as well: the file of results that play --games writes, and its output with --json; matches.csv
of 'tournament export --csv'; and games in PGN, of which only White, Black and Result count.`,
		Example: `  blastyard tournament rate < results.jsonl
  blastyard tournament rate < games.pgn
  echo '{"players":["ann","bob","cyd"],"ranks":[1,2,2]}' | blastyard tournament rate --json`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return usage.Errorf("--format is %q, expected text or json", format)
			}
			s, err := report.Rate(cmd.InOrStdin())
			switch {
			case err != nil:
				return err
			case asJSON || format == "json":
				return plain.WriteJSON(cmd.OutOrStdout(), s)
			}
			report.WriteRated(cmd.OutOrStdout(), s)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as JSON")
	cmd.Flags().StringVar(&format, "format", format, "text or json")
	_ = cmd.Flags().MarkHidden("format") // the old form of --json
	return cmd
}
