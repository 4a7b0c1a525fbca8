//go:build unix

package server

import (
	"cmp"
	"errors"
	"syscall"
)

// writeAttempt is one direct write: a system call that does not wait.
type writeAttempt struct {
	data []byte
	n    int
	err  error
}

// directWriting prepares writing without a goroutine. If a goroutine of each client were woken for each TURN, the
// server would play a third fewer turns per second. A plain Write could wait.
func (c *conn) directWriting() {
	sc, ok := c.nc.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return
	}
	c.raw = raw
	c.writeOne = func(fd uintptr) bool {
		a := &c.attempt
		for {
			a.n, a.err = syscall.Write(int(fd), a.data)
			if !errors.Is(a.err, syscall.EINTR) {
				return true // done in any case: never wait
			}
		}
	}
}

// tryWrite writes as much as the network takes at once.
func (c *conn) tryWrite(b []byte) (int, error) {
	if c.raw == nil {
		return 0, nil
	}
	c.attempt = writeAttempt{data: b}
	err := c.raw.Write(c.writeOne)
	a := c.attempt
	c.attempt = writeAttempt{}
	if errors.Is(a.err, syscall.EAGAIN) {
		return 0, nil
	}
	err = cmp.Or(err, a.err)
	return max(a.n, 0), err
}

// discardNow discards what has arrived. ended is true if the client has closed the connection.
func (c *conn) discardNow() (ended bool) {
	if c.raw == nil {
		return false
	}
	var scratch [16 << 10]byte
	_ = c.raw.Control(func(fd uintptr) {
		for range 256 { // stop after a while if there is no end
			n, err := syscall.Read(int(fd), scratch[:])
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if ended = n == 0 || err != nil && !errors.Is(err, syscall.EAGAIN); n <= 0 {
				return
			}
		}
	})
	return ended
}

// awaitInput waits until something has arrived, or until the connection's deadline. It reads nothing.
func (c *conn) awaitInput() {
	if c.raw == nil {
		return
	}
	var one [1]byte
	_ = c.raw.Read(func(fd uintptr) bool {
		_, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK)
		return !errors.Is(err, syscall.EAGAIN)
	})
}
