package program

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/usage"
	"blastyard/rules/maps"
)

// openMap opens a map by its name or file. A missing map is wrong usage; a file without a map is a failure.
func openMap(name string) (*maps.Map, error) {
	m, err := maps.Open(name)
	if errors.Is(err, maps.ErrUnknown) || errors.Is(err, fs.ErrNotExist) {
		return nil, usage.Error{Err: err}
	}
	return m, err
}

func newMapCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "map", Short: "List, show, check, generate and convert maps", Args: cobra.ArbitraryArgs,
		RunE: command.Group}
	cmd.AddCommand(&cobra.Command{
		Use:     "list",
		Short:   "List the built-in maps",
		Example: "  blastyard map list",
		Args:    command.NoArgs,
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
