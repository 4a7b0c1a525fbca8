package server

import (
	"errors"
	"net"
	"time"
)

// afterFlush is how long a connection stays open after its last byte was written, if the system does not tell whether
// the client's machine has received it. If we closed it earlier and the client sent something meanwhile (for example
// an answer to a turn), the client's system would discard what the client has not read yet.
const afterFlush = 300 * time.Millisecond

// linger ends a connection as soon as the client's machine has received everything, the client has closed it, or its
// time is over. It does not wait for the client to close. It reads and discards what the client sends, because closing
// with unread input resets the connection.
func (c *conn) linger() {
	ended := c.discard(0)
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		c.mu.Lock()
		flushed, by := c.flushed, c.closeBy
		c.mu.Unlock()
		now := time.Now()
		if !now.Before(by) {
			return
		}
		if !flushed.IsZero() {
			all, known := c.delivered()
			if ended || all || !known && now.Sub(flushed) >= afterFlush {
				_ = c.discard(0)
				return
			}
		}
		if ended {
			time.Sleep(wait)
		} else {
			ended = c.discard(wait)
		}
	}
}

// discard reads and discards input, for some time or only what has arrived. ended is true if the client has closed the
// connection.
func (c *conn) discard(d time.Duration) (ended bool) {
	if d == 0 {
		return c.discardNow()
	}
	scratch := make([]byte, 4<<10)
	until := time.Now().Add(d)
	_ = c.nc.SetReadDeadline(until)
	for time.Now().Before(until) {
		_, err := c.nc.Read(scratch)
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
			return false
		}
		if err != nil {
			return true
		}
	}
	return false
}
