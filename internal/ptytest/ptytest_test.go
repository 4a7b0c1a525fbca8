package ptytest

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	for shown, want := range map[string][]string{
		"": {""}, "a\r\nb": {"a", "b"}, "ab\rc": {"cb"}, "abc\x1b[2D\x1b[K": {"a"}, "abc\b\bx": {"axc"}, "a  \r\n": {"a", ""},
		"\x1b[36mIN\x1b[0m x": {"<36>IN<0> x"}, ">>> qu\r\x1b[Klog\r\n>>> qu": {"log", ">>> qu"}, "a\r\nb\x1b[A\rc": {"c", "b"}, "a\x1b[3Cb": {"a   b"},
		"\x1b[2Jx": {"<ESC[2J>x"}, "é\x1b[": {"é"},
	} {
		if got := Lines(shown); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", shown, got, want)
		}
	}
}

func TestTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no sh")
	}
	p := Open(t)
	cmd := exec.Command("sh", "-c", "stty size; stty -echo; echo silent; read line; echo got $line; exit 3")
	p.Start(cmd)
	p.Saw("24 80")
	p.Saw("silent")
	p.Type("x\r")
	p.Saw("got x")
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("%v", cmd.ProcessState)
	}
	if p.IsAsBefore() {
		t.Error("a terminal without echo is told to be as before")
	}
}

func TestPiped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no sh")
	}
	cmd := exec.Command("sh", "-c", "echo ready; echo fault >&2; read line; echo got $line; exit 3")
	p := Piped(t, cmd)
	p.Saw("ready")
	p.Saw("fault\n")
	p.Type("x\r")
	p.Until("the answer", func(shown string) bool { return strings.HasSuffix(shown, "got x\n") })
	if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("%v", cmd.ProcessState)
	}
}
