package mapcommands

import (
	"math"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/usage"
)

func init() { generators = append(generators, newMapGenerateBombermanCommand) }

func newMapGenerateBombermanCommand() *cobra.Command {
	players, seed, reveal := 0, int64(0), false
	cmd := &cobra.Command{
		Use:   "bomberman",
		Short: "Print the map of 2016-Bomberman that a seed gives",
		Long: `Print the rows of the map that a seed gives, as map.txt shows them before the first round: # hard wall,
+ soft wall, A, B, ... players, $ the super power-up. With --reveal the power-ups under soft walls are shown, too: 1
for one more bomb, 2 for twice the radius.`,
		Example: `  blastyard map generate bomberman --players 4 --seed 7
  blastyard map generate bomberman --players 4 --seed 7 --reveal`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if least, most := games.BombermanPlayers(); players < least || players > most {
				return usage.Errorf("--players is %d, expected %d to %d", players, least, most)
			}
			if seed < math.MinInt32 || seed > math.MaxInt32 {
				return usage.Errorf("--seed is %d, expected %d to %d", seed, math.MinInt32, math.MaxInt32)
			}
			text, err := games.BombermanMap(players, int32(seed), reveal)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	cmd.Flags().IntVar(&players, "players", 2, "how many players, 2 to 12")
	cmd.Flags().Int64VarP(&seed, "seed", "s", 0, "the map's seed")
	cmd.Flags().BoolVar(&reveal, "reveal", false, "show what lies under the walls")
	return cmd
}
