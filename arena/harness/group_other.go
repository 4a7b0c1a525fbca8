//go:build unix && !linux

package harness

import (
	"os"
	"os/exec"
	"syscall"
)

// group is a bot and what it started: its own session and process group. A process that leaves the group is not found.
type group struct{ pid int }

func (g *group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

func (g *group) attach(cmd *exec.Cmd) error {
	g.pid = cmd.Process.Pid
	return nil
}

// ask sends SIGTERM to the group. The leader must not have been reaped.
func (g *group) ask() { _ = syscall.Kill(-g.pid, syscall.SIGTERM) }

// kill kills the group. It may be called once right after the leader was reaped, because the system does not reuse the
// id so soon.
func (g *group) kill() {
	_ = syscall.Kill(-g.pid, syscall.SIGKILL)
}

func (g *group) close() {}

func maxRSS(ps *os.ProcessState) int64 {
	ru, ok := ps.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return maxRSSBytes(int64(ru.Maxrss)) //nolint:unconvert // 32 bits wide on some systems
}
