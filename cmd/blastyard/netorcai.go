package main

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
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"blastyard/netorcai"
	"blastyard/netorcai/logform"
	"blastyard/netorcai/server"
)

// newNetorcaiCommand is the netorcai server with the original's options, prompt, texts and exit codes: unlike elsewhere,
// wrong usage exits with 1 and the log goes to standard output.
func newNetorcaiCommand() *cobra.Command {
	var o netorcaiOptions
	cmd := &cobra.Command{
		Use:   "netorcai",
		Short: "Be a netorcai server, in the place of the original",
		Long: `Wait for a game logic, players and visualizations on a TCP port, and lead them through one game.

Commands on standard input:
  start                 start the game
  print VARIABLE|all    print a setting
  set VARIABLE=VALUE    change a setting
  quit                  kick everyone and exit
VARIABLE is nb-turns-max, nb-players-max, nb-splayers-max, nb-visus-max, delay-first-turn or delay-turns.`,
		Example: `  blastyard netorcai --nb-players-max 2 --autostart
  blastyard netorcai --nb-players-max 2 --autostart --replay game.blast
  blastyard netorcai --fast --nb-turns-max 1000 --port 5000`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return exitError{exitFailure, fmt.Errorf("unexpected argument %q", args[0])}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.version {
				fmt.Fprintln(cmd.OutOrStdout(), "v"+netorcai.Version)
				return nil
			}
			return o.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return exitError{exitFailure, err} })
	o.define(cmd)
	return cmd
}

// netorcaiOptions is the command line as it was written.
type netorcaiOptions struct {
	port                            string
	values                          []string // of netorcaiVariables
	autostart, fast, simplePrompt   bool
	verbose, quiet, debug, jsonLogs bool
	version                         bool
	replay                          string
}

func (o *netorcaiOptions) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.port, "port", strconv.Itoa(netorcai.DefaultPort), "TCP port to listen on, 1 to 65535")
	defaults := server.DefaultSettings()
	vars := netorcaiVariables()
	o.values = make([]string, len(vars))
	for i, v := range vars {
		flags.StringVar(&o.values[i], v.name, v.get(&defaults), v.help+", "+v.numbers(v.lo, " to "))
	}
	flags.BoolVar(&o.autostart, "autostart", false, "start when exactly the expected numbers of clients are there")
	flags.BoolVar(&o.fast, "fast", false, "do not wait between turns: go on when every player has answered")
	flags.BoolVar(&o.simplePrompt, "simple-prompt", false, "no line editing and completion, even in a terminal")
	flags.BoolVar(&o.verbose, "verbose", false, "log single clients and turns, too")
	flags.BoolVar(&o.quiet, "quiet", false, "log only what goes wrong")
	flags.BoolVar(&o.debug, "debug", false, "log every connection and message")
	flags.BoolVar(&o.jsonLogs, "json-logs", false, "log as JSON lines")
	flags.StringVar(&o.replay, "replay", "", "a file to write a replay of the game to")
	flags.BoolVar(&o.version, "version", false, "print the version and exit")
}

// config checks the options.
func (o *netorcaiOptions) config() (cfg server.Config, port int, err error) {
	port, err = strconv.Atoi(o.port)
	if err != nil || port < 1 || port > 65535 {
		return cfg, 0, fmt.Errorf("bad --port %q: expected 1 to 65535", o.port)
	}
	for i, v := range netorcaiVariables() {
		if err := v.set(&cfg.Settings, o.values[i], v.lo); err != nil {
			return cfg, 0, fmt.Errorf("bad --%s %q: %w", v.name, o.values[i], err)
		}
	}
	n := 0
	for _, given := range []bool{o.verbose, o.quiet, o.debug} {
		if given {
			n++
		}
	}
	if n > 1 {
		return cfg, 0, errors.New("at most one of --verbose, --quiet and --debug may be given")
	}
	cfg.Autostart, cfg.Fast = o.autostart, o.fast
	return cfg, port, nil
}

// logging makes the handler for the log lines.
func (o *netorcaiOptions) logging(console, out io.Writer) slog.Handler {
	level, form := slog.LevelInfo, logform.Text
	switch {
	case o.quiet:
		level = slog.LevelWarn
	case o.debug:
		level = slog.LevelDebug
	}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		form = logform.Terminal
	}
	if o.jsonLogs {
		form = logform.JSON
	}
	return logform.New(console, form, level)
}

func (o *netorcaiOptions) run(ctx context.Context, stdin io.Reader, stdout io.Writer) error {
	cfg, port, err := o.config()
	if err != nil {
		return exitError{exitFailure, err}
	}
	if o.fast && os.Getenv("GOMAXPROCS") == "" {
		// The turns go one by one, and each is much waking and little computing: with one processor nobody is woken on
		// another, which the players beside need. Measured: 10 to 20 % more turns a second on two processors.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	console := newNetorcaiConsole(stdin, stdout, o.simplePrompt)
	defer console.restore()
	cfg.Log = slog.New(o.logging(console, stdout))
	finish, err := o.prepareReplay(&cfg)
	if err != nil {
		return exitError{exitFailure, err}
	}
	defer finish()
	s, err := server.New(cfg)
	if err != nil {
		return exitError{exitFailure, err}
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", ":"+strconv.Itoa(port))
	if err != nil {
		cfg.Log.Error("Cannot listen incoming connections", "err", err)
		return exitError{code: exitFailure}
	}
	cfg.Log.Info("Listening incoming connections", "port", port)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	interrupted := sync.OnceFunc(func() { cfg.Log.Warn("SIGTERM received. Aborting.") })
	defer context.AfterFunc(ctx, interrupted)()
	shell := &netorcaiShell{s: s}
	quit := make(chan struct{})
	go console.serve(shell, func() {
		close(quit)
		cfg.Log.Warn("Shell exited. Aborting.")
		s.Abort("quit")
	}, cancel)
	_, err = s.Serve(ctx, ln)
	if errors.Is(err, context.Canceled) {
		interrupted() // Serve may have been quicker
	}
	select {
	case <-quit:
		return nil
	default:
	}
	if err != nil {
		return exitError{code: exitFailure}
	}
	return nil
}
