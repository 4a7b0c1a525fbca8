package program

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestWrongVariables: a wrong value of a variable that the program reads is answered by the variable, the value and what
// was expected.
func TestWrongVariables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.blast")
	said(t, "", "play", "--map", "tiny", "--bot", "builtin:idle", "--turns", "2", "--seed", "1", "--quiet", "--replay", file)
	picture := []string{"replay", "export", file, "-o", filepath.Join(t.TempDir(), "x.png")}
	bot := t.TempDir()
	for name, text := range map[string]string{
		"bot.json": `{"Author":"a","Email":"a@b.c","NickName":"Zoo","BotType":"CPlusPlus","ProjectLocation":".","RunFile":"bot.sh"}`,
		"bot.sh":   "#!/bin/sh\nprintf 3 > \"$2/move.txt\"\n",
	} {
		if err := os.WriteFile(filepath.Join(bot, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	check := []string{"bot", "check", bot, "--game", "bomberman"}
	for _, c := range []struct {
		variable, value, expected string
		args                      []string
	}{
		{"NETORCAI_PORT", "x", "a port from 1 to 65535", []string{"bot", "run", "builtin:idle"}},
		{"NETORCAI_PORT", "0", "a port from 1 to 65535", []string{"bot", "run", "builtin:idle"}},
		{"NETORCAI_PORT", "65536", "a port from 1 to 65535", []string{"bot", "run", "builtin:idle"}},
		{"NETORCAI_PORT", "-1", "a port from 1 to 65535", []string{"bot", "run", "builtin:idle"}},
		{"NETORCAI_PORT", " 4242", "a port from 1 to 65535", []string{"bot", "run", "builtin:idle"}},
		{"NETORCAI_HOST", "http://localhost/", "the name or the address of a machine", []string{"bot", "run", "builtin:idle"}},
		{"BLASTYARD_LAB", "/no/such folder", "a folder with lab.wasm.gz and wasm_exec.js", []string{"lab", "--listen", "127.0.0.1:0"}},
		{"TMPDIR", "/no/such folder", "a folder for temporary files", check},
		{"TMPDIR", file, "a folder for temporary files", check},
		{"BLASTYARD_FONTS", "/no/such folder", "a folder of fonts", picture},
		{"BLASTYARD_FONTS", file, "a folder of fonts", picture},
	} {
		t.Run(c.variable, func(t *testing.T) {
			if c.variable == "TMPDIR" && runtime.GOOS == "windows" {
				t.Skip("another variable says it on Windows")
			}
			t.Setenv(c.variable, c.value)
			code, _, stderr := run(t, "", c.args...)
			want := "the variable " + c.variable + " is " + strconv.Quote(c.value) + ", expected " + c.expected
			if code != 2 || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s=%s: exit %d, %q, expected %q", c.variable, c.value, code, stderr, want)
			}
		})
	}
	t.Setenv("BROWSER", "no-such-browser --new")
	begin(t, "watch", file, "--listen", "127.0.0.1:0").matching(t,
		regexp.MustCompile(`^the variable BROWSER is "no-such-browser --new", expected a program that shows pages: open the page yourself`))
}
