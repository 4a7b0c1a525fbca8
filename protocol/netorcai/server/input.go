package server

import (
	"errors"
	"sync"
	"time"

	"blastyard/protocol/netorcai"
)

// bigMessage is a size in bytes. Larger messages are treated specially: only a client that was asked may send one, all
// of them together have a memory limit, and they are decoded in turns.
const bigMessage = 64 << 10

// unread limits the memory of the big messages of all clients that are being read and decoded. When the limit is
// reached, the client that holds most of it is kicked. So the others need not wait, and no client is kicked for a
// small message.
type unread struct {
	limit int // bytes

	mu    sync.Mutex
	held  map[*conn]int
	total int
}

// errUnread is the kick reason for the client that holds the most.
var errUnread = errors.New("Too much unread input of all clients together") //nolint:staticcheck // told to the client

// hold records the size of a connection's buffer before it grows. If it returns an error, the connection has to be
// closed.
func (u *unread) hold(c *conn, size int) error {
	if size <= bigMessage {
		size = 0
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if c.evicted.Load() {
		return errUnread
	}
	u.note(c, size)
	for u.total > u.limit {
		most := c
		for other, n := range u.held {
			if n > u.held[most] {
				most = other
			}
		}
		u.note(most, 0)
		most.evicted.Store(true)
		if most == c {
			return errUnread
		}
		most.setReadDeadline(time.Unix(1, 0)) // wakes its reader
	}
	return nil
}

func (u *unread) note(c *conn, size int) {
	u.total += size - u.held[c]
	if u.held[c] = size; size == 0 {
		delete(u.held, c)
	}
}

// decodingRest is how long the processor is left to others after each step of decoding a big message.
const decodingRest = 100 * time.Microsecond

var errClosing = errors.New("the connection is being closed")

// decode reads a TURN_ACK. Big ones are decoded in steps. The clients take turns, and there is a rest after each step.
// So most of a processor's time is left to the game and to small messages, however many big messages there are.
func (c *conn) decode(content []byte) (netorcai.TurnAck, error) {
	if len(content) <= bigMessage {
		return netorcai.DecodeTurnAck(content)
	}
	decoding := c.s.decoding
	mine := false
	take := func() error {
		if c.evicted.Load() {
			return errUnread
		}
		select {
		case decoding <- struct{}{}:
			mine = true
			return nil
		case <-c.quit:
			return errClosing
		}
	}
	leave := func() {
		if mine {
			mine = false
			<-decoding
		}
	}
	defer leave()
	if err := take(); err != nil {
		return netorcai.TurnAck{}, err
	}
	return netorcai.DecodeTurnAckStepwise(content, func() error {
		time.Sleep(decodingRest)
		leave()
		return take()
	})
}

// keep makes sure that the actions of an acknowledgement stay valid until the next but one. size is the size of the
// message.
func (c *conn) keep(ack netorcai.TurnAck, turn, size int) netorcai.TurnAck {
	if size > bigMessage { // the actions stay where they are, unless they are the smaller part of the message
		c.in.Detach()
		_ = c.s.unread.hold(c, 0)
		if 2*len(ack.Actions) < size {
			ack.Actions = append([]byte(nil), ack.Actions...)
		}
		return ack
	}
	// Two buffers are enough: when the reader gets the third message, the game has taken the second, and it holds the
	// actions of at most one message of a player.
	buffer := &c.actions[turn&1]
	*buffer = append((*buffer)[:0], ack.Actions...)
	ack.Actions = *buffer
	return ack
}
