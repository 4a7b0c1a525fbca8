package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/internal/ptytest"
)

// A terminal that says TERM=dumb gets plain lines, without a control sequence, from play and from replay show.
func TestDumbTerminalGetsPlainLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "match.blast")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"play", "--map", "tiny", "--turns", "5", "--seed", "1", "--replay", file, "--no-browser"},
		{"replay", "show", file}, {"replay", "show", file, "--turn", "3"},
	} {
		cmd := &exec.Cmd{Path: self, Args: append([]string{"blastyard"}, args...), Dir: dir,
			Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0", "TERM=dumb")}
		terminal := ptytest.Open(t)
		terminal.Start(cmd)
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v: %s", args, err, terminal.Shown())
		}
		const end = "the end\r\n" // what the test prints itself comes last
		if _, err := terminal.TTY.WriteString("the end\n"); err != nil {
			t.Fatal(err)
		}
		terminal.Until("its last line", func(shown string) bool { return strings.HasSuffix(shown, end) })
		if shown := terminal.Shown(); strings.Contains(shown, "\x1b") || !strings.Contains(shown, "hunter") {
			t.Errorf("%v printed %q", args, shown)
		}
	}
}

// TestWatchAgain: the page of a match ends with it where no browser was opened. Then play says how to see the match
// again.
func TestWatchAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "match.blast")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Dir: dir, Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0", "TERM=xterm"),
		Args: []string{"blastyard", "play", "--map", "tiny", "--turns", "3", "--seed", "1", "--replay", file, "--no-browser"}}
	terminal := ptytest.Open(t)
	terminal.Start(cmd)
	terminal.Until("how to watch it again", func(shown string) bool {
		return strings.Contains(shown, "to watch it again: blastyard watch "+file)
	})
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, terminal.Shown())
	}
}
