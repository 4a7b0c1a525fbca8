//go:build !js

package program

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/simulate"
)

func newSimulateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Run the rules as a filter: JSON lines in, JSON lines out",
		Args:  cobra.ArbitraryArgs,
		RunE:  command.Group,
	}
	for _, k := range games.All() {
		cmd.AddCommand(newSimulateGameCommand(k))
	}
	return cmd
}

func newSimulateGameCommand(k *game.Kind) *cobra.Command {
	rules, text := k.Version, simulate.TextOf(k)
	cmd := &cobra.Command{
		Use:     k.Name,
		Short:   "Play " + text.Title + " from JSON lines",
		Long:    text.Help,
		Example: "  " + text.Example,
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			by, err := k.ByVersion(rules)
			if err != nil {
				return usagef("--rules: %w", err)
			}
			g, err := simulate.Of(by)
			if err != nil {
				return err
			}
			return simulate.Run(cmd.InOrStdin(), cmd.OutOrStdout(), g)
		},
	}
	if len(k.Older) > 0 {
		command.RulesFlag(cmd.Flags(), k, &rules)
	}
	return cmd
}
