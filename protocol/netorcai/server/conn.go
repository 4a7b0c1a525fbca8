package server

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"blastyard/protocol/netorcai"
)

// conn is a connection: the link of a peer. Its reader goroutine delivers one message at a time to the game. Until the
// game has taken it, the reader waits at gate and does not touch message, login, ack and fault.
type conn struct {
	s      *Server
	nc     net.Conn
	raw    syscall.RawConn // nil if writing directly is not possible
	remote string
	in     *netorcai.FrameReader
	gate   chan struct{}
	quit   chan struct{} // closed by close
	speak  atomic.Bool   // the client may speak

	from           netip.Addr // of remote
	accepted       time.Time
	heard          atomic.Bool // a part of its first message has arrived
	loginDelivered atomic.Bool // its first message has been delivered
	displaced      atomic.Bool // it has to make room for another, see silent
	evicted        atomic.Bool // it holds too much, see unread

	// Delivered with an event.
	login   netorcai.Login
	ack     netorcai.TurnAck
	bad     string // the defect of ack's actions, or ""
	message []byte
	fault   string
	lost    bool

	peer *peer // used by the game's goroutine only

	actions [2][]byte // the reader's copies of actions, used alternately

	mu       sync.Mutex
	queue    [][]byte // what the network did not take at once
	writing  bool     // a goroutine writes the queue
	broken   error    // why nothing can be written any more
	closing  bool
	flushed  time.Time // when the last byte was written and the sending side closed
	closeBy  time.Time
	attempt  writeAttempt
	writeOne func(fd uintptr) bool
}

func newConn(s *Server, nc net.Conn) *conn {
	c := &conn{
		s: s, nc: nc, remote: nc.RemoteAddr().String(), accepted: time.Now(),
		gate: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	c.from = remoteOf(c.remote)
	c.in = netorcai.NewFrameReader(nc, bigMessage)
	c.in.Growing = func(size int) error { return s.unread.hold(c, size) }
	c.directWriting()
	return c
}

func (c *conn) busy() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.writing
}

func (c *conn) allow(speak bool) { c.speak.Store(speak) }

// resume opens the gate for the reader's next message.
func (c *conn) resume() {
	select {
	case c.gate <- struct{}{}:
	default:
	}
}

// send writes the frame at once if the network takes it. A goroutine writes the rest.
func (c *conn) send(frame []byte) (kept bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken != nil || c.closing {
		return false
	}
	if !c.writing {
		n, err := c.tryWrite(frame)
		if err != nil {
			c.broken = err
			return false
		}
		if n == len(frame) {
			return false
		}
		frame = frame[n:]
		c.writing = true
		c.s.running.Go(c.drain)
	}
	c.queue = append(c.queue, frame)
	return true
}

// drain writes the queue until it is empty.
func (c *conn) drain() {
	const chunk = 64 << 10 // each chunk has its own write deadline
	for {
		c.mu.Lock()
		if len(c.queue) == 0 || c.broken != nil {
			c.writing = false
			c.queue = nil
			if c.closing {
				c.finishWriting()
			}
			c.mu.Unlock()
			c.s.post(event{kind: evDrained, conn: c})
			return
		}
		part := c.queue[0][:min(len(c.queue[0]), chunk)]
		c.setWriteDeadline()
		c.mu.Unlock()
		n, err := c.nc.Write(part)
		c.mu.Lock()
		if c.queue[0] = c.queue[0][n:]; len(c.queue[0]) == 0 {
			c.queue = c.queue[1:]
		}
		if err != nil {
			c.broken = err
			if !c.closing { // let the reader report it
				_ = c.nc.SetReadDeadline(time.Unix(1, 0))
			}
		}
		c.mu.Unlock()
	}
}

func (c *conn) setWriteDeadline() {
	deadline := time.Now().Add(c.s.cfg.WriteTimeout)
	if c.closing {
		deadline = c.closeBy
	}
	_ = c.nc.SetWriteDeadline(deadline)
}

// close ends the connection. The reader sees quit and waits until the client has read everything.
func (c *conn) close() { c.closeWithin(c.s.cfg.CloseTimeout) }

func (c *conn) closeWithin(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	by := time.Now().Add(d)
	if c.closing {
		if by.Before(c.closeBy) {
			c.closeBy = by
			_ = c.nc.SetWriteDeadline(by)
		}
		return
	}
	c.closing = true
	c.closeBy = by
	close(c.quit)
	_ = c.nc.SetReadDeadline(time.Unix(1, 0)) // wakes the reader
	if c.writing {
		_ = c.nc.SetWriteDeadline(by)
		return
	}
	c.finishWriting()
}

