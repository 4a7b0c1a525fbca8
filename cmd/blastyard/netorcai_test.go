package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"blastyard/netorcai"
)

// These tests drive "blastyard netorcai" as a process, as the original's own tests drive the original: commands on
// standard input, lines on standard output, clients over TCP, signals and exit codes.

// soon is how long an answer may take; a quiet machine needs milliseconds.
const soon = 10 * time.Second

// orchestra is a running server.
type orchestra struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan string
	addr  string
	ended chan struct{}
}

// startNetorcai starts the server on a free port and waits until it listens.
func startNetorcai(t *testing.T, args ...string) *orchestra {
	t.Helper()
	for attempt := 0; ; attempt++ {
		port := freePort(t)
		o := runNetorcai(t, append([]string{"--port=" + port}, args...)...)
		o.addr = "127.0.0.1:" + port
		first := o.line()
		if strings.Contains(first, "Listening incoming connections") {
			return o
		}
		// Another test may have taken the port meanwhile.
		if !strings.Contains(first, "Cannot listen incoming connections") || attempt == 5 {
			t.Fatalf("the first line is %q", first)
		}
	}
}

// runNetorcai starts the server.
func runNetorcai(t *testing.T, args ...string) *orchestra {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := &orchestra{t: t, lines: make(chan string, 10_000), ended: make(chan struct{})}
	o.cmd = &exec.Cmd{Path: self, Args: append([]string{"blastyard", "netorcai"}, args...), Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0")}
	if o.stdin, err = o.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	o.cmd.Stdout = w
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(o.lines)
		for s := bufio.NewScanner(stdout); s.Scan(); {
			o.lines <- s.Text()
		}
	})
	go func() {
		_ = o.cmd.Wait()
		close(o.ended)
	}()
	t.Cleanup(func() {
		_ = o.cmd.Process.Kill()
		<-o.ended
		reading.Wait()
		_ = stdout.Close()
	})
	return o
}

// line is the next line of output.
func (o *orchestra) line() string {
	o.t.Helper()
	select {
	case line, ok := <-o.lines:
		if !ok {
			o.t.Fatal("the output has ended")
		}
		return line
	case <-time.After(soon):
		o.t.Fatal("no line of output")
	}
	return ""
}

// expects reads lines until one contains the text.
func (o *orchestra) expects(text string) string {
	o.t.Helper()
	var read []string
	deadline := time.After(soon)
	for {
		select {
		case line, ok := <-o.lines:
			if !ok {
				o.t.Fatalf("the output has ended without %q, after\n%s", text, strings.Join(read, "\n"))
			}
			if strings.Contains(line, text) {
				return line
			}
			read = append(read, line)
		case <-deadline:
			o.t.Fatalf("no %q, only\n%s", text, strings.Join(read, "\n"))
		}
	}
}

// types enters a line at the prompt.
func (o *orchestra) types(line string) {
	o.t.Helper()
	if _, err := io.WriteString(o.stdin, line+"\n"); err != nil {
		o.t.Fatal(err)
	}
}

// exits waits for the end of the process.
func (o *orchestra) exits(code int) {
	o.t.Helper()
	select {
	case <-o.ended:
	case <-time.After(soon):
		o.t.Fatal("the process does not end")
	}
	if got := o.cmd.ProcessState.ExitCode(); got != code {
		o.t.Errorf("exit code %d, want %d", got, code)
	}
}

func (o *orchestra) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*soon)
	o.t.Cleanup(cancel)
	return ctx
}

func (o *orchestra) login(role netorcai.Role) *netorcai.Client {
	o.t.Helper()
	c, err := netorcai.Dial(o.ctx(), o.addr)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { _ = c.Close() })
	if err := c.Login(o.ctx(), "client", role); err != nil {
		o.t.Fatal(err)
	}
	return c
}

