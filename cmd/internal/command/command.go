// Package command is the common part of the programs: how they run a command line and report errors.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command/results"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
)

// Exit codes of every command.
const (
	OK      = 0
	Failure = 1
	Usage   = 2
)

// Main runs a command line with the standard streams of this process, and ends the process. SIGINT, SIGTERM and SIGHUP
// end the context of the command. So does a reader of the output that has gone: a match that is played then is broken
// off as by Ctrl-C, and its replay is whole.
func Main(root *cobra.Command, args []string) {
	end := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as set by nohup
		end = append(end, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), end...)
	ctx, leave := context.WithCancel(ctx)
	// Without this the first write to a pipe without a reader ends the process.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	code := Run(ctx, root, args, os.Stdin, results.Piped(os.Stdout, leave), results.Piped(os.Stderr, leave))
	leave()
	stop()
	os.Exit(code)
}

// Run runs a command line and returns its exit code. It leaves nothing running.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetArgs(args)
	root.SetIn(stdin)
	out, written := results.Checked(stdout)
	root.SetOut(out)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if written.Gone() {
		return Failure // as with other programs, there is nothing to say
	}
	if err == nil {
		err = written.Failure()
	}
	if interrupted(ctx, err) {
		err = errors.New("interrupted")
	}
	return exitCode(cmd, args, err, stderr)
}

// interrupted reports whether a command has failed only because it was ended from outside.
func interrupted(ctx context.Context, err error) bool {
	if _, is := errors.AsType[Exit](err); is || err == nil || ctx.Err() == nil {
		return false
	}
	return errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx))
}

// exitCode turns an error into a line for the user and an exit code.
func exitCode(cmd *cobra.Command, args []string, err error, stderr io.Writer) int {
	if err == nil {
		return OK
	}
	err = ofTempFolder(err)
	if exit, ok := errors.AsType[Exit](err); ok {
		if exit.Err != nil {
			fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), errortext.Line(exit.Err))
		}
		return exit.Code
	}
	line := errortext.Line(err) + plain.Line(meant(cmd, args, err))
	if _, ok := errors.AsType[usage.Error](err); ok {
		fmt.Fprintf(stderr, "%s: %s (see '%s --help')\n", cmd.CommandPath(), line, cmd.CommandPath())
		return Usage
	}
	fmt.Fprintf(stderr, "%s: %s\n", cmd.CommandPath(), line)
	return Failure
}

// Exit is an error that ends the program with its own exit code. If Err is nil, no message is printed.
type Exit struct {
	Code int
	Err  error
}

// Error implements error.
func (e Exit) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns the cause.
func (e Exit) Unwrap() error { return e.Err }
