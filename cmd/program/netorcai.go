//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/plain"
	"blastyard/originals/netorcai/options"
	"blastyard/originals/netorcai/prompt"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// netorcaiOptions are the original's flags, and a file for a replay of the game.
type netorcaiOptions struct {
	options.Options
	replay string
}

var invalidOption = options.Invalid

func init() {
	originals["netorcai"] = newNetorcaiCommand
	standIns = append(standIns, newNetorcaiCommand)
}

// newNetorcaiCommand returns the netorcai server with the original's options, prompt, texts and exit codes. Unlike in
// other commands, wrong usage exits with 1, and the log and errors of the command line go to standard output.
func newNetorcaiCommand() *cobra.Command {
	var o netorcaiOptions
	cmd := &cobra.Command{
		Use:   "netorcai",
		Short: "Run a netorcai server that replaces the original",
		Long: `Wait for a game logic, players and visualizations on a TCP port, and lead them through one game.

Commands on standard input:
  start                 start the game
  print VARIABLE|all    print a setting
  set VARIABLE=VALUE    change a setting
  quit                  kick everyone and exit
VARIABLE is nb-turns-max, nb-players-max, nb-splayers-max, nb-visus-max, delay-first-turn or delay-turns.

With --autostart the game starts when a game logic and exactly the expected numbers of clients are there: also one
visualization, unless --nb-visus-max says otherwise. Standard error says which clients are missing. Options may be
shortened as long as they are unambiguous.`,
		Example: `  blastyard netorcai --nb-players-max 2 --nb-visus-max 0 --autostart
  blastyard netorcai --nb-players-max 2 --nb-visus-max 0 --autostart --replay game.blast
  blastyard netorcai --fast --nb-turns-max 1000 --port 5000`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 || cmd.ArgsLenAtDash() >= 0 {
				return netorcaiUsage(cmd, nil)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Version {
				fmt.Fprintln(cmd.OutOrStdout(), "v"+netorcai.Version)
				return nil
			}
			if !o.OneVerbosity() {
				return netorcaiUsage(cmd, nil)
			}
			return o.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.SetFlagErrorFunc(netorcaiUsage)
	o.Define(cmd.Flags())
	cmd.Flags().StringVar(&o.replay, "replay", "", "a file to write a replay of the game to")
	cmd.Flags().SetNormalizeFunc(options.UniquePrefix)
	return cmd
}

// netorcaiUsage prints the usage to standard output, after an error of the options if the original prints it.
func netorcaiUsage(cmd *cobra.Command, err error) error {
	if text := options.WrongUsage(cmd.Flags(), err); text != "" {
		fmt.Fprintln(cmd.OutOrStdout(), plain.Line(text))
	}
	fmt.Fprint(cmd.OutOrStdout(), options.Usage)
	return command.Exit{Code: command.Failure}
}

func (o *netorcaiOptions) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	console := prompt.NewConsole(stdin, stdout, o.SimplePrompt)
	defer console.Restore()
	log := slog.New(o.Handler(console, stdout))
	cfg, port, err := o.Config()
	if err != nil {
		log.Error("Invalid argument", "err", err)
		return command.Exit{Code: command.Failure}
	}
	if o.Fast && os.Getenv("GOMAXPROCS") == "" {
		// A turn has many wake-ups and little computation. With one processor no goroutine is woken on another
		// processor, which the players need. Measured: 10 to 20 % more turns a second on two processors.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	cfg.Log = log
	finish, err := o.prepareReplay(&cfg)
	if err != nil {
		log.Error("Invalid argument", "err", err)
		return command.Exit{Code: command.Failure}
	}
	s, err := server.New(cfg)
	if err != nil {
		log.Error("Invalid argument", "err", err)
		return command.Exit{Code: command.Failure}
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", ":"+strconv.Itoa(port))
	if err != nil {
		log.Error("Cannot listen incoming connections", "err", err)
		return command.Exit{Code: command.Failure}
	}
	log.Info("Listening incoming connections", "port", port)
	if text := o.Waits(&cfg.Settings); text != "" && !o.Quiet { // separate from the log, whose lines are the original's
		fmt.Fprintln(stderr, text)
	}
	err = serveNetorcai(ctx, s, ln, console, log)
	if lost := finish(); err == nil {
		err = lost
	}
	return err
}

// serveNetorcai runs a game, with the prompt beside it.
func serveNetorcai(
	ctx context.Context, s *server.Server, ln net.Listener, console *prompt.Console, log *slog.Logger,
) error {
	// The server stops after the line that says why, so that the lines that follow from the stop come later.
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() {
		log.Warn("SIGTERM received. Aborting.")
		stop()
	})()
	how := make(chan prompt.End, 1)
	go console.Serve(serving, &prompt.Shell{Server: s}, func(end prompt.End) {
		log.Warn("Shell exited. Aborting.")
		how <- end
		s.Abort("the prompt has ended")
	})
	_, err := s.Serve(serving, ln)
	if console.Edits() {
		log.Warn("Cleaning prompt state.")
	}
	console.Restore()
	if err == nil {
		return nil
	}
	select {
	case end := <-how:
		if end == prompt.Quit && errors.Is(err, server.ErrAborted) {
			return nil
		}
	default:
	}
	return command.Exit{Code: command.Failure}
}