// kicked reads until the client is kicked, and checks why.
func (o *orchestra) kicked(c *netorcai.Client, reason string) {
	o.t.Helper()
	for {
		_, err := c.Read(o.ctx())
		var kick *netorcai.KickError
		if errors.As(err, &kick) {
			if !strings.Contains(kick.Reason, reason) {
				o.t.Errorf("kicked with %q, want %q", kick.Reason, reason)
			}
			return
		}
		if err != nil {
			o.t.Fatalf("%v, want a KICK", err)
		}
	}
}

// gets reads one message.
func gets[M netorcai.Message](o *orchestra, c *netorcai.Client) M {
	o.t.Helper()
	m, err := c.Read(o.ctx())
	got, ok := m.(M)
	if err != nil || !ok {
		o.t.Fatalf("read %#v, %v; want a %T", m, err, got)
	}
	return got
}

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

// netorcaiStages are the stages of a game, in which things then happen.
var netorcaiStages = []string{"empty", "lobby", "DO_INIT", "before the first turn", "in a turn"}

// reach brings a server to a stage, with a client of each role; nil at the stage "empty".
func (o *orchestra) reach(stage string) (clients []*netorcai.Client) {
	o.t.Helper()
	if stage == "empty" {
		return nil
	}
	logic := o.login(netorcai.RoleGameLogic)
	clients = []*netorcai.Client{logic, o.login(netorcai.RolePlayer), o.login(netorcai.RoleSpecialPlayer), o.login(netorcai.RoleVisualization)}
	if stage == "lobby" {
		return clients
	}
	o.types("start")
	gets[netorcai.DoInit](o, logic)
	if stage == "DO_INIT" {
		return clients
	}
	o.done(logic.SendDoInitAck(o.ctx(), json.RawMessage(`{}`)))
	for _, c := range clients[1:] {
		gets[netorcai.GameStarts](o, c)
	}
	if stage == "before the first turn" {
		return clients
	}
	gets[netorcai.DoTurn](o, logic)
	o.done(logic.SendDoTurnAck(o.ctx(), -1, json.RawMessage(`{}`)))
	for _, c := range clients[1:] {
		gets[netorcai.Turn](o, c)
	}
	return clients
}

func (o *orchestra) done(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// startStaged starts a server whose first turn comes late enough for the stage before it.
func startStaged(t *testing.T, stage string) (*orchestra, []*netorcai.Client) {
	t.Helper()
	delay := "50"
	if stage == "before the first turn" {
		delay = "10000"
	}
	o := startNetorcai(t, "--nb-splayers-max=1", "--delay-first-turn="+delay, "--delay-turns=50")
	return o, o.reach(stage)
}

func TestNetorcaiQuitAtEachStage(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages {
		o, clients := startStaged(t, stage)
		o.types("quit")
		o.expects("Shell exited. Aborting.")
		for _, c := range clients {
			o.kicked(c, "netorcai abort")
		}
		o.exits(0)
	}
}

func TestNetorcaiSignalsAtEachStage(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no signals to processes")
	}
	for i, stage := range netorcaiStages {
		for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
			if i%2 == 0 && sig == os.Interrupt && testing.Short() {
				continue
			}
			o, clients := startStaged(t, stage)
			o.done(o.cmd.Process.Signal(sig))
			o.expects("SIGTERM received. Aborting.")
			for _, c := range clients {
				o.kicked(c, "netorcai abort")
			}
			o.exits(1)
		}
	}
}

// Players and visualizations may leave at any stage; the game goes on.
func TestNetorcaiClientsLeaveAtEachStage(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages[2:] {
		o, clients := startStaged(t, stage)
		for _, c := range clients[1:] {
			_ = c.Close()
		}
		for range 3 {
			o.expects("Remote endpoint closed")
		}
		logic := clients[0]
		switch stage {
		case "DO_INIT":
			o.done(logic.SendDoInitAck(o.ctx(), json.RawMessage(`{}`)))
			gets[netorcai.DoTurn](o, logic)
		case "in a turn":
			gets[netorcai.DoTurn](o, logic)
		}
		o.types("quit")
		o.exits(0)
	}
}

