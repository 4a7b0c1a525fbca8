package server

import "golang.org/x/sys/unix"

// delivered reports whether the client's machine has received everything that was written. known is false if the
// system does not tell. On this machine, what was sent has been received. Another machine must have acknowledged it
// (the end of the stream counts as one byte).
func (c *conn) delivered() (all, known bool) {
	what := uint(unix.SIOCOUTQ)
	if c.from.IsLoopback() {
		what = unix.SIOCOUTQNSD
	}
	n, ok := c.queued(what)
	return n == 0 || !c.from.IsLoopback() && n == 1, ok
}

// hasInput reports whether something has arrived that was not read.
func (c *conn) hasInput() bool {
	n, ok := c.queued(unix.SIOCINQ)
	return ok && n > 0
}

func (c *conn) queued(what uint) (n int, ok bool) {
	if c.raw == nil {
		return 0, false
	}
	err := c.raw.Control(func(fd uintptr) {
		var err error
		n, err = unix.IoctlGetInt(int(fd), what)
		ok = err == nil
	})
	return n, ok && err == nil
}
