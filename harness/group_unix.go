//go:build unix

package harness

import (
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	errNotDir = syscall.ENOTDIR
	errFormat = syscall.ENOEXEC
)

// runnable says whether we may execute the regular file at path.
func runnable(path string) bool { return unix.Access(path, unix.X_OK) == nil }

// killGroup kills the processes that are still in the group of the leader.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// ask sends SIGTERM to the group. The leader must not have been reaped.
func (g *group) ask() { _ = syscall.Kill(-g.pid, syscall.SIGTERM) }

func signalName(ps *os.ProcessState) string {
	ws, ok := ps.Sys().(syscall.WaitStatus)
	if !ok || !ws.Signaled() { //nolint:misspell // the name in syscall
		return ""
	}
	if name := unix.SignalName(ws.Signal()); name != "" {
		return name
	}
	return ws.Signal().String()
}

func maxRSS(ps *os.ProcessState) int64 {
	ru, ok := ps.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	rss := int64(ru.Maxrss) //nolint:unconvert // 32 bits wide on some systems
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return rss // octets there, KiB elsewhere
	}
	return rss << 10
}