// A game logic may leave before the start only.
func TestNetorcaiLogicLeavesAtEachStage(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages[1:] {
		o, clients := startStaged(t, stage)
		_ = clients[0].Close()
		o.expects("Remote endpoint closed")
		if stage == "lobby" {
			o.types("start")
			o.expects("Cannot start: Game logic not connected")
			o.login(netorcai.RoleGameLogic)
			o.types("quit")
			o.exits(0)
			continue
		}
		o.expects("Game logic failed. Aborting.")
		for _, c := range clients[1:] {
			o.kicked(c, "netorcai abort")
		}
		o.exits(1)
	}
}

func TestNetorcaiLogicFails(t *testing.T) {
	t.Parallel()
	for stage, c := range map[string]struct {
		says   func(o *orchestra, logic *netorcai.Client) error
		reason string
	}{
		"lobby": {func(o *orchestra, logic *netorcai.Client) error {
			return logic.SendDoInitAck(o.ctx(), json.RawMessage(`{}`))
		}, "Received a game logic message but the game has not started"},
		"DO_INIT": {func(*orchestra, *netorcai.Client) error { return nil }, "Did not receive DO_INIT_ACK after 3 seconds."},
		"before the first turn": {func(o *orchestra, logic *netorcai.Client) error {
			return logic.SendTurnAck(o.ctx(), 0, nil) // read as the answer to the DO_TURN that comes
		}, "Received 'TURN_ACK' message type, while DO_TURN_ACK was expected"},
		"in a turn": {func(o *orchestra, logic *netorcai.Client) error {
			return logic.SendDoTurnAck(o.ctx(), 2, json.RawMessage(`{}`))
		}, "Invalid DO_TURN_ACK message. Invalid winner_player_id: Not in [-1, 2["},
	} {
		o := startNetorcai(t, "--nb-splayers-max=1", "--delay-first-turn=500", "--delay-turns=50")
		clients := o.reach(stage)
		o.done(c.says(o, clients[0]))
		o.kicked(clients[0], c.reason)
		if stage == "lobby" {
			o.types("quit")
			o.exits(0)
			continue
		}
		o.expects("Game logic failed. Aborting.")
		for _, client := range clients[1:] {
			o.kicked(client, "netorcai abort")
		}
		o.exits(1)
	}
}

func TestNetorcaiStartTwice(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages[2:] {
		o, _ := startStaged(t, stage)
		o.types("start")
		o.expects("Game has already been started")
	}
}

// netorcaiCount is a game logic that counts turns.
type netorcaiCount struct{ turns int }

func (l *netorcaiCount) Init(int, int, int) ([]byte, error) { return []byte(`{"turns":0}`), nil }
func (l *netorcaiCount) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	l.turns++
	return 0, fmt.Appendf(nil, `{"turns":%d}`, l.turns), nil
}

// netorcaiBot counts turns, too.
type netorcaiBot struct{ turns int }

func (b *netorcaiBot) Start(netorcai.GameStarts) error { return nil }
func (b *netorcaiBot) Turn(context.Context, netorcai.Turn) (json.RawMessage, error) {
	b.turns++
	return nil, nil
}

