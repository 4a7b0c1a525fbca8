package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/maps"
)

func newMapCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "map", Short: "Maps: list, show, check, generate, convert", Args: cobra.ArbitraryArgs,
		RunE: runGroup}
	cmd.AddCommand(&cobra.Command{
		Use:     "list",
		Short:   "List the built-in maps",
		Example: "  blastyard map list",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range maps.Names() {
				fmt.Fprintf(cmd.OutOrStdout(), "%-8s %s\n", name, maps.Info(name))
			}
			return nil
		},
	})
	cmd.AddCommand(newMapShowCommand(), newMapCheckCommand(), newMapGenerateCommand(), newMapConvertCommand())
	return cmd
}
