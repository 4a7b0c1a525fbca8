//go:build unix

package engine

import "syscall"

// Signals that stop a process and continue it.
const (
	standStill = syscall.SIGSTOP
	goOn       = syscall.SIGCONT
)
