package program

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"blastyard/originals/netorcai/options"
)

// TestNetorcaiCommandLines: what is wrong is said on standard output, with exit code 1.
func TestNetorcaiCommandLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, fault string }{
		{"--unknown", ""},
		{"--unknown=3 --port=meh", ""},
		{"-x", ""},
		{"argument", ""},
		{"start now", ""},
		{"--", ""},
		{"--fast --", ""},
		{"--port", "--port requires argument\n"},
		{"--nb=3", "--nb is not a unique prefix: --nb-turns-max, --nb-players-max, --nb-splayers-max, --nb-visus-max?\n"},
		{"--delay 60", "--delay is not a unique prefix: --delay-first-turn, --delay-turns?\n"},
		{"--ver", "--ver is not a unique prefix: --verbose, --version?\n"},
		{"--nb-x=3", ""},
		{"--autostart=true", "--autostart must not have an argument\n"},
		{"--nb-turns-max=0 --nb-turns-max=7", ""},
		{"--fast --fast", ""},
		{"--verbose --quiet", ""},
		{"--verbose --debug", ""},
		{"--quiet --debug", ""},
		{"--verb --qui --deb", ""},
		{"--quiet --debug --port=meh", ""},
	} {
		code, stdout, stderr := run(t, "", append([]string{"netorcai"}, strings.Fields(c.args)...)...)
		if code != 1 || stdout != c.fault+options.Usage || stderr != "" {
			t.Errorf("netorcai %s: exit %d, stdout\n%s\nstderr %q; want the usage below %q", c.args, code, stdout, stderr, c.fault)
		}
	}
	logLine := regexp.MustCompile(`^time="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}" level=error msg="Invalid argument" err=(".*")\n$`)
	for _, c := range []struct{ args, field, reason string }{
		{"--port=0", "port", "Value is less than minValue=1"}, {"--port=-1", "port", "Value is less than minValue=1"},
		{"--port=65536", "port", "Value is greater than maxValue=65535"}, {"--po=0x10000", "port", "Value is greater than maxValue=65535"},
		{"--port=meh", "port", `parsing "meh": invalid syntax`}, {"--port=", "port", `parsing "": invalid syntax`},
		{"--port=1.5", "port", `parsing "1.5": invalid syntax`}, {"--port=08", "port", `parsing "08": invalid syntax`},
		{"--nb-turns-max=0", "nb-turns-max", "Value is less than minValue=1"}, {"--nb-turns-max=65536", "nb-turns-max", "Value is greater than maxValue=65535"},
		{"--nb-t=99999999999999999999", "nb-turns-max", `parsing "99999999999999999999": value out of range`},
		{"--nb-players-max=-1", "nb-players-max", "Value is less than minValue=0"}, {"--nb-players-max=1025", "nb-players-max", "Value is greater than maxValue=1024"},
		{"--nb-splayers-max meh", "nb-splayers-max", `parsing "meh": invalid syntax`},
		{"--nb-visus-max=1025 --quiet", "nb-visus-max", "Value is greater than maxValue=1024"},
		{"--delay-first-turn=49.999", "delay-first-turn", "Value is less than minValue=50"},
		{"--delay-first-turn=10000.001", "delay-first-turn", "Value is greater than maxValue=10000"},
		{"--delay-turns=Inf", "delay-turns", "Value is greater than maxValue=10000"},
		{"--delay-turns=meh --fast", "delay-turns", `parsing "meh": invalid syntax`},
	} {
		code, stdout, stderr := run(t, "", append([]string{"netorcai"}, strings.Fields(c.args)...)...)
		want, kind := "Field '--"+c.field+"' is invalid: ", "integer. Err: strconv.ParseInt: "
		if c.field != "port" {
			want = "Invalid arguments: " + want
		}
		if strings.HasPrefix(c.field, "delay") {
			kind = "float. Err: strconv.ParseFloat: "
		}
		if strings.HasPrefix(c.reason, "parsing") {
			want += "Could not parse " + kind
		}
		m := logLine.FindStringSubmatch(stdout)
		if code != 1 || m == nil || m[1] != strconv.Quote(want+c.reason) || stderr != "" {
			t.Errorf("netorcai %s: exit %d, stdout %q, stderr %q; want %q", c.args, code, stdout, stderr, want+c.reason)
		}
	}
	var line map[string]string
	code, stdout, _ := run(t, "", "netorcai", "--port=0", "--json-logs")
	if err := json.Unmarshal([]byte(stdout), &line); err != nil || code != 1 || line["err"] != "Field '--port' is invalid: Value is less than minValue=1" || line["level"] != "error" || line["msg"] != "Invalid argument" {
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
