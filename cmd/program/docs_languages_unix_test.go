//go:build unix

package program

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/docs"
)

// TestLanguagesWithoutAStarter plays the manual's bots in languages without a starter, whose interpreter is here: each
// answers every turn in time with what is an answer, and wins against a bot that does nothing.
func TestLanguagesWithoutAStarter(t *testing.T) {
	page, err := fs.ReadFile(docs.Files(), "stdio.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		language, file string
		interpreters   []string
	}{
		{"perl", "walk.pl", []string{"perl"}},
		{"ruby", "walk.rb", []string{"ruby"}},
		{"lua", "walk.lua", []string{"lua", "lua5.4", "lua5.3"}},
	} {
		t.Run(c.language, func(t *testing.T) {
			_, text, found := strings.Cut(string(page), "```"+c.language+" "+c.file+"\n")
			text, _, ended := strings.Cut(text, "```")
			if lines := strings.Count(text, "\n"); !found || !ended || lines > 15 {
				t.Fatalf("stdio.md has no bot in %s of at most 15 lines, but one of %d", c.language, lines)
			}
			interpreter := ""
			for _, name := range c.interpreters {
				if _, err := exec.LookPath(name); err == nil && interpreter == "" {
					interpreter = name
				}
			}
			if interpreter == "" {
				t.Skipf("none of %v is installed", c.interpreters)
			}
			t.Chdir(t.TempDir())
			if err := os.WriteFile(filepath.Join(".", c.file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := run(t, "", "play", "--map", "tiny", "--bot", "me=stdio:"+interpreter+" "+c.file, "--bot", "builtin:idle",
				"--turns", "40", "--seed", "3", "--turn-time", "60s", "--quiet")
			if code != 0 || !strings.Contains(stdout, "winner: me\n") {
				t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
			}
			for _, bad := range []string{"failed", "late", "silent", "crashed"} {
				if strings.Contains(stdout+stderr, bad) {
					t.Errorf("a turn was %s:\n%s%s", bad, stdout, stderr)
				}
			}
		})
	}
}
