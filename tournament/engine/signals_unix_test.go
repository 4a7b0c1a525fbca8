//go:build unix

package engine

import "syscall"

// Signals that make a process stand still, and go on.
const (
	standStill = syscall.SIGSTOP
	goOn       = syscall.SIGCONT
)
