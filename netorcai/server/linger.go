package server

import (
	"errors"
	"net"
	"time"
)

// afterFlush is how long a connection stays open after its last octet was taken by the client's machine: what the client
// sends meanwhile (an answer to a turn, say) would otherwise make its system throw away what it has not read yet.
const afterFlush = 300 * time.Millisecond

// linger reads and throws away until the client has closed, or has had everything for a while, or its time is over.
func (c *conn) linger() {
	scratch := make([]byte, 4<<10)
	ended := false
	for {
		c.mu.Lock()
		flushed, by := c.flushed, c.closeBy
		c.mu.Unlock()
		now := time.Now()
		switch {
		case !now.Before(by), !flushed.IsZero() && ended:
			return
		case !flushed.IsZero() && now.Sub(flushed) >= afterFlush && c.unacknowledged() == 0:
			return
		}
		step := now.Add(20 * time.Millisecond)
		if ended {
			time.Sleep(time.Until(step))
			continue
		}
		_ = c.nc.SetReadDeadline(step)
		for { // a flood is thrown away in bigger steps than the locks above
			_, err := c.nc.Read(scratch)
			var timeout net.Error
			if errors.As(err, &timeout) && timeout.Timeout() {
				break
			}
			if err != nil {
				ended = true
				break
			}
			if time.Now().After(step) {
				break
			}
		}
	}
}
