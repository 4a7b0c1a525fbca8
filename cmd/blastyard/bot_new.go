package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/bots"
	"blastyard/internal/shellquote"
)

func newBotNewCommand() *cobra.Command {
	game, language, list := bots.Hexabomb, "", false
	cmd := &cobra.Command{
		Use:   "new NAME --lang LANGUAGE",
		Short: "Make the folder of a new bot that runs as it is",
		Long: `Make the folder NAME with a bot to start from: the bot, a small file that talks to the arena, and a
README. What to type next is printed. Nothing is overwritten. --list shows the languages.`,
		Example: `  blastyard bot new mybot --lang python
  blastyard bot new bomber --lang java --game bomberman
  blastyard bot new --list`,
		Args: func(_ *cobra.Command, args []string) error {
			if list && len(args) == 0 || len(args) == 1 && !list {
				return nil
			}
			if list {
				return usagef("unexpected argument %q", args[0])
			}
			return usagef("%d arguments, expected one: the name of the new bot", len(args))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				listStarters(cmd.OutOrStdout())
				return nil
			}
			return newBot(cmd.OutOrStdout(), args[0], game, language)
		},
	}
	cmd.Flags().StringVarP(&language, "lang", "l", "", "the language (see --list)")
	cmd.Flags().StringVar(&game, "game", game, "hexabomb or bomberman")
	cmd.Flags().BoolVar(&list, "list", false, "list the languages")
	return cmd
}

func listStarters(out io.Writer) {
	for _, s := range bots.Starters() {
		build := "nothing to build"
		if s.Build != "" {
			build = "built by " + s.Build
		}
		fmt.Fprintf(out, "%-10s %-11s %s\n", s.Game, s.Language, build)
	}
}

// newBot makes a bot's folder and says what to do next.
func newBot(out io.Writer, dir, game, language string) error {
	if language == "" && len(languages(game)) > 0 {
		return usagef("--lang is missing, expected one of %s", strings.Join(languages(game), ", "))
	}
	starter, err := bots.Find(game, language)
	if err != nil {
		return usageError{err}
	}
	name := filepath.Base(dir)
	if err := bots.CheckName(name); err != nil {
		return usageError{err}
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
	fmt.Fprintf(out, "%s is there: %s\n\n  cd %s\n", dir, strings.Join(files, ", "), shellquote.Quote(dir))
	if starter.Build != "" {
		fmt.Fprintf(out, "  %s\n", starter.Build)
	}
	fmt.Fprintf(out, "  blastyard play %s\n  blastyard bot check %s\n", opponents(&starter),
		doubleQuoted(runHere(&starter)))
	return nil
}

// opponents are the arguments of play for a new bot, from its folder.
func opponents(s *bots.Starter) string {
	run := "--bot " + doubleQuoted(runHere(s))
	if s.Game == bots.Bomberman {
		return "bomberman " + run + " --bot builtin:reference"
	}
	return run + " --bot builtin:greedy"
}

// runHere is how a bot is run on this system.
func runHere(s *bots.Starter) string {
	if python, ok := strings.CutPrefix(s.Run, "python3 "); ok && runtime.GOOS == "windows" {
		return "python " + python
	}
	return s.Run
}

// doubleQuoted writes a word of letters, blanks, dots and slashes so that any shell reads it back.
func doubleQuoted(word string) string {
	if strings.Contains(word, " ") {
		return `"` + word + `"`
	}
	return word
}

// languages are those that there are starters in for a game.
func languages(game string) []string {
	var names []string
	for _, s := range bots.Starters() {
		if s.Game == game {
			names = append(names, s.Language)
		}
	}
	return names
}
