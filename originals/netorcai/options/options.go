// Package options reads the command line of a netorcai server with the original's options, numbers and texts.
package options

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"blastyard/internal/english"
	"blastyard/originals/netorcai/prompt"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/logform"
	"blastyard/protocol/netorcai/server"
)

// Options is a command line as the user wrote it.
type Options struct {
	Port                            string
	Values                          []string // of prompt.Variables
	Autostart, Fast, SimplePrompt   bool
	Verbose, Quiet, Debug, JSONLogs bool
	Version                         bool
}

// Define adds the options to flags, in the original's order.
func (o *Options) Define(flags *pflag.FlagSet) {
	flags.SortFlags = false
	String(flags, &o.Port, "port", "", strconv.Itoa(netorcai.DefaultPort), "TCP port to listen on, 1 to 65535")
	defaults := server.DefaultSettings()
	vars := prompt.Variables()
	o.Values = make([]string, len(vars))
	for i, v := range vars {
		String(flags, &o.Values[i], v.Name, "", v.Get(&defaults), v.Help+", "+v.Range())
	}
	addSwitch(flags, &o.Autostart, "autostart", "start when exactly the expected numbers of clients are there")
	addSwitch(flags, &o.Fast, "fast", "do not wait between turns: go on when every player has answered")
	addSwitch(flags, &o.SimplePrompt, "simple-prompt", "no line editing and completion, even in a terminal")
	addSwitch(flags, &o.Verbose, "verbose", "log clients that join and leave, the start and the end (the default)")
	addSwitch(flags, &o.Quiet, "quiet", "log only what goes wrong, and who is sent away")
	addSwitch(flags, &o.Debug, "debug", "log every connection and message, too")
	addSwitch(flags, &o.JSONLogs, "json-logs", "log as JSON lines")
	addSwitch(flags, &o.Version, "version", "print the version and exit")
}

// UniquePrefix returns the option that a name or its unique prefix stands for. For any other name it returns the name
// itself. It is for pflag.FlagSet.SetNormalizeFunc.
func UniquePrefix(flags *pflag.FlagSet, name string) pflag.NormalizedName {
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
	found = cmp.Or(found, name)
	return pflag.NormalizedName(found)
}

// OneVerbosity reports whether at most one option says how much to log.
func (o *Options) OneVerbosity() bool {
	return !(o.Verbose && (o.Quiet || o.Debug) || o.Quiet && o.Debug)
}

// Config returns the config of the server, and its port.
func (o *Options) Config() (cfg server.Config, port int, err error) {
	port, err = prompt.Integer(o.Port, 1, 65535)
	if err != nil {
		return cfg, 0, Invalid("port", err)
	}
	for i, v := range prompt.Variables() {
		if err := v.Set(&cfg.Settings, o.Values[i]); err != nil {
			return cfg, 0, Invalid(v.Name, err)
		}
	}
	cfg.Autostart, cfg.Fast = o.Autostart, o.Fast
	return cfg, port, nil
}

// Waits says for whom a server with --autostart waits. It is empty without --autostart.
func (o *Options) Waits(s *server.Settings) string {
	if !o.Autostart {
		return ""
	}
	text := "waiting for a game logic"
	for _, c := range []struct {
		n    int
		what string
	}{{s.NbPlayersMax, "player"}, {s.NbSpecialPlayersMax, "special player"}, {s.NbVisusMax, "visualization"}} {
		if c.n > 0 {
			text += " and " + english.Count(c.n, c.what)
		}
	}
	if s.NbVisusMax > 0 {
		text += " (without a visualization: --nb-visus-max 0)"
	}
	return text
}

// Invalid returns the error for an option's bad value, in the log's words.
func Invalid(name string, err error) error {
	text := err.Error()
	var number *strconv.NumError
	var limit *prompt.RangeError
	switch {
	case errors.As(err, &number):
		kind := "integer"
		if number.Func == "ParseFloat" {
			kind = "float"
		}
		text = "Could not parse " + kind + ". Err: " + text
	case errors.As(err, &limit) && limit.Below:
		text = "Value is less than minValue=" + strconv.Itoa(limit.Lo)
	case errors.As(err, &limit):
		text = "Value is greater than maxValue=" + strconv.Itoa(limit.Hi)
	}
	text = "Field '--" + name + "' is invalid: " + text
	if name != "port" {
		text = "Invalid arguments: " + text
	}
	return errors.New(text)
}

// Handler returns a handler that writes the log to a console. out is where the console writes in the end, perhaps a
// terminal.
func (o *Options) Handler(console, out io.Writer) slog.Handler {
	level, form := slog.LevelInfo, logform.Text
	switch {
	case o.Quiet:
		level = slog.LevelWarn
	case o.Debug:
		level = slog.LevelDebug
	}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		form = logform.Terminal
	}
	if o.JSONLogs {
		form = logform.JSON
	}
	return logform.New(console, form, level)
}
