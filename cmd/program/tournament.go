//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/internal/plain"
	"blastyard/internal/sources"
)

// tournamentProgram plays competitions. It is a separate program, so that building this one is quick. A program with
// games of its own has one of its own, as only that knows the games.
const tournamentProgram = "blastyard-tournament"

func newTournamentCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "tournament",
		Short:              "Competitions: leagues, cups and ladders",
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := findTournament(tournamentName())
			if err != nil && (len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)) {
				if folder, tags := tournamentSource(); folder != "" {
					path, err = buildTournament(cmd.Context(), folder, tags, cmd.ErrOrStderr())
				}
			}
			if err != nil {
				return err
			}
			return become(path, slices.Concat([]string{os.Args[0] + " tournament"}, args))
		},
	}
}

// tournamentFirst moves the word tournament to the front if the command line requests help or completions of a command
// below it, so that its program answers.
func tournamentFirst(args []string) []string {
	if len(args) < 2 || args[1] != "tournament" {
		return args
	}
	completes := args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd
	if args[0] == "help" || completes && len(args) > 2 { // otherwise the word itself is completed
		return slices.Concat([]string{"tournament", args[0]}, args[2:])
	}
	return args
}

// tournamentName is what the program of competitions is called.
func tournamentName() string {
	self, err := os.Executable()
	if !sources.HasOwn() || err != nil {
		return tournamentProgram
	}
	return strings.TrimSuffix(filepath.Base(self), ".exe") + "-tournament"
}

// tournamentSource returns the folder and the tags to build the program of competitions from; "": there is none.
func tournamentSource() (folder, tags string) {
	if sources.HasOwn() {
		folder, _ = sources.FindOwn() // without it there is none
		return folder, "tournament"
	}
	root, err := sources.Find()
	if err != nil {
		return "", ""
	}
	return filepath.Join(root, "cmd", tournamentProgram), ""
}

// findTournament returns the path of the program with a name beside this one, or on the PATH.
func findTournament(name string) (string, error) {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
				return path, nil
			}
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	if sources.HasOwn() {
		return "", fmt.Errorf("the program %s is neither beside this one nor on the PATH: build it in its sources "+
			"with 'go build -tags tournament -o %[1]s .' and put it there", name)
	}
	return "", errors.New("the program " + tournamentProgram + " is neither beside this one nor on the PATH: " +
		"build it in the sources with 'go build ./cmd/" + tournamentProgram + "' and put it there")
}

// buildTournament builds the program from its folder and returns its path in Go's cache. "go run" cannot start it: that
// would make 1 of every other exit code, and SIGTERM would end only the go command.
func buildTournament(ctx context.Context, folder, tags string, notes io.Writer) (string, error) {
	echo := "echo"
	if runtime.GOOS == "windows" {
		echo = "cmd /c echo"
	}
	note := time.AfterFunc(2*time.Second, func() {
		fmt.Fprintf(notes, "building %s; the first time takes a minute or two\n", tournamentName())
	})
	defer note.Stop()
	for range 2 { // the first run gives a path in a temporary folder
		cmd := exec.CommandContext(ctx, "go", "run", "-tags="+tags, "-exec", echo, ".")
		cmd.Dir, cmd.Stderr = folder, notes
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		out, err := cmd.Output()
		switch path := strings.TrimSpace(string(out)); {
		case ctx.Err() != nil:
			return "", errors.New("interrupted")
		case err != nil:
			return "", fmt.Errorf("cannot build %s: go run: %w", plain.Line(folder), err)
		case filepath.IsAbs(path):
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
	}
	return "", fmt.Errorf("cannot build %s: Go's cache does not keep it; use 'go build'", plain.Line(folder))
}
