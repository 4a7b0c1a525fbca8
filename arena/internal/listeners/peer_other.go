//go:build !linux

package listeners

import "net"

// HeldBy returns Unknown: only Linux has the information.
func HeldBy(*net.TCPConn, []int) Held { return Unknown }
