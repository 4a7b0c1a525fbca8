//go:build !js

package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/bots"
	"blastyard/cmd/internal/command"
	"blastyard/game/starters"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
)

func newBotNewCommand() *cobra.Command {
	var name, language, protocol string
	list := false
	cmd := &cobra.Command{
		Use:   "new NAME --lang LANGUAGE",
		Short: "Create the folder of a new bot, which runs as it is",
		Long: `Make the folder NAME with a bot to start from: the bot, a small file that talks to the arena, and a
README. What to type next is printed; it runs from where you are. Nothing is overwritten. --list shows the languages.

With --protocol stdio the bot reads a line of JSON and prints one, turn by turn: no file that talks to the arena.`,
		Example: `  blastyard bot new mybot --lang python
  blastyard bot new mybot --lang python --game ` + otherGame() + `
  blastyard bot new mybot --lang cpp --protocol stdio
  blastyard bot new --list`,
		Args: func(_ *cobra.Command, args []string) error {
			if list && len(args) == 0 || len(args) == 1 && !list {
				return nil
			}
			if list {
				return usagef("unexpected argument %q", args[0])
			}
			return usagef("%s, expected one: the name of the new bot", english.Count(len(args), "argument"))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return listStarters(cmd.OutOrStdout())
			}
			starter, err := starters.Find(name, language, protocol)
			if err != nil {
				return err
			}
			return newBot(cmd.OutOrStdout(), program(cmd), args[0], starter)
		},
	}
	cmd.Flags().StringVarP(&language, "lang", "l", "", "the language (see --list)")
	command.GameFlag(cmd.Flags(), &name)
	cmd.Flags().StringVar(&protocol, "protocol", "",
		"stdio: over standard input and output (default as the game is usually played)")
	cmd.Flags().BoolVar(&list, "list", false, "list the languages")
	return cmd
}

func listStarters(out io.Writer) error {
	list, err := starters.All()
	if err != nil {
		return err
	}
	for _, s := range list {
		build := "nothing to build"
		if s.Build != "" {
			build = "built by " + s.Build
		}
		if s.Stdio() && len(bots.Languages(s.Game)) > 0 {
			build += ", with --protocol stdio"
		}
		fmt.Fprintf(out, "%-10s %-11s %s\n", s.Game, s.Language, build)
	}
	return nil
}

// newBot creates a bot's folder and prints the next steps.
func newBot(out io.Writer, program, dir string, starter bots.Starter) error {
	switch _, gone := os.Getwd(); {
	case strings.TrimSpace(dir) == "":
		return usagef("the name of the folder is empty, expected one such as mybot")
	case gone != nil && !filepath.IsAbs(dir):
		return errors.New("the working folder was removed: change to another one")
	}
	name := filepath.Base(dir)
	if err := bots.CheckName(name); err != nil {
		return usage.Error{Err: err}
	}
	files, err := starter.Create(dir, name)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists already; choose another name or remove it", dir)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s; make it first", filepath.Dir(dir))
	case err != nil:
		return err
	}
	fmt.Fprintf(out, "Created %s with %s\n\n", plain.Line(dir), strings.Join(files, ", "))
	for _, line := range starter.Next(program, dir) {
		fmt.Fprintf(out, "  %s\n", line)
	}
	return nil
}
