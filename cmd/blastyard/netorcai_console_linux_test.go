package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// ptyScreen is a pseudo terminal with blastyard in it.
type ptyScreen struct {
	t      *testing.T
	master *os.File
	tty    *os.File
	cmd    *exec.Cmd
	before *unix.Termios

	mu    sync.Mutex
	shown bytes.Buffer
}

// startScreen starts the netorcai server.
func startScreen(t *testing.T, args ...string) *ptyScreen {
	t.Helper()
	return startInTerminal(t, append([]string{"netorcai", "--port=" + freePort(t)}, args...)...)
}

// startInTerminal starts blastyard in a terminal of 80 columns and 24 lines.
func startInTerminal(t *testing.T, args ...string) *ptyScreen {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo terminals here: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := &ptyScreen{t: t, master: master, tty: tty}
	s.before = s.termios()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd = &exec.Cmd{
		Path: self, Args: append([]string{"blastyard"}, args...), Stdin: tty, Stdout: tty, Stderr: tty,
		Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0", "TERM=xterm-256color"), SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			s.mu.Lock()
			s.shown.Write(buf[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	})
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = tty.Close()
		reading.Wait() // the last one at the other end is gone
		_ = master.Close()
	})
	return s
}

func (s *ptyScreen) termios() *unix.Termios {
	s.t.Helper()
	state, err := unix.IoctlGetTermios(int(s.tty.Fd()), unix.TCGETS)
	if err != nil {
		s.t.Fatal(err)
	}
	return state
}

// shows waits until the text is on the screen.
func (s *ptyScreen) shows(text string) {
	s.t.Helper()
	deadline := time.Now().Add(soon)
	for {
		s.mu.Lock()
		shown := s.shown.String()
		s.mu.Unlock()
		if strings.Contains(shown, text) {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("no %q on the screen:\n%s", text, shown)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (s *ptyScreen) types(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// exits waits for the end, and looks whether the terminal is as it was.
func (s *ptyScreen) exits(code int) {
	s.t.Helper()
	_ = s.cmd.Wait()
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		s.t.Errorf("exit code %d, want %d", got, code)
	}
	if after := s.termios(); !reflect.DeepEqual(after, s.before) {
		s.t.Errorf("the terminal is\n%+v\nit was\n%+v", after, s.before)
	}
}

func TestNetorcaiTerminal(t *testing.T) {
	t.Parallel()
	s := startScreen(t)
	s.shows("Listening incoming connections")
	s.shows("> ")
	s.types("pr\tnb-t\t\r")
	s.shows("print nb-turns-max")
	s.shows("nb-turns-max=100\r\n")
	s.types("sart\x01\x06t\r") // to the line's start, one to the right, and a letter: start
	s.shows("Cannot start: Game logic not connected")
	s.types("quit\r")
	s.shows("Shell exited. Aborting.")
	s.exits(0)
}

func TestNetorcaiTerminalInterrupted(t *testing.T) {
	t.Parallel()
	s := startScreen(t)
	s.shows("> ")
	s.types("half a li\x03")
	s.shows("SIGTERM received. Aborting.")
	s.exits(1)

	s = startScreen(t)
	s.shows("> ")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.shows("SIGTERM received. Aborting.")
	s.exits(1)

	s = startScreen(t)
	s.shows("> ")
	s.types("\x04") // the end of input is not the server's; then Ctrl-C is a signal of the terminal
	deadline := time.Now().Add(soon)
	for !reflect.DeepEqual(s.termios(), s.before) {
		if time.Now().After(deadline) {
			t.Fatal("the terminal is not given back")
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.types("\x03")
	s.shows("SIGTERM received. Aborting.")
	s.exits(1)
}

func TestNetorcaiSimplePromptInTerminal(t *testing.T) {
	t.Parallel()
	s := startScreen(t, "--simple-prompt")
	s.shows("Listening incoming connections")
	s.types("print nb-turns-max\r")
	s.shows("nb-turns-max=100\r\n")
	s.types("quit\r")
	s.exits(0)
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Contains(s.shown.String(), "> ") {
		t.Errorf("a prompt:\n%s", s.shown.String())
	}
}
