//go:build unix

package ptytest

import (
	"os/exec"
	"syscall"
)

// Start starts a program in the terminal, as the leader of its session. It is killed at the end of the test.
func (p *Terminal) Start(cmd *exec.Cmd) {
	p.t.Helper()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.TTY, p.TTY, p.TTY
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait() // the test has waited already
	})
}
