package server

import "golang.org/x/sys/unix"

// unacknowledged is how many octets the client's machine has not taken yet.
func (c *conn) unacknowledged() int {
	if c.raw == nil {
		return 0
	}
	n := 0
	err := c.raw.Control(func(fd uintptr) {
		if queued, err := unix.IoctlGetInt(int(fd), unix.SIOCOUTQ); err == nil {
			n = queued
		}
	})
	if err != nil {
		return 0
	}
	return n
}
