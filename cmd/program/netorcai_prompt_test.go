package program

import (
	"strings"
	"testing"

	"blastyard/protocol/netorcai"
)

func TestNetorcaiGoodOptions(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{}, {"--nb-turns-max=1"}, {"--nb-turns-max", "65535"}, {"--nb-players-max=0"}, {"--nb-players-max", "1024"}, {"--nb-splayers-max=0"},
		{"--nb-splayers-max=1024"}, {"--nb-visus-max=0"}, {"--nb-visus-max=1024"}, {"--delay-first-turn=50"}, {"--delay-first-turn=10000"},
		{"--delay-turns=50"}, {"--delay-turns=10000"}, {"--delay-turns=50.5"}, {"--autostart"}, {"--fast"}, {"--simple-prompt"},
		{"--verbose"}, {"--quiet"}, {"--debug"}, {"--json-logs"}, {"--json-logs", "--debug"},
		{"--auto", "--nb-p=3", "--fa", "--sim", "--js", "--deb"}, {"--nb-players-max=0x10"}, {"--nb-t=010"}, {"--nb-turns-max=1_000"},
	} {
		o := startNetorcai(t, args...)
		o.types("quit")
		o.expects("Shell exited. Aborting.")
		o.exits(0)
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

// TestNetorcaiPrompt: the prompt of the program itself; its answers are tested in originals/netorcai/prompt.
func TestNetorcaiPrompt(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t, "--nb-turns-max=1", "--nb-players-max=2", "--nb-splayers-max=3", "--nb-visus-max=4", "--delay-first-turn=50.5", "--delay-turns=60")
	for _, c := range []struct {
		line string
		want []string
	}{
		{"print all", []string{"nb-turns-max=1", "nb-players-max=2", "nb-splayers-max=3", "nb-visus-max=4", "delay-first-turn=50.5", "delay-turns=60"}},
		{"hello", nil},
		{strings.Repeat("long ", 100_000), nil},
		{"start", []string{"Cannot start: Game logic not connected"}},
		{"set nb-turns-max=0x20", nil},
		{"print nb-turns-max", []string{"nb-turns-max=32"}},
		{"set", []string{"expected syntax: set VARIABLE=VALUE", "   (alt syntax): set VARIABLE VALUE"}},
	} {
		o.types(c.line)
		for _, want := range c.want {
			if got := o.line(); got != want {
				t.Errorf("%.40q: %q, want %q", c.line, got, want)
			}
		}
	}
	_ = o.stdin.Close() // the end of input is not quit
	o.kicked(func() *netorcai.Client {
		c := o.login(netorcai.RolePlayer)
		_ = c.SendTurnAck(o.ctx(), 3, nil)
		return c
	}(), "Invalid value (turn_number=3): expecting -1")
}
