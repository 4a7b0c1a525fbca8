//go:build !linux

package serve

import "syscall"

// tcpState is not known on this system: a small send buffer has to do.
func tcpState(syscall.RawConn) (window, queued int, ok bool) { return 0, 0, false }
