package main

import (
	"github.com/spf13/cobra"

	"blastyard/simulate"
)

func newSimulateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "The rules as a filter: JSON lines in, JSON lines out",
		Args:  cobra.ArbitraryArgs,
		RunE:  runGroup,
	}
	cmd.AddCommand(newSimulateHexabombCommand(), newSimulateBombermanCommand())
	return cmd
}

func newSimulateHexabombCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "hexabomb",
		Short: "Play hexabomb from JSON lines",
		Long: `Read lines of JSON from standard input and answer each with a line.

  {"map":MAP,"nb_players":N,"nb_special_players":S}   starts a game: {"game_state":STATE}
  {"player_actions":[{"player_id":P,"turn_number":T,"actions":[ACTION,...]},...]}
                                  plays a turn in that order: {"winner_player_id":W,"game_state":STATE}
  an empty line                                       ends the game; another may follow

MAP is the content of a map file, or the name of a built-in map. A bad line is answered with {"error":"..."} and leaves
the game as it was.`,
		Example: `  echo '{"map":"tiny","nb_players":2,"nb_special_players":0}' | blastyard simulate hexabomb`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return simulate.Run(cmd.InOrStdin(), cmd.OutOrStdout(), simulate.Hexabomb())
		},
	}
}

func newSimulateBombermanCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "bomberman",
		Short: "Play 2016-Bomberman from JSON lines",
		Long: `Read lines of JSON from standard input and answer each with a line.

  {"players":N,"seed":S}   starts a game of N players, 2 to 12; players are named Player 1, Player 2, ...
  {"commands":[C,...]}     plays a round: a command for each player by key, the dead too: 1 up, 2 left, 3 right, 4 down,
                           5 place bomb, 6 trigger, any other number nothing
  an empty line            ends the game; another may follow

The answer to both:

  {"round":R,"over":B,"leaderboard":"AB","failed":[0,0],"killed_round":[0,0],"map":"...","state":"...","console":"..."}

failed tells by key whether the command was refused when its turn came; map and state are the texts of map.txt and
state.json, console is what the original draws. With "reveal":true in the line that starts the game its answer has also
"rows", those of the map, in which 1 and 2 are soft walls over a bag and a radius power-up. A bad line is answered with
{"error":"..."} and leaves the game as it was.`,
		Example: `  echo '{"players":2,"seed":1}' | blastyard simulate bomberman`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return simulate.Run(cmd.InOrStdin(), cmd.OutOrStdout(), simulate.Bomberman())
		},
	}
}