func TestNetorcaiWholeGames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--fast"}, {}, {"--fast", "--nb-turns-max=1"}, {"--fast", "--debug"}, {"--quiet"}, {"--verbose", "--json-logs"}} {
		o := startNetorcai(t, append([]string{"--autostart", "--nb-turns-max=5", "--delay-first-turn=50", "--delay-turns=50"}, args...)...)
		turns := 5
		if len(args) > 1 && args[1] == "--nb-turns-max=1" {
			turns = 1
		}
		var playing sync.WaitGroup
		var bots [5]netorcaiBot
		for i := range bots {
			role := netorcai.RolePlayer
			if i == 4 {
				role = netorcai.RoleVisualization
			}
			c := o.login(role)
			playing.Go(func() {
				if ends, err := netorcai.Play(o.ctx(), c, &bots[i]); err != nil || ends.WinnerPlayerID != 0 {
					t.Errorf("%+v, %v", ends, err)
				}
				o.kicked(c, "Game is finished")
			})
		}
		logic := &netorcaiCount{}
		if err := netorcai.RunLogic(o.ctx(), o.login(netorcai.RoleGameLogic), logic); err != nil {
			t.Error(err)
		}
		playing.Wait()
		o.expects("Game is finished")
		o.exits(0)
		for i, bot := range bots[:4] {
			if bot.turns != turns-1 {
				t.Errorf("%v: bot %d saw %d turns", args, i, bot.turns)
			}
		}
		if logic.turns != turns {
			t.Errorf("%v: the game logic played %d turns", args, logic.turns)
		}
	}
}

func TestNetorcaiDebugLog(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t, "--debug")
	c := o.login(netorcai.RolePlayer)
	for _, want := range []string{"New connection", `msg="Received message"`, `msg="Sending message"`} {
		line := o.expects(want)
		if strings.Contains(want, "message") && (!strings.Contains(line, "content_size=") || !strings.Contains(line, `LOGIN`) || !strings.Contains(line, "level=debug")) {
			t.Errorf("%s", line)
		}
	}
	_ = c.Close()
	if line := o.expects("Kicking client"); !strings.Contains(line, "Remote endpoint closed") {
		t.Errorf("%s", line)
	}
}

func TestNetorcaiJSONLog(t *testing.T) {
	t.Parallel()
	o := runNetorcai(t, "--port="+freePort(t), "--json-logs", "--debug")
	var line struct{ Time, Level, Msg string }
	if err := json.Unmarshal([]byte(o.line()), &line); err != nil || line.Level != "info" || line.Msg != "Listening incoming connections" || line.Time == "" {
		t.Errorf("%+v, %v", line, err)
	}
	o.types("quit")
	if err := json.Unmarshal([]byte(o.expects("Shell")), &line); err != nil || line.Msg != "Shell exited. Aborting." {
		t.Errorf("%+v, %v", line, err)
	}
}

func TestNetorcaiSetThenPlay(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t, "--nb-players-max=1")
	for _, line := range []string{"set nb-players-max=2", "set nb-turns-max=3", "set delay-first-turn=60.5", "set delay-turns 70"} {
		o.types(line)
	}
	o.types("print delay-turns")
	o.expects("delay-turns=70")
	a, b := o.login(netorcai.RolePlayer), o.login(netorcai.RolePlayer)
	logic := o.login(netorcai.RoleGameLogic)
	o.types("start")
	var playing sync.WaitGroup
	playing.Go(func() { _ = netorcai.RunLogic(o.ctx(), logic, &netorcaiCount{}) })
	for _, c := range []*netorcai.Client{a, b} {
		if m := gets[netorcai.GameStarts](o, c); m.NbPlayers != 2 || m.NbTurnsMax != 3 || m.BeforeFirstTurn != 60.5 || m.BetweenTurns != 70 {
			t.Errorf("%+v", m)
		}
	}
	playing.Wait()
	o.expects("Game is finished")
	o.exits(0)
}

func TestNetorcaiComplete(t *testing.T) {
	t.Parallel()
	sh := &netorcaiShell{}
	for line, want := range map[string]string{
		"": "", "st": "start", "s": "s", "se": "set ", "p": "print ", "q": "quit", "x": "x", "print a": "print all", "print nb-t": "print nb-turns-max",
		"print d": "print delay-", "set nb-v": "set nb-visus-max=", "set nb-": "set nb-", "print x": "print x", "start x": "start x", "set nb-visus-max=4": "set nb-visus-max=4",
	} {
		if got := sh.complete(line); got != want {
			t.Errorf("%q is completed to %q, want %q", line, got, want)
		}
	}
}
