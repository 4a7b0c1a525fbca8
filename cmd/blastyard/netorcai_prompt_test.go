package main

import (
	"strings"
	"testing"

	"blastyard/netorcai"
)

func TestNetorcaiGoodOptions(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{}, {"--nb-turns-max=1"}, {"--nb-turns-max", "65535"}, {"--nb-players-max=0"}, {"--nb-players-max", "1024"}, {"--nb-splayers-max=0"},
		{"--nb-splayers-max=1024"}, {"--nb-visus-max=0"}, {"--nb-visus-max=1024"}, {"--delay-first-turn=50"}, {"--delay-first-turn=10000"},
		{"--delay-turns=50"}, {"--delay-turns=10000"}, {"--delay-turns=50.5"}, {"--autostart"}, {"--fast"}, {"--simple-prompt"},
		{"--verbose"}, {"--quiet"}, {"--debug"}, {"--json-logs"}, {"--json-logs", "--debug"}, {"--nb-turns-max=0", "--nb-turns-max=7"},
	} {
		o := startNetorcai(t, args...)
		o.types("quit")
		o.expects("Shell exited. Aborting.")
		o.exits(0)
	}
}

func TestNetorcaiBadOptions(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--port=0"}, {"--port=-1"}, {"--port=65536"}, {"--port=meh"}, {"--port="}, {"--port"}, {"--port=1.5"}, {"--port=0x10"},
		{"--nb-turns-max=0"}, {"--nb-turns-max=65536"}, {"--nb-turns-max=-1"}, {"--nb-turns-max=meh"}, {"--nb-turns-max=1.5"}, {"--nb-turns-max=99999999999999999999"},
		{"--nb-players-max=-1"}, {"--nb-players-max=1025"}, {"--nb-players-max=meh"}, {"--nb-splayers-max=-1"}, {"--nb-splayers-max=1025"}, {"--nb-splayers-max=meh"},
		{"--nb-visus-max=-1"}, {"--nb-visus-max=1025"}, {"--nb-visus-max=meh"}, {"--delay-first-turn=49.999"}, {"--delay-first-turn=10000.001"},
		{"--delay-first-turn=meh"}, {"--delay-turns=49"}, {"--delay-turns=10001"}, {"--delay-turns=NaN"}, {"--delay-turns=Inf"}, {"--delay-turns=1e999"},
		{"--unknown"}, {"-x"}, {"argument"}, {"--verbose", "--quiet"}, {"--verbose", "--debug"}, {"--quiet", "--debug"}, {"--verbose", "--quiet", "--debug"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"netorcai"}, args...)...)
		if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, output %q, errors %q", args, code, stdout, stderr)
		}
	}
}

func TestNetorcaiVersionAndHelp(t *testing.T) {
	t.Parallel()
	if code, stdout, stderr := run(t, "", "netorcai", "--version"); code != 0 || stdout != "v2.0.0\n" || stderr != "" {
		t.Errorf("exit code %d, output %q, errors %q", code, stdout, stderr)
	}
	for _, arg := range []string{"-h", "--help"} {
		if code, stdout, _ := run(t, "", "netorcai", arg); code != 0 || !strings.Contains(stdout, "--nb-turns-max") {
			t.Errorf("exit code %d, output %q", code, stdout)
		}
	}
}

func TestNetorcaiPortTaken(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t)
	second := runNetorcai(t, "--port", o.addr[strings.LastIndex(o.addr, ":")+1:])
	if line := second.line(); !strings.Contains(line, "Cannot listen incoming connections") {
		t.Errorf("the first line is %q", line)
	}
	second.exits(1)
}

