package submission

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/arena/harness"
	"blastyard/internal/stage"
	"blastyard/tournament/internal/access"
)

// attack runs the program of a hostile team. It prints what it achieved.
func attack(what string, args []string) {
	switch what {
	case "crash":
		fmt.Fprintln(os.Stderr, "my \x1b[2Jlast words")
		os.Exit(7)
	case "hang":
		time.Sleep(time.Hour)
	case "write":
		fmt.Println("writing:", os.WriteFile(args[0], []byte("evil"), 0o666))
	case "read":
		text, err := os.ReadFile(args[0])
		fmt.Println("reading:", string(text), err)
	case "connect":
		c, err := net.DialTimeout("tcp", args[0], 10*time.Second)
		if err == nil {
			_, err = c.Write([]byte("evil"))
		}
		fmt.Println("connecting:", err)
	case "stay": // a child outlives the build
		c := exec.Command("./bot", "hang", args[0])
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		fmt.Println("staying:", c.Start())
	case "fork":
		for range 2000 { // each lives until the build ends
			if err := exec.Command("./bot", "hang", args[0]).Start(); err != nil {
				fmt.Println("forking:", err)
				break
			}
		}
		time.Sleep(time.Hour)
	case "flood":
		line := append(bytes.Repeat([]byte("flood "), 1000), '\n')
		for range (200 << 20) / len(line) {
			if _, err := os.Stdout.Write(line); err != nil {
				os.Exit(1)
			}
		}
	}
}

// program returns this program as the program of a team.
func program(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func needSandbox(t *testing.T) {
	t.Helper()
	if level, why := harness.Reachable(); level < harness.SandboxFiles {
		t.Skipf("this system gives level %v: %s", level, why)
	}
}

// TestARealBotEnters: a real bot is built and checked in the sandbox, and enters.
func TestARealBotEnters(t *testing.T) {
	needSandbox(t)
	o, entered := realOptions(t)
	d := newInbox(t, o)
	run(t, d)
	upload := zipped(t, map[string]string{"mybot/bot.toml": "command = \"./made/bot\"\nbuild = \"sh build.sh\"\n",
		"mybot/build.sh": "#!/bin/sh\nset -e\nmkdir made\ncp bot made/bot\necho made it\n", "mybot/bot": program(t)})
	r := final(t, d, submit(t, d, "Ann", upload))
	if r.State != Accepted || len(entered.all()) != 1 {
		t.Fatalf("%s", text(r))
	}
	if b := r.Steps[2]; b.Name != "build" || b.Detail != "built" || len(b.Lines) == 0 || b.Lines[len(b.Lines)-1] != "made it" {
		t.Errorf("the build: %+v", b)
	}
	if r.Check == nil || !r.Check.OK || len(r.Check.Situations) < 5 {
		t.Errorf("the check: %+v", r.Check)
	}
}

func text(r *Report) string {
	var b strings.Builder
	_ = r.Write(&b)
	return b.String()
}

// TestHostileBuilds: a hostile build reads and writes nothing outside of the bot's folder, reaches nothing over the
// network, leaves no process, and ends.
func TestHostileBuilds(t *testing.T) {
	stage.Only(t, "builds hostile folders for half a minute")
	needSandbox(t)
	o, entered := realOptions(t)
	o.PerHour = 1000
	d := newInbox(t, o)
	run(t, d)
	if _, err := d.Teams().Token("Ann"); err != nil {
		t.Fatal(err)
	}
	hasty, _ := realOptions(t)
	hasty.BuildTime = 3 * time.Second
	short := newInbox(t, hasty)
	run(t, short)
	outside := t.TempDir() // like a team's folder beside this one
	secret, victim := filepath.Join(outside, "secret.txt"), filepath.Join(outside, "victim.txt")
	put(t, outside, "secret.txt", "the secret", "victim.txt", "untouched")
	if err := errors.Join(os.Chmod(outside, 0o777), os.Chmod(victim, 0o666)); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	heard := make(chan struct{}, 10)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			heard <- struct{}{}
			c.Close()
		}
	}()
	mark := newMark()
	bot := program(t)
	for _, c := range []struct {
		name, build  string
		inbox        *Inbox
		refused      bool // the build refuses it; otherwise the check does, because this bot crashes
		wanted, none string
	}{
		{"write outside", "./bot write " + victim, d, false, "writing: open", "writing: <nil>"},
		{"write into /etc", "./bot write /etc/" + mark, d, false, "writing: open", "writing: <nil>"},
		{"write into the inbox's folder", "./bot write " + filepath.Join(o.Dir, teamsFile), d, false, "writing: open", "writing: <nil>"},
		{"read outside", "./bot read " + secret, d, false, "reading:", "the secret"},
		{"read the teams", "./bot read " + filepath.Join(o.Dir, teamsFile), d, false, "reading:", "reading: {"},
		{"network", "./bot connect " + listener.Addr().String(), d, false, "connecting:", "connecting: <nil>"},
		{"a child that stays", "./bot stay " + mark, d, false, "staying:", ""},
		{"forks", "./bot fork " + mark, short, true, "", ""},
		{"never ends", "./bot hang " + mark, short, true, "not done after 3s", ""},
		{"floods", "./bot flood", d, false, "", ""},
		{"fails", "false", d, true, "exit code 1", ""},
		{"no such tool", "no-such-tool", d, true, "not on PATH", ""},
	} {
		upload := zipped(t, map[string]string{"bot.toml": fmt.Sprintf("command = \"./bot crash\"\nbuild = %q\n", c.build), "bot": bot})
		r := final(t, c.inbox, submit(t, c.inbox, "Eve", upload))
		last := r.Steps[len(r.Steps)-1]
		if r.State != Refused || c.refused != (last.Name == stepBuild) {
			t.Errorf("%s: %s", c.name, text(r))
		}
		all := text(r)
		if !strings.Contains(all, c.wanted) || c.none != "" && strings.Contains(all, c.none) {
			t.Errorf("%s: expected %q, not %q:\n%s", c.name, c.wanted, c.none, all)
		}
		if len(all) > 64<<10 {
			t.Errorf("%s: the report has %d bytes", c.name, len(all))
		}
		if left := running(t, mark); left != "" {
			t.Errorf("%s: still running: %s", c.name, left)
		}
	}
	if got, err := os.ReadFile(victim); err != nil || string(got) != "untouched" {
		t.Errorf("%q, %v", got, err)
	}
	if exists("/etc/" + mark) {
		t.Error("it wrote into /etc")
	}
	if len(heard) > 0 {
		t.Error("it reached a port of this machine")
	}
	if n := len(entered.all()); n != 0 {
		t.Errorf("%d entered", n)
	}
}

