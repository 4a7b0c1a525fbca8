//go:build !js

package program

import (
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/replay"
)

func newReplayHashCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hash [FILE ...]",
		Short: "Print a hash of setup, moves and states: equal for equal matches",
		Long: `Print a hash (SHA-256) of the setup, the moves and the states of each replay's match, and the file name.
Equal matches have the same hash. Names, times, and what bots printed and drew do not matter. docs/replay-format.md
says what the hash includes.

The hash does not show that a replay follows the rules; blastyard replay verify checks that. A replay that ends
before its match has no hash.`,
		Example: `  blastyard replay hash match.blast
  blastyard replay hash monday/*.blast friday/*.blast | sort`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := replaysNamed(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
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
	r, err := openReplay(file)
	if err != nil {
		return replay.Fingerprint{}, err
	}
	f, err := replay.FingerprintOf(r)
	if err != nil {
		return f, fmt.Errorf("%s: %w", file, err)
	}
	return f, nil
}
