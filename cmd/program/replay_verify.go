//go:build !js

package program

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/replay"
)

func newReplayVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify [FILE ...]",
		Short: "Play replays again from their actions and compare every turn",
		Long: `Play replays again from their actions, by the rules of this program, and compare the state after
every turn with the replay. If they differ, the command prints the first such turn and what differs in it.

Replays of games whose rules this program does not know cannot be checked.`,
		Example: `  blastyard replay verify match.blast
  blastyard replay verify replays/*.blast`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := replaysNamed(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			failed := 0
			for _, file := range files {
				if !verifyReplay(cmd, file) {
					failed++
				}
			}
			if failed > 0 {
				return command.Exit{Code: command.Failure}
			}
			return nil
		},
	}
}

// verifyReplay checks a file and prints the result.
func verifyReplay(cmd *cobra.Command, file string) bool {
	r, err := openReplay(file)
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.CommandPath(), errortext.Line(err))
	}
	if r == nil {
		return false
	}
	if r.Header.Unchecked == "" { // Verify says so
		noteRules(cmd.ErrOrStderr(), file, &r.Header)
	}
	file = plain.Line(file)
	differs := replay.Verify(r, games.All())
	var where *replay.Difference
	switch {
	case differs == nil:
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, all as recorded\n", file, english.Count(len(r.Turns), "turn"))
	case errors.As(differs, &where):
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", file, errortext.Line(differs))
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s: %s\n", cmd.CommandPath(), file, errortext.Line(differs))
	}
	return err == nil && differs == nil
}