func TestNetorcaiPrint(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t)
	all := []string{"nb-turns-max=100", "nb-players-max=4", "nb-splayers-max=0", "nb-visus-max=1", "delay-first-turn=1000", "delay-turns=1000"}
	o.types("print all")
	for _, want := range all {
		if got := o.line(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, want := range all {
		name, _, _ := strings.Cut(want, "=")
		o.types("  print   " + name + " ")
		if got := o.line(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	o = startNetorcai(t, "--nb-turns-max=1", "--nb-players-max=2", "--nb-splayers-max=3", "--nb-visus-max=4", "--delay-first-turn=50.5", "--delay-turns=60")
	o.types("print all")
	for _, want := range []string{"nb-turns-max=1", "nb-players-max=2", "nb-splayers-max=3", "nb-visus-max=4", "delay-first-turn=50.5", "delay-turns=60"} {
		if got := o.line(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNetorcaiSet(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t)
	for name, c := range map[string]struct {
		good, bad []string
		limits    string
	}{
		"nb-turns-max":     {[]string{"1", "42", "65535"}, []string{"0", "-1", "65536", "meh", "1.5", "99999999999999999999"}, "[1,65535]"},
		"nb-players-max":   {[]string{"1", "42", "1024"}, []string{"0", "-1", "1025", "meh", "1.5"}, "[1,1024]"},
		"nb-splayers-max":  {[]string{"0", "42", "1024"}, []string{"-1", "1025", "meh", "1.5"}, "[0,1024]"},
		"nb-visus-max":     {[]string{"0", "42", "1024"}, []string{"-1", "1025", "meh", "1.5"}, "[0,1024]"},
		"delay-first-turn": {[]string{"50", "50.5", "10000"}, []string{"49.9", "-1", "10000.1", "meh", "NaN"}, "[50,10000]"},
		"delay-turns":      {[]string{"50", "50.5", "10000"}, []string{"49.9", "-1", "10000.1", "meh", "Inf"}, "[50,10000]"},
	} {
		for i, value := range c.good {
			o.types("set " + name + string("= "[i%2]) + value)
			o.types("print " + name)
			if got, want := o.line(), name+"="+value; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		for i, value := range c.bad {
			o.types("set " + name + string("= "[i%2]) + value)
			if got := o.line(); !strings.HasPrefix(got, "Bad VALUE="+value) || !strings.Contains(got, "Not in "+c.limits) {
				t.Errorf("set %s=%s: %q", name, value, got)
			}
			o.types("print " + name)
			if got, want := o.line(), name+"="+c.good[len(c.good)-1]; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

func TestNetorcaiPromptErrors(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t)
	for line, want := range map[string]string{
		"print":                "expected syntax: print VARIABLE",
		"print a b":            "expected syntax: print VARIABLE",
		"set":                  "expected syntax: set VARIABLE=VALUE",
		"set nb-turns-max":     "expected syntax: set VARIABLE=VALUE",
		"set nb-turns-max=":    "expected syntax: set VARIABLE=VALUE",
		"set =4":               "expected syntax: set VARIABLE=VALUE",
		"set a b c":            "expected syntax: set VARIABLE=VALUE",
		"start now":            "expected syntax: start",
		"quit now":             "expected syntax: quit",
		"started":              "expected syntax: start",
		"print meh":            "Bad VARIABLE=meh. Accepted values: all, nb-turns-max, nb-players-max, nb-splayers-max, nb-visus-max, delay-first-turn, delay-turns",
		"set meh=4":            "Bad VARIABLE=meh. Accepted values: nb-turns-max, nb-players-max, nb-splayers-max, nb-visus-max, delay-first-turn, delay-turns",
		"set all 4":            "Bad VARIABLE=all. Accepted values: nb-turns-max, nb-players-max, nb-splayers-max, nb-visus-max, delay-first-turn, delay-turns",
		"start":                "Cannot start: Game logic not connected",
		"hello":                "Unknown command 'hello'. Accepted commands: start, quit, print VARIABLE, set VARIABLE=VALUE",
		"\r\n\n  \nprint meh2": "Bad VARIABLE=meh2. Accepted values: all, nb-turns-max, nb-players-max, nb-splayers-max, nb-visus-max, delay-first-turn, delay-turns",
	} {
		o.types(line)
		if got := o.line(); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	o.types(strings.Repeat("long ", 100_000))
	o.expects("Unknown command 'long'")
	_ = o.stdin.Close() // the end of input is not quit
	o.kicked(func() *netorcai.Client {
		c := o.login(netorcai.RolePlayer)
		_ = c.SendTurnAck(o.ctx(), 3, nil)
		return c
	}(), "Invalid value (turn_number=3): expecting -1")
}
