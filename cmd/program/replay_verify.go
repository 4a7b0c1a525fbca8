package program

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/english"
	"blastyard/replay"
)

func newReplayVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE...",
		Short: "Play replays again from their actions and compare every turn",
		Long: `Play replays again from their actions, by the rules of this program, and compare the state after
every turn with the replay. If they differ, the command prints the first such turn and what differs in it.

Replays of games whose rules this program does not know cannot be checked.`,
		Example: `  blastyard replay verify match.blast
  blastyard replay verify replays/*.blast`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, files []string) error {
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

// verifyReplay checks one file and says what came of it.
func verifyReplay(cmd *cobra.Command, file string) bool {
	r, err := replay.Open(file)
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", cmd.CommandPath(), err)
	}
	if r == nil {
		return false
	}
	if r.Header.Unchecked == "" { // Verify says so
		noteRules(cmd.ErrOrStderr(), file, &r.Header)
	}
	differs := replay.Verify(r, games.All())
	var where *replay.Difference
	switch {
	case differs == nil:
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, all as recorded\n", file, english.Count(len(r.Turns), "turn"))
	case errors.As(differs, &where):
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", file, differs)
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s: %v\n", cmd.CommandPath(), file, differs)
	}
	return err == nil && differs == nil
}
