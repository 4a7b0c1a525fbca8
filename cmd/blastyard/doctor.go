package main

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/spf13/cobra"

	"blastyard/doctor"
	"blastyard/harness"
)

func newDoctorCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is missing on this machine, and how to fix it",
		Long: `Look at this machine: what matches and their page need, what keeps bots apart, and what bots in each
language need. For what is missing, a line says what follows from it and how to fix it. The exit code is 1 only where
a match cannot be played and shown.`,
		Example: `  blastyard doctor
  blastyard doctor --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, out := cmd.Context(), cmd.OutOrStdout()
			d := doctor.Examine(ctx, doctor.Machine(playShortMatch, out), doctor.Tools())
			if err := ctx.Err(); err != nil {
				return interrupted(ctx, err)
			}
			if asJSON {
				if err := json.NewEncoder(out).Encode(d); err != nil {
					return err
				}
			} else {
				d.WriteText(out)
			}
			if !d.OK {
				return exitError{code: exitFailure}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "the result as JSON")
	return cmd
}

// playShortMatch plays a match with a server, as bots need it.
func playShortMatch(ctx context.Context) error {
	o := playOptions{gameName: "hexabomb", mapName: "tiny", bots: builtins("random", "idle"), turns: 10, hasSeed: true,
		orderName: "seeded", turnTime: 2 * time.Second, host: "127.0.0.1", games: 1, quiet: true, replay: noReplay,
		sandbox: harness.SandboxOff}
	p, err := o.plan(io.Discard)
	if err != nil {
		return err
	}
	_, err = servedTable{p.game.(*hexabombContest), p}.play(ctx, 0, &screen{plan: p, out: io.Discard, err: io.Discard})
	return err
}
