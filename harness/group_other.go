//go:build unix && !linux

package harness

import (
	"os/exec"
	"syscall"
)

// group is a bot and what it started: a session and process group of their own. What leaves the group escapes.
type group struct{ pid int }

func (g *group) prepare(cmd *exec.Cmd, _ string) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

func (g *group) attach(cmd *exec.Cmd) error {
	g.pid = cmd.Process.Pid
	return nil
}

// awaitExit cannot wait without reaping here.
func (g *group) awaitExit() (reapable bool) { return false }

// kill kills the group. It may be called once right after the leader was reaped: the number is not used again so soon.
func (g *group) kill() (others int) {
	killGroup(g.pid)
	return 0 // nobody counts
}

func (g *group) close() {}
