package server

import (
	"errors"
	"net"
	"time"
)

// afterFlush is how long a connection stays open after its last byte was written where the system does not tell whether
// the client's machine has it: what the client sends meanwhile (an answer to a turn, say) would otherwise make its system
// throw away what it has not read yet.
const afterFlush = 300 * time.Millisecond

// linger ends a connection as soon as the client's machine has everything, or the client has closed, or its time is over.
// Nobody waits for the client to close. What it sends is read and thrown away: closing with unread input resets the
// connection.
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

// discard reads and throws away for some time, or only what is there; ended: the client has closed.
func (c *conn) discard(d time.Duration) (ended bool) {
	if d == 0 {
		return c.discardNow()
	}
	scratch := make([]byte, 4<<10)
	until := time.Now().Add(d)
	_ = c.nc.SetReadDeadline(until)
	for time.Now().Before(until) {
		_, err := c.nc.Read(scratch)
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			return false
		}
		if err != nil {
			return true
		}
	}
	return false
}
