package mapcommands

import (
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/arena/options"
	"blastyard/cmd/internal/command"
	"blastyard/internal/english"
	"blastyard/internal/flagerror"
	"blastyard/internal/usage"
	"blastyard/rules/maps"
	"blastyard/show/mapview"
)

func init() { generators = append(generators, newMapGenerateHexabombCommand) }

func newMapGenerateHexabombCommand() *cobra.Command {
	var plan maps.Plan
	var shape, out string
	force := false
	cmd := &cobra.Command{
		Use:   "hexabomb",
		Short: "Make a fair map of hexabomb",
		Long: `Make a map of hexabomb and print its file. It is always fair: symmetries of the whole board carry the
first player's starts to those of every other. That is possible for 1, 2, 3, 4, 6 and 12 players, in every shape:

  hexagon   an open hexagon           maze      narrow paths with some loops
  star      an open star              islands   open islands, joined by paths

The symmetries are half a turn for 2 players, turns by 120° for 3, half a turn and two mirrors for 4, turns by 60°
for 6, and with mirrors for 12. The number of cells is as near to --cells as the symmetries allow. Starts are as far
apart as possible. The same options give the same file.`,
		Example: `  blastyard map generate hexabomb --cells 200 --players 4 --shape maze --seed 7 > maze.json
  blastyard map generate hexabomb --players 6 --shape star --special 1 -o star.json
  blastyard map generate hexabomb --cells 250 --players 3 --shape islands -o islands.txt`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if plan.Shape, err = maps.ParseShape(shape); err != nil {
				return usage.Error{Err: err}
			}
			if err := plan.Validate(); err != nil {
				return usage.Error{Err: flagerror.Field(err)}
			}
			if _, ok := maps.FormatOf(out); !ok && out != "-" {
				return usage.Errorf("--output %s: the ending must be .json, .txt or .tmj", out)
			}
			m, err := maps.Generate(plan)
			if err != nil {
				return err
			}
			target := mapview.Target{Path: out, Force: force, Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr()}
			if err := target.Write(m); err != nil {
				return err
			}
			group := maps.Symmetries(m, plan.Players)
			fmt.Fprintf(cmd.ErrOrStderr(), "%s (asked for: %d), fair for %s, symmetry %s of order %d; seed %d\n",
				english.Count(len(m.Cells), "cell"), plan.Cells, maps.FairText(maps.FairPlayers(m), plan.Players),
				maps.GroupName(group), len(group), plan.Seed)
			return nil
		},
	}
	f := cmd.Flags()
	f.IntVar(&plan.Cells, "cells", 127, "number of cells, approximately")
	f.IntVar(&plan.Players, "players", 2, "how many players: 1, 2, 3, 4, 6 or 12")
	f.IntVar(&plan.Characters, "characters", 3, "how many characters each player has")
	f.IntVar(&plan.Special, "special", 0, "positions for the special player of sudden death; 0: no sudden death")
	f.StringVar(&shape, "shape", "hexagon", "hexagon, islands, maze or star")
	options.SeedFlag(f, &plan.Seed, "which of the maps of this kind")
	f.BoolVar(&plan.Apart, "apart", false, "of islands: one for each player, without a way to the others")
	f.SetNormalizeFunc(flagerror.Aliases(map[string]string{"out": "output"}))
	f.StringVarP(&out, "output", "o", "-", "the file to write, its ending .json, .txt or .tmj; -: standard output")
	f.BoolVar(&force, "force", false, "replace a file that exists already")
	return cmd
}
