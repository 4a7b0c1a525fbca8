package program

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/simulate"
)

func newSimulateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Run the rules as a filter: JSON lines in, JSON lines out",
		Args:  cobra.ArbitraryArgs,
		RunE:  command.Group,
	}
	cmd.AddCommand(newSimulateHexabombCommand(), newSimulateBombermanCommand())
	return cmd
}

func newSimulateHexabombCommand() *cobra.Command {
	rules := ""
	cmd := &cobra.Command{
		Use:     "hexabomb",
		Short:   "Play hexabomb from JSON lines",
		Long:    simulate.HexabombHelp,
		Example: `  echo '{"map":"tiny","nb_players":2,"nb_special_players":0}' | blastyard simulate hexabomb`,
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := simulate.Hexabomb(rules)
			if err != nil {
				return usagef("--rules: %w", err)
			}
			return simulate.Run(cmd.InOrStdin(), cmd.OutOrStdout(), g)
		},
	}
	command.RulesFlag(cmd.Flags(), &rules)
	return cmd
}

func newSimulateBombermanCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "bomberman",
		Short:   "Play 2016-Bomberman from JSON lines",
		Long:    simulate.BombermanHelp,
		Example: `  echo '{"players":2,"seed":1}' | blastyard simulate bomberman`,
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return simulate.Run(cmd.InOrStdin(), cmd.OutOrStdout(), simulate.Bomberman())
		},
	}
}