// finishWriting tells the client that nothing more will be sent.
func (c *conn) finishWriting() {
	c.flushed = time.Now()
	if half, ok := c.nc.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// setReadDeadline is SetReadDeadline, unless close has already set one.
func (c *conn) setReadDeadline(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closing {
		_ = c.nc.SetReadDeadline(t)
	}
}

// serve reads from the connection until it ends.
func (c *conn) serve() {
	defer c.s.forget(c)
	defer func() { _ = c.nc.Close() }()
	c.logConnected()
	if c.readLogin() {
		if c.login.Role == netorcai.RoleGameLogic {
			c.readLogic()
		} else {
			c.readAcks()
		}
	}
	select {
	case <-c.quit:
	case <-c.s.done: // the game has ended, and Serve closes clients that have not logged in
		<-c.quit
	}
	c.linger()
}

// readLogin reads the first message. It returns false if the connection has to be closed.
func (c *conn) readLogin() bool {
	c.setReadDeadline(time.Now().Add(c.s.cfg.LoginTimeout))
	c.awaitInput()
	c.heard.Store(true) // before the bytes are taken from the system: others check that, see earlierSpeaks
	content, err := c.in.Next(netorcai.MaxFirstSize)
	if err == nil {
		c.logReceived(content)
		c.login, err = netorcai.DecodeLogin(content)
	} else {
		c.logUnreceived(err)
		err = c.readFault(err, true)
	}
	defer c.loginDelivered.Store(true)
	if err != nil {
		c.deliverFault("Invalid first message: " + err.Error())
		return false
	}
	c.setReadDeadline(time.Time{})
	c.s.afterEarlier(c)
	delivered := c.deliver(evLogin)
	c.loginDelivered.Store(true)
	return delivered && c.pass()
}

// readAcks reads the TURN_ACKs of a player or a visualization.
func (c *conn) readAcks() {
	for turn := 0; ; turn++ {
		size, err := c.in.Size(netorcai.MaxSize)
		if turn > 0 && !c.pass() { // wait here, not before: by now the game has usually taken the last message
			return
		}
		if err == nil && size > bigMessage && !c.speak.Load() {
			c.deliverFault(notThinking)
			return
		}
		var content []byte
		if err == nil {
			content, err = c.in.Next(size)
		}
		if err != nil {
			c.deliverFault("Cannot read TURN_ACK. " + c.readFault(err, false).Error())
			return
		}
		c.logReceived(content)
		ack, err := c.decode(content)
		var bad *netorcai.ActionsError
		if c.bad = ""; errors.As(err, &bad) { // the game checks the number first
			c.bad, err = "Invalid TURN_ACK received. "+bad.Error(), nil
		}
		if err != nil {
			c.deliverFault(prefixed(err, "Cannot read TURN_ACK. ", "Invalid TURN_ACK received. "))
			return
		}
		c.ack = c.keep(ack, turn, size)
		if !c.deliver(evAck) {
			return
		}
	}
}

// readLogic reads the messages of a game logic. They are delivered without a copy, so the next one is read only when
// the last one is no longer used.
func (c *conn) readLogic() {
	c.in.Keep(netorcai.MaxSize)
	c.in.Growing = nil // the game logic is trusted
	for {
		size, err := c.in.Size(netorcai.MaxSize)
		if err == nil {
			c.message, err = c.in.Next(size)
		}
		if err != nil {
			c.deliverFault(c.readFault(err, false).Error())
			return
		}
		c.logReceived(c.message)
		if !c.deliver(evLogic) || !c.pass() {
			return
		}
	}
}

// pass waits until the game has taken the last message. It returns false if the connection is being closed.
func (c *conn) pass() bool {
	select {
	case <-c.gate: // the usual case; a select with one case costs a third of one with two
		return true
	default:
	}
	select {
	case <-c.gate:
		return true
	case <-c.quit:
		return false
	}
}

// deliver delivers what the reader has prepared to the game. It returns false if the connection is being closed.
func (c *conn) deliver(kind eventKind) bool {
	select {
	case <-c.quit:
		return false
	default:
		return c.s.post(event{kind: kind, conn: c})
	}
}

func (c *conn) deliverFault(reason string) {
	c.fault = reason
	c.deliver(evFault)
}

// readFault expresses a read error in the protocol's words.
func (c *conn) readFault(err error, first bool) error {
	var tooBig *netorcai.SizeError
	switch big := errors.As(err, &tooBig); {
	case big && first:
		//nolint:staticcheck // the protocol's text
		return fmt.Errorf("Received message size of first message is too big: %d does not fit in 10 bits", tooBig.Size)
	case big:
		//nolint:staticcheck // the protocol's text
		return fmt.Errorf("Received message size is too big: %d does not fit in 24 bits", tooBig.Size)
	}
	switch {
	case c.displaced.Load():
		return errDisplaced
	case c.evicted.Load():
		return errUnread
	}
	c.mu.Lock()
	broken := c.broken
	c.mu.Unlock()
	if broken != nil {
		c.lost = true
		return fmt.Errorf("Remote endpoint closed? Write error: %w", broken) //nolint:staticcheck // the protocol's text
	}
	var timeout net.Error
	if first && errors.As(err, &timeout) && timeout.Timeout() {
		//nolint:staticcheck // the protocol's text
		return fmt.Errorf("No LOGIN received within %v", c.s.cfg.LoginTimeout)
	}
	c.lost = true
	return fmt.Errorf("Remote endpoint closed? Read error: %w", err) //nolint:staticcheck // the protocol's text
}

func prefixed(err error, unreadable, invalid string) string {
	if errors.Is(err, netorcai.ErrNonJSON) {
		return unreadable + err.Error()
	}
	return invalid + err.Error()
}
