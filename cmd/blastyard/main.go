// Command blastyard is an arena for programs that play Bomberman-like games.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"blastyard/harness"
	"blastyard/internal/complete"
	"blastyard/internal/flagerror"
	"blastyard/internal/plain"
	"blastyard/internal/results"
	"blastyard/internal/usage"
)

func main() {
	harness.BecomeBot() // which does not return where this program was started to watch over a bot
	end := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		end = append(end, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), end...)
	code := runCommand(ctx, commandNamed(os.Args[0]), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit codes of every command.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// Run carries out one command line and returns its exit code. It leaves nothing running.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runCommand(ctx, newRootCommand(), args, stdin, stdout, stderr)
}

func runCommand(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout,
	stderr io.Writer) int {
	root.SetArgs(withBotFolders(args))
	root.SetIn(stdin)
	out, written := results.Checked(stdout)
	root.SetOut(out)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = written.Failure()
	}
	return exitCode(cmd, err, stderr)
}

// exitCode turns an error into a line for the user and an exit code.
func exitCode(cmd *cobra.Command, err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	var exit exitError
	if errors.As(err, &exit) {
		if exit.err != nil {
			fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), oneLine(exit.err))
		}
		return exit.code
	}
	var wrong usage.Error
	if errors.As(err, &wrong) {
		fmt.Fprintf(stderr, "%s: %s (see '%s --help')\n", cmd.CommandPath(), oneLine(err), cmd.CommandPath())
		return exitUsage
	}
	fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), oneLine(err))
	return exitFailure
}

// oneLine is the text of an error, which may quote files, bots and other programs, as one line that is safe to print.
func oneLine(err error) string { return plain.Line(err.Error()) }

// exitError ends the program with a code of its own; without err nothing more is said.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// usagef is what is wrong with a command line that makes no sense.
func usagef(format string, args ...any) error { return usage.Errorf(format, args...) }

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "blastyard",
		Short: "An arena for programs that play Bomberman-like games",
		Long: `blastyard plays matches between bots, shows them, and speaks the protocols of older arenas.

Start with:  blastyard play`,
		Version:       versionName(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          runGroup,
	}
	root.SetFlagErrorFunc(flagError)
	bomberman := newBombermanCommand()
	bomberman.AddCommand(newBombermanHostCommand(), newBombermanJoinCommand())
	root.AddCommand(newPlayCommand(), newNetorcaiCommand(), newHexabombCommand(), bomberman, newSimulateCommand(),
		newMapCommand(), newWatchCommand(), newTrainCommand())
	root.AddCommand(newReplayCommand(), newBotCommand(), newTournamentCommand(), newDoctorCommand(),
		newInstallLinksCommand(), newVersionCommand())
	root.SetHelpCommand(newHelpCommand())
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(complete.Command(func(err error) error { return usage.Error{Err: err} }))
	complete.Below(root)
	checkValues(root)
	return root
}

// checkValues makes all commands below cmd check the values of their options before anything else. The stand-ins for
// netorcai and hexabomb check theirs as the originals do.
func checkValues(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		if checkArgs := c.Args; originals[c.Name()] == nil || c.Parent() != c.Root() {
			c.Args = func(c *cobra.Command, args []string) error {
				if err := flagerror.Values(c.Flags()); err != nil {
					return usage.Error{Err: err}
				}
				if checkArgs == nil {
					return nil
				}
				return checkArgs(c, args)
			}
			checkValues(c)
		}
	}
}

// flagError is what is wrong with the options of a command. If a word before them is not a command, that is said first.
func flagError(cmd *cobra.Command, err error) error {
	if words := cmd.Flags().Args(); len(words) > 0 && cmd.HasSubCommands() {
		return usagef("unknown command %q", words[0])
	}
	return usage.Error{Err: flagerror.Explain(err)}
}

// noArgs refuses arguments as wrong usage.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %q", args[0])
	}
	return nil
}

// runGroup is what a command that only has subcommands does: it helps.
func runGroup(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unknown command %q", args[0])
	}
	return cmd.Help()
}

// newHelpCommand helps with a command, and refuses what is none.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about a command",
		Example: "  blastyard help replay export",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, left, err := cmd.Root().Find(args)
			if err != nil || len(left) > 0 && about.HasSubCommands() {
				return usagef("unknown command %q", strings.Join(args, " "))
			}
			return about.Help()
		},
	}
}
