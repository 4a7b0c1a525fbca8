package competitions

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/usage"
	"blastyard/tournament/control"
)

func newTeamCommand() *cobra.Command {
	var g control.Organiser
	to, erase := "", false
	cmd := &cobra.Command{
		Use:   "team EVENT NAME",
		Short: "Export or erase what an event keeps of a team",
		Long: `Write what an event keeps of a team into a new folder, with --export: its submissions with their reports,
all versions of its bot, its matches and what its bot printed. Or erase it, with --erase, while nothing plays the event:
its bot is withdrawn, and its invitations, tokens, submissions, the files of its bot and what it printed are removed.
Its name and its results stay, because those of all others depend on them.

EVENT is an event.toml, its folder, or the folder of its store.`,
		Example: `  blastyard tournament team cup ann --export ann
  blastyard tournament team cup ann --erase`,
		Args: command.TwoArgs("the event and the name of a team"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g.Path, g.Out, g.Notes = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			switch {
			case erase:
				return g.EraseTeam(cmd.Context(), args[1])
			case to != "":
				return g.ExportTeam(cmd.Context(), args[1], to)
			}
			return usage.Errorf("expected --export DIR or --erase")
		},
	}
	cmd.Flags().StringVar(&to, "export", "", "the new folder for its data")
	cmd.Flags().BoolVar(&erase, "erase", false, "erase its data")
	cmd.MarkFlagsMutuallyExclusive("export", "erase")
	organiserFlags(cmd, &g)
	return cmd
}
