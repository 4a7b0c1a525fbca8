package mapcommands

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
)

// generators make the commands that make a map from a seed: each game that has some adds its own.
var generators []func() *cobra.Command

func newMapGenerateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make a map from a seed",
		Args:  cobra.ArbitraryArgs,
		RunE:  command.Group,
	}
	for _, generator := range generators {
		cmd.AddCommand(generator())
	}
	return cmd
}
