package options

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"blastyard/protocol/netorcai/server"
)

func parse(t *testing.T, line string) (*Options, error) {
	t.Helper()
	var o Options
	flags := pflag.NewFlagSet("netorcai", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	o.Define(flags)
	flags.String("replay", "", "as the command adds it")
	flags.SetNormalizeFunc(UniquePrefix)
	return &o, flags.Parse(strings.Fields(line))
}

func TestPrefixesAndNumbers(t *testing.T) {
	o, err := parse(t, "--auto --fa --nb-p=3 --nb-t 1_000 --po 0x1092 --delay-f=050.5 --nb-v=010")
	if err != nil {
		t.Fatal(err)
	}
	cfg, port, err := o.Config()
	if err != nil {
		t.Fatal(err)
	}
	s := cfg.Settings
	if port != 4242 || !cfg.Autostart || !cfg.Fast || s.NbPlayersMax != 3 || s.NbTurnsMax != 1000 || s.NbVisusMax != 8 ||
		s.DelayFirstTurn != 50500*time.Microsecond {
		t.Errorf("port %d, %+v", port, cfg)
	}
}

// TestWrongUsage: the text before the usage.
func TestWrongUsage(t *testing.T) {
	for line, want := range map[string]string{
		"--nb=3":                 "--nb is not a unique prefix: --nb-turns-max, --nb-players-max, --nb-splayers-max, --nb-visus-max?",
		"--ver":                  "--ver is not a unique prefix: --verbose, --version?",
		"--nosuch":               "",
		"-x":                     "",
		"--port":                 "--port requires argument",
		"--delay-t":              "--delay-turns requires argument",
		"--autostart=true":       "--autostart must not have an argument",
		"--fast=false":           "--fast must not have an argument",
		"--port 1 --port 2":      "",
		"--fast --fas":           "",
		"--nb-v=1 --nb-visus=1 ": "",
	} {
		var o Options
		flags := pflag.NewFlagSet("netorcai", pflag.ContinueOnError)
		flags.SetOutput(io.Discard)
		o.Define(flags)
		flags.SetNormalizeFunc(UniquePrefix)
		err := flags.Parse(strings.Fields(line))
		if err == nil {
			t.Errorf("%s is accepted", line)
		} else if got := WrongUsage(flags, err); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	if lines := strings.Count(Usage, "\n"); lines != 14 || !strings.HasPrefix(Usage, "Usage:\n") {
		t.Errorf("the usage has %d lines:\n%s", lines, Usage)
	}
}

func TestBadValues(t *testing.T) {
	for line, want := range map[string]string{
		"--port=0":             "Field '--port' is invalid: Value is less than minValue=1",
		"--port=65536":         "Field '--port' is invalid: Value is greater than maxValue=65535",
		"--port=abc":           `Field '--port' is invalid: Could not parse integer. Err: strconv.ParseInt: parsing "abc": invalid syntax`,
		"--port=08":            `Field '--port' is invalid: Could not parse integer. Err: strconv.ParseInt: parsing "08": invalid syntax`,
		"--nb-turns-max=x":     `Invalid arguments: Field '--nb-turns-max' is invalid: Could not parse integer. Err: strconv.ParseInt: parsing "x": invalid syntax`,
		"--delay-turns=NaN":    `Invalid arguments: Field '--delay-turns' is invalid: Could not parse float. Err: strconv.ParseFloat: parsing "NaN": invalid syntax`,
		"--delay-turns=10001":  "Invalid arguments: Field '--delay-turns' is invalid: Value is greater than maxValue=10000",
		"--nb-visus-max=-1":    "Invalid arguments: Field '--nb-visus-max' is invalid: Value is less than minValue=0",
		"--nb-players-max=1e3": `Invalid arguments: Field '--nb-players-max' is invalid: Could not parse integer. Err: strconv.ParseInt: parsing "1e3": invalid syntax`,
	} {
		o, err := parse(t, line)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := o.Config(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

func TestVerbosity(t *testing.T) {
	for line, levels := range map[string]string{"": "info warn", "--verbose": "info warn", "--quiet": "warn", "--debug --json-logs": "debug info warn"} {
		o, err := parse(t, line)
		if err != nil {
			t.Fatal(err)
		}
		if !o.OneVerbosity() {
			t.Errorf("%s: more than one", line)
		}
		var console bytes.Buffer
		log := slog.New(o.Handler(&console, io.Discard))
		log.Debug("debug")
		log.Info("info")
		log.Warn("warn")
		for _, level := range []string{"debug", "info", "warn"} {
			if got, want := strings.Contains(console.String(), level), strings.Contains(levels, level); got != want {
				t.Errorf("%q logs %s: %v\n%s", line, level, got, console.String())
			}
		}
		if strings.HasPrefix(console.String(), "{") != o.JSONLogs {
			t.Errorf("%q: %s", line, console.String())
		}
	}
	for _, line := range []string{"--verbose --quiet", "--quiet --debug", "--verbose --debug"} {
		if o, err := parse(t, line); err != nil || o.OneVerbosity() {
			t.Errorf("%s: %v, and no fault", line, err)
		}
	}
}

// TestWaits: with --autostart the server says for whom it waits.
func TestWaits(t *testing.T) {
	s := server.Settings{NbPlayersMax: 2, NbVisusMax: 1}
	o := Options{Autostart: true}
	if got, want := o.Waits(&s), "waiting for a game logic and 2 players and 1 visualization (without a visualization: --nb-visus-max 0)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := o.Waits(&server.Settings{NbPlayersMax: 1, NbSpecialPlayersMax: 1}), "waiting for a game logic and 1 player and 1 special player"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	o.Autostart = false
	if got := o.Waits(&s); got != "" {
		t.Errorf("%q without --autostart", got)
	}
}
