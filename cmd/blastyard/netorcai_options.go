package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"blastyard/netorcai"
	"blastyard/netorcai/logform"
	"blastyard/netorcai/prompt"
	"blastyard/netorcai/server"
)

// netorcaiOptions is the command line as it was written.
type netorcaiOptions struct {
	port                            string
	values                          []string // of prompt.Variables
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
	vars := prompt.Variables()
	o.values = make([]string, len(vars))
	for i, v := range vars {
		flags.StringVar(&o.values[i], v.Name, v.Get(&defaults), v.Help+", "+v.Range())
	}
	flags.BoolVar(&o.autostart, "autostart", false, "start when exactly the expected numbers of clients are there")
	flags.BoolVar(&o.fast, "fast", false, "do not wait between turns: go on when every player has answered")
	flags.BoolVar(&o.simplePrompt, "simple-prompt", false, "no line editing and completion, even in a terminal")
	flags.BoolVar(&o.verbose, "verbose", false, "log who comes and goes, the start and the end: as without it")
	flags.BoolVar(&o.quiet, "quiet", false, "log only what goes wrong, and who is sent away")
	flags.BoolVar(&o.debug, "debug", false, "log every connection and message, too")
	flags.BoolVar(&o.jsonLogs, "json-logs", false, "log as JSON lines")
	flags.StringVar(&o.replay, "replay", "", "a file to write a replay of the game to")
	flags.BoolVar(&o.version, "version", false, "print the version and exit")
}

// uniquePrefix lets an option be shortened to what no other begins with.
func uniquePrefix(flags *pflag.FlagSet, name string) pflag.NormalizedName {
	found := ""
	flags.VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Name == name, found == name:
			found = name
		case !strings.HasPrefix(f.Name, name):
		case found == "":
			found = f.Name
		default:
			found = name // ambiguous: no flag has this name
		}
	})
	if found == "" {
		found = name
	}
	return pflag.NormalizedName(found)
}

// oneVerbosity checks that no two options say how much to log.
func (o *netorcaiOptions) oneVerbosity() error {
	if o.verbose && (o.quiet || o.debug) || o.quiet && o.debug {
		return errors.New("at most one of --verbose, --quiet and --debug may be given")
	}
	return nil
}

// config checks the options.
func (o *netorcaiOptions) config() (cfg server.Config, port int, err error) {
	port, err = prompt.Integer(o.port, 1, 65535)
	if err != nil {
		return cfg, 0, invalidOption("port", err)
	}
	for i, v := range prompt.Variables() {
		if err := v.Set(&cfg.Settings, o.values[i]); err != nil {
			return cfg, 0, invalidOption(v.Name, err)
		}
	}
	cfg.Autostart, cfg.Fast = o.autostart, o.fast
	return cfg, port, nil
}

// invalidOption is the error of a bad value, in the log's words.
func invalidOption(name string, err error) error {
	return fmt.Errorf("Field '--%s' is invalid: %w", name, err) //nolint:staticcheck // the log's text
}

// logging makes the handler for the log lines. out is where the console writes in the end.
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