// newMark returns an argument by which a test finds processes again.
func newMark() string { return access.NewToken("mark-") }

// running returns the processes with a mark in their command line.
func running(t *testing.T, mark string) string {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(mark)) {
			return strings.ReplaceAll(string(text), "\x00", " ")
		}
	}
	return ""
}

// TestHostileBotsInTheCheck: each hostile bot is refused with a reason for its team, and leaves no process.
func TestHostileBotsInTheCheck(t *testing.T) {
	stage.Only(t, "checks hostile bots for half a minute")
	needSandbox(t)
	o, entered := realOptions(t)
	o.CheckTime = 40 * time.Second
	o.TurnTime = 200 * time.Millisecond
	d := newInbox(t, o)
	run(t, d)
	mark := newMark()
	bot := program(t)
	for _, c := range []struct{ name, command, want string }{
		{"crash", "./bot crash", "last words"},
		{"never logs in", "./bot hang " + mark, ""},
		{"leaves a child", "./bot stay " + mark, ""},
		{"floods", "./bot flood", ""},
		{"no such file", "./none", "none"},
		{"a file of the system", "/etc/passwd", ""},
		{"another folder", "../../none", ""},
	} {
		r := final(t, d, submit(t, d, "Eve", zipped(t, map[string]string{"bot.toml": fmt.Sprintf("command = %q\n", c.command), "bot": bot})))
		if r.State != Refused || r.Why == "" || !strings.Contains(text(r), c.want) || strings.Contains(text(r), "\x1b") {
			t.Errorf("%s: %s", c.name, text(r))
		}
		if left := running(t, mark); left != "" {
			t.Errorf("%s: still running: %s", c.name, left)
		}
	}
	if n := len(entered.all()); n != 0 {
		t.Errorf("%d entered", n)
	}
}

// TestAStopEndsABuild: a stop during a build ends the build, and the submission waits.
func TestAStopEndsABuild(t *testing.T) {
	needSandbox(t)
	o, _ := realOptions(t)
	d := newInbox(t, o)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.Run(ctx)
	}()
	mark := newMark()
	upload := zipped(t, map[string]string{"bot.toml": fmt.Sprintf("command = \"./bot\"\nbuild = \"./bot hang %s\"\n", mark), "bot": program(t)})
	r := submit(t, d, "Ann", upload)
	waitFor(t, "the build runs", func() bool { return running(t, "hang\x00"+mark) != "" })
	stop()
	<-ended
	if now, _ := d.Report("Ann", r.ID); now.State != Waiting || now.Begun != 0 {
		t.Errorf("%+v", now)
	}
	if left := running(t, mark); left != "" {
		t.Errorf("still running: %s", left)
	}
}
