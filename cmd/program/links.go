//go:build !js

package program

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command/complete"
	"blastyard/internal/english"
	"blastyard/internal/links"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
)

// originals are the programs that this program becomes when it is called by their names: scripts and test suites start
// them by name. The files of their commands add them.
var originals = map[string]func() *cobra.Command{}

// namesOfOriginals returns their names.
func namesOfOriginals() []string { return slices.Sorted(maps.Keys(originals)) }

// commandNamed returns the command for the name by which the program was called: blastyard, or an original.
func commandNamed(program string) *cobra.Command {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	newCommand := originals[name]
	if newCommand == nil {
		root := newRootCommand()
		root.Annotations = map[string]string{calledAs: shellquote.Program(program)}
		return root
	}
	cmd := newCommand()
	for _, other := range namesOfOriginals() {
		cmd.Example = strings.ReplaceAll(cmd.Example, "blastyard "+other, other)
	}
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	return cmd
}

// calledAs is the annotation of the root command with the name by which this program was called.
const calledAs = "called as"

// program returns the word that calls this program in printed command lines.
func program(cmd *cobra.Command) string { return cmp.Or(cmd.Root().Annotations[calledAs], "blastyard") }

func newInstallLinksCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "install-links DIR",
		Short: "Create links to this program, named " + english.And(namesOfOriginals()),
		Long: `Make links to this program in a folder, by the names ` + english.And(namesOfOriginals()) + `. Called by
such a name it is that program, with the original's command line, so test suites and scripts that start the originals by
name start it. Put the folder first in PATH.`,
		Example: `  blastyard install-links ~/bin
  netorcai --version`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usagef("expected one argument, the folder, but there are %d", len(args))
			case args[0] == "":
				return usagef("the folder is empty, expected its path; . is this folder")
			}
			return nil
		},
		ValidArgsFunction: complete.Folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return fmt.Errorf("cannot find this program's file: %w", err)
			}
			installed, err := links.Install(self, args[0], namesOfOriginals()...)
			for _, l := range installed {
				if l.Made {
					fmt.Fprintf(cmd.OutOrStdout(), "%s -> %s\n", plain.Line(l.Path), plain.Line(self))
				} else {
					fmt.Fprintf(cmd.OutOrStdout(), "%s is there already\n", plain.Line(l.Path))
				}
			}
			return err
		},
	}
}
