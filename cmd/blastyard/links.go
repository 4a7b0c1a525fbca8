package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
)

// A program that is called by the name of an original is that program: scripts and test suites start it by its name.
var originals = map[string]func() *cobra.Command{"netorcai": newNetorcaiCommand, "hexabomb": newHexabombCommand}

// commandNamed is what a program does that was called by the name: blastyard, or an original.
func commandNamed(program string) *cobra.Command {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	newCommand := originals[name]
	if newCommand == nil {
		return newRootCommand()
	}
	cmd := newCommand()
	cmd.Example = strings.ReplaceAll(strings.ReplaceAll(cmd.Example, "blastyard netorcai", "netorcai"), "blastyard hexabomb", "hexabomb")
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	return cmd
}

func newInstallLinksCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "install-links DIR",
		Short: "Let scripts find blastyard by the names netorcai and hexabomb",
		Long: `Make links to this program in a folder, by the names netorcai and hexabomb. Called by such a name it is that program, with the
original's command line, so test suites and scripts that start the originals by name start it. Put the folder first in PATH.`,
		Example: `  blastyard install-links ~/bin
  netorcai --version`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("expected one argument, the folder, but there are %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return fmt.Errorf("cannot find this program's file: %w", err)
			}
			return installLinks(cmd.OutOrStdout(), self, args[0])
		},
	}
}

// installLinks makes the links that are not there. Anything else by their names stays, and is an error.
func installLinks(out io.Writer, self, dir string) error {
	this, err := os.Stat(self)
	if err != nil {
		return err
	}
	var missing []string
	for _, name := range []string{"hexabomb", "netorcai"} {
		path := filepath.Join(dir, name)
		if runtime.GOOS == "windows" {
			path += ".exe"
		}
		there, err := os.Stat(path)
		switch {
		case err == nil && os.SameFile(this, there):
			fmt.Fprintf(out, "%s is there already\n", path)
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, path)
		case err != nil:
			return err
		default:
			return fmt.Errorf("%s is another program: remove it, or choose another folder", path)
		}
	}
	for _, path := range missing {
		if err := link(self, path); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s -> %s\n", path, self)
	}
	return nil
}

// link makes a symbolic link, or, where that is not allowed (on Windows, say), another name of the file.
func link(self, path string) error {
	err := os.Symlink(self, path)
	if err != nil && !errors.Is(err, fs.ErrExist) && os.Link(self, path) == nil {
		return nil
	}
	return err
}
