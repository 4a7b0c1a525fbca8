package program

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"blastyard/bots/testbot"
)

// isHarmless fails where what was printed would do anything to a terminal, or where a foreign text has made a line of
// its own.
func isHarmless(t *testing.T, what, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%s: %q", what, line)
		}
		if strings.HasPrefix(line, "FORGED") {
			t.Errorf("%s has a forged line %q", what, line)
		}
	}
}

// hostileBot is a copy of the test bot whose file has a hostile name; it returns the command line.
func hostileBot(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "bot"+strings.ReplaceAll(testbot.HostileText, "\r", "")+"x")
	if err := os.Symlink(program, link); err != nil {
		t.Fatal(err)
	}
	return shellQuoteRaw("testbot") + " hostile " + shellQuoteRaw(link)
}

// shellQuoteRaw quotes a word for harness.Split, whatever it holds.
func shellQuoteRaw(word string) string { return "'" + word + "'" }

// TestHostileText drives hostile texts through every route by which a bot, a guest or a file reaches the terminal: kick
// reasons, message types, roles, versions, nicknames, output, last words, refused actions, names of files, JSON.
func TestHostileText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("names of files cannot hold such characters here")
	}
	replays := t.TempDir()
	bot := hostileBot(t)
	for _, c := range []struct {
		name string
		args []string
		want string // what shows that the text took its way
	}{
		{"text", []string{"--replay", filepath.Join(replays, "a"+strings.Trim(testbot.HostileText, "\r\n")+".blast")},
			"not let in: Invalid first message"},
		{"json", []string{"--json", "--replay", "none"}, "Received '"},
		{"quiet", []string{"--quiet", "--replay", filepath.Join(replays, "b.blast")}, "illegal message"},
		{"series", []string{"--games", "2", "--replay", "none", "--results", filepath.Join(replays, "series.jsonl")},
			"failed in"},
	} {
		args := append([]string{"play", "--map", "tiny", "--bot", bot, "--bot", "builtin:idle", "--turns", "12",
			"--seed", "1", "--turn-time", "20s"}, c.args...)
		code, out, errOut := run(t, "", args...)
		if code != 0 || !strings.Contains(out+errOut, c.want) {
			t.Errorf("%s: exit %d, no %q in\n%s\n%s", c.name, code, c.want, out, errOut)
		}
		isHarmless(t, c.name+": standard output", out)
		isHarmless(t, c.name+": standard error", errOut)
	}
	for _, args := range [][]string{
		{"replay", "show"}, {"replay", "show", "--json"}, {"replay", "verify"}, {"replay", "explain"},
		{"replay", "show", "--turn", "5"},
	} {
		code, out, errOut := run(t, "", append(args, filepath.Join(replays, "b.blast"))...)
		if code != 0 {
			t.Errorf("%v: exit %d, %s", args, code, errOut)
		}
		isHarmless(t, strings.Join(args, " "), out+errOut)
	}
	for _, args := range [][]string{
		{"play", "--bot", "./no" + testbot.HostileText, "--bot", "builtin:idle"},
		{"play", "--map", "no" + testbot.HostileText},
		{"play", "--replay", "no" + testbot.HostileText + "/\x00/x"},
		{"bot", "check", bot},
		{"bot", "check", "./no" + testbot.HostileText},
		{"replay", "show", "no" + testbot.HostileText},
		{"no" + testbot.HostileText},
		{"play", "--no" + testbot.HostileText},
	} {
		code, out, errOut := run(t, "", args...)
		if code == 0 {
			t.Errorf("%q: exit 0", args)
		}
		isHarmless(t, strings.Join(args[:1], " "), out+errOut)
	}
}

// TestHostileGuest: a guest's nickname is harmless, and one of which nothing can be seen is refused.
func TestHostileGuest(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	lines := &lockedBuffer{lines: make(chan string, 1000)}
	var out bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		args := strings.Fields("play --map tiny --bot builtin:greedy --wait 1 --turns 10 --seed 1 --replay none")
		ended <- Run(ctx, args, strings.NewReader(""), &out, lines)
	}()
	line := lines.waitFor(t, "waiting for 1 bot on ")
	address := regexp.MustCompile(` on (\S+), since `).FindStringSubmatch(line)[1]
	guest := func(nickname string) net.Conn {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		sayTo(t, c, `{"message_type":"LOGIN","nickname":"`+nickname+`","role":"player","metaprotocol_version":"2.0.0"}`)
		return c
	}
	guest(`\u200b\u2060`)
	isHarmless(t, "the refusal", lines.waitFor(t, "LOGIN denied: Nothing of the nickname can be seen"))
	c := guest(`\u001b[2Jev\u202e`)
	isHarmless(t, "the welcome", lines.waitFor(t, "ev joins, from 127.0.0.1"))
	begun := make([]byte, 0, 1<<16)
	for c.SetReadDeadline(time.Now().Add(time.Minute)); !bytes.Contains(begun, []byte("GAME_STARTS")); {
		n, err := c.Read(begun[len(begun):cap(begun)])
		if begun = begun[:len(begun)+n]; err != nil {
			t.Fatalf("%v after %q", err, begun)
		}
	}
	c.Close()
	if code := <-ended; code != 0 {
		t.Errorf("exit %d", code)
	}
	close(lines.lines)
	rest := ""
	for line := range lines.lines {
		rest += line
	}
	isHarmless(t, "standard error", rest)
	isHarmless(t, "standard output", out.String())
	if !strings.Contains(out.String(), "ev: ") {
		t.Errorf("the guest is not in the result:\n%s", out.String())
	}
}

func sayTo(t *testing.T, c net.Conn, message string) {
	t.Helper()
	if _, err := c.Write(testbot.Frame(message)); err != nil {
		t.Fatal(err)
	}
}
