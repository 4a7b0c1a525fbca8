//go:build !linux

package listeners

import "net"

// HeldBy is known on Linux only.
func HeldBy(*net.TCPConn, []int) Held { return Unknown }
