package program

import (
	"path/filepath"
	"regexp"
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
		{"BLASTYARD_FONTS", "/no/such folder", "a folder of fonts", picture},
		{"BLASTYARD_FONTS", file, "a folder of fonts", picture},
	} {
		t.Run(c.variable, func(t *testing.T) {
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
