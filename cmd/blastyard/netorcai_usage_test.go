package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// TestNetorcaiCommandLines: what is wrong is said on standard output, with exit code 1.
func TestNetorcaiCommandLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, fault string }{
		{"--unknown", "unknown flag: --unknown"},
		{"--unknown=3 --port=meh", "unknown flag: --unknown"},
		{"-x", "unknown shorthand flag: 'x' in -x"},
		{"argument", `unexpected argument "argument"`},
		{"start now", `unexpected argument "start"`},
		{"--port", "flag needs an argument: --port"},
		{"--nb=3", "unknown flag: --nb"},        // begins four options
		{"--delay 60", "unknown flag: --delay"}, // two
		{"--ver", "unknown flag: --ver"},
		{"--nb-x=3", "unknown flag: --nb-x"},
		{"--verbose --quiet", "at most one of --verbose, --quiet and --debug may be given"},
		{"--verbose --debug", "at most one of --verbose, --quiet and --debug may be given"},
		{"--quiet --debug", "at most one of --verbose, --quiet and --debug may be given"},
		{"--verb --qui --deb", "at most one of --verbose, --quiet and --debug may be given"},
		{"--quiet --debug --port=meh", "at most one of --verbose, --quiet and --debug may be given"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"netorcai"}, strings.Fields(c.args)...)...)
		first, rest, _ := strings.Cut(stdout, "\n")
		if code != 1 || first != c.fault || !strings.HasPrefix(rest, "\nUsage:\n  blastyard netorcai [flags]\n") || !strings.Contains(rest, "--nb-turns-max") || stderr != "" {
			t.Errorf("netorcai %s: exit %d, stdout\n%s\nstderr %q; want the usage below %q", c.args, code, stdout, stderr, c.fault)
		}
	}
	logLine := regexp.MustCompile(`^time="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}" level=error msg="Invalid argument" err="(.*)"\n$`)
	for _, c := range []struct{ args, field, limits string }{
		{"--port=0", "port", "[1,65535]"}, {"--port=-1", "port", "[1,65535]"}, {"--port=65536", "port", "[1,65535]"}, {"--port=meh", "port", "[1,65535]"},
		{"--port=", "port", "[1,65535]"}, {"--port=1.5", "port", "[1,65535]"}, {"--po=0x10000", "port", "[1,65535]"}, {"--port=08", "port", "[1,65535]"},
		{"--nb-turns-max=0", "nb-turns-max", "[1,65535]"}, {"--nb-turns-max=65536", "nb-turns-max", "[1,65535]"}, {"--nb-turns-max=-1", "nb-turns-max", "[1,65535]"},
		{"--nb-t=99999999999999999999", "nb-turns-max", "[1,65535]"}, {"--nb-players-max=-1", "nb-players-max", "[0,1024]"},
		{"--nb-players-max=1025", "nb-players-max", "[0,1024]"}, {"--nb-splayers-max meh", "nb-splayers-max", "[0,1024]"},
		{"--nb-visus-max=1025 --quiet", "nb-visus-max", "[0,1024]"}, {"--delay-first-turn=49.999", "delay-first-turn", "[50,10000]"},
		{"--delay-first-turn=10000.001", "delay-first-turn", "[50,10000]"}, {"--delay-turns=NaN", "delay-turns", "[50,10000]"},
		{"--delay-turns=Inf", "delay-turns", "[50,10000]"}, {"--delay-t=1e999", "delay-turns", "[50,10000]"}, {"--delay-turns=meh --fast", "delay-turns", "[50,10000]"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"netorcai"}, strings.Fields(c.args)...)...)
		m := logLine.FindStringSubmatch(stdout)
		if want := "Field '--" + c.field + "' is invalid: Not in " + c.limits; code != 1 || m == nil || m[1] != want || stderr != "" {
			t.Errorf("netorcai %s: exit %d, stdout %q, stderr %q; want %q", c.args, code, stdout, stderr, want)
		}
	}
	var line map[string]string
	code, stdout, _ := run(t, "", "netorcai", "--port=meh", "--json-logs")
	if err := json.Unmarshal([]byte(stdout), &line); err != nil || code != 1 || line["err"] != "Field '--port' is invalid: Not in [1,65535]" || line["level"] != "error" || line["msg"] != "Invalid argument" {
		t.Errorf("exit %d, %q, %v", code, stdout, err)
	}
}

func TestNetorcaiVersionAndHelp(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"--version", "--vers", "--version --port=meh"} {
		if code, stdout, stderr := run(t, "", append([]string{"netorcai"}, strings.Fields(args)...)...); code != 0 || stdout != "v2.0.0\n" || stderr != "" {
			t.Errorf("%s: exit code %d, output %q, errors %q", args, code, stdout, stderr)
		}
	}
	for _, arg := range []string{"-h", "--help", "--he"} {
		if code, stdout, stderr := run(t, "", "netorcai", arg); code != 0 || !strings.Contains(stdout, "--nb-turns-max") || stderr != "" {
			t.Errorf("exit code %d, output %q, errors %q", code, stdout, stderr)
		}
	}
}
