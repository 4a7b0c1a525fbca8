//go:build !js

// Package program is the whole program blastyard as a function: its commands, one a file, with flags in and text out.
package program

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"blastyard/arena/harness"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/command/complete"
	"blastyard/cmd/internal/mapcommands"
	"blastyard/cmd/internal/versioning"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/sources"
	"blastyard/internal/usage"
)

// version is set by make dist; it is empty in other builds.
var version string

// software returns the name of this program in files, with its version.
func software() string { return "blastyard " + command.VersionName(version) }

// Main runs the command line of the process and ends the process; it does not return. A program with further games
// calls it first: program.Main(mygame.Kind()). Built for js/wasm, that program is the laboratory of a page; built with
// the tag tournament, it is the one that plays competitions.
func Main(kinds ...*game.Kind) {
	games.Add(kinds...)
	if _, file, _, _ := runtime.Caller(1); len(kinds) > 0 {
		sources.SetOwn(filepath.Dir(file))
	}
	harness.BecomeBot() // does not return if this process was started to supervise a bot
	if competes != nil {
		command.Main(competes(), os.Args[1:])
	}
	command.Main(commandNamed(os.Args[0]), rewritten(os.Args[1:]))
}

// competes returns the command of competitions, if this is their program.
var competes func() *cobra.Command

// Run runs a command line and returns its exit code. It leaves nothing running.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return command.Run(ctx, newRootCommand(), rewritten(args), stdin, stdout, stderr)
}

// rewritten returns a command line with the words in the order that cobra understands.
func rewritten(args []string) []string { return tournamentFirst(withBotFolders(args)) }

// usagef returns an error of wrong usage.
func usagef(format string, args ...any) error { return usage.Errorf(format, args...) }

// standIns make the commands that replace a program of an original. Their files add them.
var standIns []func() *cobra.Command

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "blastyard",
		Short: "An arena for programs that play games against each other",
		Long: `blastyard plays matches between bots, shows them, and speaks the protocols of older arenas.

Start with:  blastyard play`,
	}
	root.AddCommand(newPlayCommand(), versioning.NewCompare(), newSimulateCommand(), mapcommands.New(),
		newWatchCommand(), newLabCommand(), newTrainCommand())
	for _, standIn := range standIns {
		root.AddCommand(standIn())
	}
	root.AddCommand(newReplayCommand(), newBotCommand(), newTournamentCommand(), newDoctorCommand(),
		newInstallLinksCommand(), complete.Command(func(err error) error { return usage.Error{Err: err} }))
	// The stand-ins for netorcai and hexabomb check the values of their options as the originals do.
	command.SetUp(root, version, namesOfOriginals()...)
	return root
}
