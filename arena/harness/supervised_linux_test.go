package harness

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestIDOfABotThatHasEnded: the bot's id inside its namespace belongs to another process outside.
func TestIDOfABotThatHasEnded(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.PidfdOpen(cmd.Process.Pid, 0)
	if err != nil {
		t.Skip("this system has no files that stand for processes:", err)
	}
	process := os.NewFile(uintptr(fd), "process")
	defer process.Close()
	const inNamespace = 6
	for _, level := range []SandboxLevel{SandboxNone, SandboxNamespaces} {
		s := &supervised{spec: botSpec{Sandbox: Sandbox{Level: level}}}
		if got := s.idOf(inNamespace, process); got != cmd.Process.Pid {
			t.Errorf("%v: while it runs its id is %d, want %d", level, got, cmd.Process.Pid)
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	for level, want := range map[SandboxLevel]int{SandboxNone: inNamespace, SandboxNamespaces: 0} {
		s := &supervised{spec: botSpec{Sandbox: Sandbox{Level: level}}}
		if got := s.idOf(inNamespace, process); got != want {
			t.Errorf("%v: when it has ended its id is %d, want %d", level, got, want)
		}
	}
}
