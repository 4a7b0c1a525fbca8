//go:build !js

package program

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/doctor"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/machine"
)

func newDoctorCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is missing on this machine, and how to fix it",
		Long: `Look at this machine: what matches and their page need, what keeps bots apart, and what bots in each
language need. For each missing part, a line says what does not work without it and how to fix it. The exit code is
1 only if a match cannot be played and shown.`,
		Example: `  blastyard doctor
  blastyard doctor --json`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out := cmd.Context(), cmd.OutOrStdout()
			d := doctor.Examine(ctx, machine.Checks(playShortMatch, out), doctor.Tools())
			if err := ctx.Err(); err != nil {
				return command.Interrupted(ctx, err)
			}
			if asJSON {
				if err := json.NewEncoder(out).Encode(d); err != nil {
					return err
				}
			} else {
				d.WriteText(out)
			}
			if !d.OK {
				return command.Exit{Code: command.Failure}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as JSON")
	return cmd
}

// playShortMatch plays a short match.
func playShortMatch(ctx context.Context) error {
	_, err := blastyard.Play(ctx, arena.Config{Map: "tiny", Turns: 10,
		Seats: []arena.Seat{{Bot: arena.BuiltinPrefix + "random"}, {Bot: arena.BuiltinPrefix + "idle"}}})
	return err
}
