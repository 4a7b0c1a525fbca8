package competitions

import (
	"github.com/spf13/cobra"

	"blastyard/tournament/control"
)

func newDeskCommand() *cobra.Command {
	server, name, revoke := "", "", false
	cmd := &cobra.Command{
		Use:   "desk EVENT",
		Short: "Print an address that opens the organiser's page, once",
		Long: `Print an address that opens the organiser's desk, a page of 'blastyard tournament serve': who takes part,
what is wrong, and all that an organiser can do while the event goes on. It can be opened once, and signs that browser
in for 30 days; make one for each organiser, for their names are shown with what they do. Whoever has it can end the
event: with --revoke, an address that was lost, and the browsers that opened one, open nothing any more.

EVENT is an event.toml, its folder, or the folder of its store.`,
		Example: `  blastyard tournament desk cup --name anna --server https://contest.example
  blastyard tournament desk cup --revoke
  blastyard tournament desk cup --revoke --name anna`,
		Args: eventArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if revoke {
				if !cmd.Flags().Changed("name") {
					name = ""
				}
				return control.RevokeDesk(args[0], name, cmd.OutOrStdout())
			}
			return control.DeskLink(args[0], server, name, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&server, "server", "http://127.0.0.1:8080", "where organisers reach the pages of the event")
	f.StringVarP(&name, "name", "n", "organiser", "the organiser's name, for everybody to read")
	f.BoolVar(&revoke, "revoke", false, "end all addresses and browsers, or those of --name")
	return cmd
}
