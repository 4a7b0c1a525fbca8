// Package mapcommands has the commands that list, show, check, generate and convert maps.
package mapcommands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
	"blastyard/rules/maps"
)

// openMap opens a map by its name or file. A missing map is wrong usage; a file without a map is a failure. It prints
// to notes what is odd in the file.
func openMap(name string, notes io.Writer) (*maps.Map, error) {
	m, err := maps.Open(name)
	if errors.Is(err, maps.ErrUnknown) || errors.Is(err, fs.ErrNotExist) {
		return nil, usage.Error{Err: err}
	}
	return noted(m, err, name, notes)
}

// noted tells what is odd in the file of a map.
func noted(m *maps.Map, err error, name string, notes io.Writer) (*maps.Map, error) {
	if err == nil {
		for _, note := range m.Notes {
			fmt.Fprintf(notes, "%s: %s\n", plain.Line(name), note)
		}
	}
	return m, err
}

// New returns the command map.
func New() *cobra.Command {
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
