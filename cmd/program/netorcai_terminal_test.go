//go:build unix

package program

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"blastyard/internal/freeport"
	"blastyard/internal/ptytest"
	"blastyard/protocol/netorcai"
)

// ptyScreen is a terminal with blastyard in it.
type ptyScreen struct {
	*ptytest.Terminal
	t    *testing.T
	cmd  *exec.Cmd
	port string
}

// startScreen starts the netorcai server.
func startScreen(t *testing.T, args ...string) *ptyScreen {
	t.Helper()
	port := freeport.Text(t)
	s := startInTerminal(t, append([]string{"netorcai", "--port=" + port}, args...)...)
	s.port = port
	return s
}

// startInTerminal starts blastyard in a terminal of 80 columns and 24 lines.
func startInTerminal(t *testing.T, args ...string) *ptyScreen {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return startCommand(t, &exec.Cmd{Path: self, Args: append([]string{"blastyard"}, args...)})
}

func startCommand(t *testing.T, cmd *exec.Cmd) *ptyScreen {
	t.Helper()
	s := &ptyScreen{Terminal: ptytest.Open(t), t: t, cmd: cmd}
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "TERM=xterm-256color")
	s.Start(cmd)
	return s
}

// exits waits for the end, and looks whether the terminal is as it was.
func (s *ptyScreen) exits(code int) {
	s.t.Helper()
	_ = s.cmd.Wait()
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		s.t.Errorf("exit code %d, want %d", got, code)
	}
	if !s.IsAsBefore() {
		s.t.Error("the terminal is not as it was")
	}
}

func TestNetorcaiTerminal(t *testing.T) {
	t.Parallel()
	s := startScreen(t)
	s.Saw("Listening incoming connections")
	s.Saw(">>> ")
	s.Type("pr\tnb-t\t\r")
	s.Saw("print nb-turns-max")
	s.Saw("nb-turns-max=100\r\n")
	s.Type("sart\x01\x06t\r") // to the line's start, one to the right, and a letter: start
	s.Saw("Cannot start: Game logic not connected")
	s.Type("quit\r")
	s.Saw("Shell exited. Aborting.")
	s.exits(0)
}

// TestNetorcaiTerminalCtrlC: with text on the line it clears it; on an empty one it ends the server, as Ctrl-D does.
func TestNetorcaiTerminalCtrlC(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"\x03", "\x04"} {
		s := startScreen(t)
		s.Saw(">>> ")
		s.Type("quit\x03print nb-vi\x01\x03\x1dprint delay-turns\r") // Ctrl-C at the end of a line, and at its start
		s.Saw("delay-turns=1000\r\n")
		s.Type("qui\x04\x01\x04\x04\x04") // Ctrl-D at the end does nothing; else it takes a letter away; then the line is empty
		if end == "\x03" {
			s.Type("x\x03\x03")
		} else {
			s.Type("\x04")
		}
		s.Saw("Shell exited. Aborting.")
		s.exits(1)
		if lines := ptytest.Lines(s.Shown()); slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "nb-visus-max=") }) {
			t.Errorf("a line that was cleared was carried out:\n%s", strings.Join(lines, "\n"))
		}
	}
}

func TestNetorcaiTerminalSignalled(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		s := startScreen(t)
		s.Saw(">>> ")
		if err := s.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		s.Saw("SIGTERM received. Aborting.")
		s.exits(1)
	}
}

func TestNetorcaiSimplePromptInTerminal(t *testing.T) {
	t.Parallel()
	for end, code := range map[string]int{"quit\r": 0, "\x04": 1} {
		s := startScreen(t, "--simple-prompt")
		s.Saw("Listening incoming connections")
		s.Type("print nb-turns-max\r")
		s.Saw("nb-turns-max=100\r\n")
		s.Type(end)
		s.Saw("Shell exited. Aborting.")
		s.exits(code)
		if strings.Contains(s.Shown(), ">>> ") {
			t.Errorf("a prompt:\n%s", s.Shown())
		}
	}
}

// TestInTheBackground: what is started with & in a terminal goes on, and has its prompt when it comes to the foreground.
func TestInTheBackground(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, listens, command, answer, end string }{
		{"netorcai --port=PORT", "Listening incoming connections", "print nb-visus-max\r", "nb-visus-max=1\r\n", "quit\r"},
		{"netorcai --port=PORT --simple-prompt", "Listening incoming connections", "print nb-visus-max\r", "nb-visus-max=1\r\n", "quit\r"},
		{"bomberman host --host 127.0.0.1 --port PORT --player-port 0", "waiting for players", "nonsense\r", "unknown command", "end\r"},
	} {
		port := freeport.Text(t)
		script := `set -m; "$0" ` + strings.ReplaceAll(c.args, "PORT", port) + ` & read line; jobs; fg %1 > /dev/null; echo "it exits with $?"`
		s := startCommand(t, exec.Command("sh", "-c", script, blastyardLink(t, self)))
		s.Saw(c.listens)
		if strings.HasPrefix(c.args, "netorcai") { // it serves
			o := &orchestra{t: t, addr: "127.0.0.1:" + port}
			_ = o.login(netorcai.RolePlayer).Close()
			s.Saw("Remote endpoint closed")
		}
		s.Type("\r")
		s.Saw("Running")
		s.Type(c.command)
		s.Saw(c.answer)
		s.Type(c.end)
		s.Saw("it exits with 0")
		s.exits(0)
	}
}

// TestPlayInTheBackground: a match that is started with & in a terminal is not drawn there, and plays to its end.
func TestPlayInTheBackground(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := `set -m; "$0" play --no-browser --map tiny --turns 3 --seed 1 --replay none & wait $!; echo "it exits with $?"`
	s := startCommand(t, exec.Command("sh", "-c", script, blastyardLink(t, self)))
	s.Saw("turn 3/3: ")
	s.Saw("it exits with 0")
	s.exits(0)
}

// blastyardLink is a program by the name of blastyard that is this test.
func blastyardLink(t *testing.T, self string) string {
	t.Helper()
	link := t.TempDir() + "/blastyard"
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	return link
}
