//go:build unix

package harness

import (
	"cmp"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	errNotDir = syscall.ENOTDIR
	errFormat = syscall.ENOEXEC
)

// runnable reports whether we may execute the regular file at path.
func runnable(path string) bool { return unix.Access(path, unix.X_OK) == nil }

// signalOf returns the name of the signal that killed a process, or "".
func signalOf(s syscall.Signal) string { return cmp.Or(unix.SignalName(s), s.String()) }

func signalName(ps *os.ProcessState) string {
	ws, ok := ps.Sys().(syscall.WaitStatus)
	if !ok || !ws.Signaled() { //nolint:misspell // the name in syscall
		return ""
	}
	return signalOf(ws.Signal())
}

// maxRSSBytes converts the value of a system's resource usage to bytes.
func maxRSSBytes(rss int64) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return rss // bytes there, KiB elsewhere
	}
	return rss << 10
}
