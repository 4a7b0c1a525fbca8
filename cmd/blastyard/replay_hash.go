package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/internal/command"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/replay"
)

func newReplayHashCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hash FILE...",
		Short: "One number for setup, moves and states: equal for equal matches",
		Long: `Print for each replay one number (SHA-256) over the setup, the moves and the states of its match, and its
file. Matches that went the same way have the same number, whatever the bots were called, printed and drew, and
however long anything took. docs/replay-format.md says what goes into it.

The number is of what the replay holds; blastyard replay verify checks that this follows the rules. A replay that ends
before its match has no number.`,
		Example: `  blastyard replay hash match.blast
  blastyard replay hash monday/*.blast friday/*.blast | sort`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, files []string) error {
			failed := false
			for _, file := range files {
				f, err := fingerprint(file)
				if err != nil {
					failed = true
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.CommandPath(), errortext.Line(err))
					continue
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", f, plain.Line(file))
			}
			if failed {
				return command.Exit{Code: command.Failure}
			}
			return nil
		},
	}
}

func fingerprint(file string) (replay.Fingerprint, error) {
	r, err := replay.Open(file)
	if err != nil {
		return replay.Fingerprint{}, err
	}
	f, err := replay.FingerprintOf(r)
	if err != nil {
		return f, fmt.Errorf("%s: %w", file, err)
	}
	return f, nil
}

// someFiles wants at least one FILE.
func someFiles(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("expected at least one file")
	}
	return nil
}
