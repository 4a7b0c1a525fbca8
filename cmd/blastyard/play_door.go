package main

import (
	"errors"
	"fmt"
	"net"
	"sync"
)

// door is a net.Listener that lets the clients of one match in: those that we start each by a port of its own, so that we
// know which seat a connection is for, and everybody else by the public port.
type door struct {
	host    string
	public  net.Listener // nil: nobody else
	arrived chan net.Conn
	closing chan struct{}

	mu       sync.Mutex
	private  map[int]net.Listener // by seat
	seats    map[string]int       // by the remote address of a connection that came by a private port
	accepts  sync.WaitGroup
	isClosed bool
}

// openDoor listens on the public port; port 0 takes any free one.
func openDoor(host string, port int) (*door, error) {
	d := &door{host: host, arrived: make(chan net.Conn), closing: make(chan struct{}), private: map[int]net.Listener{}, seats: map[string]int{}}
	var err error
	if d.public, err = net.Listen("tcp", net.JoinHostPort(host, fmt.Sprint(port))); err != nil {
		return nil, fmt.Errorf("--port %d: %w", port, err)
	}
	d.accepts.Go(func() { d.acceptAll(d.public, publicSeat) })
	return d, nil
}

const publicSeat = -1

// openFor opens a port for one seat and returns its number.
func (d *door) openFor(seat int) (port int, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.private[seat] = l
	d.accepts.Go(func() { d.acceptAll(l, seat) })
	return l.Addr().(*net.TCPAddr).Port, nil
}

// closeFor shuts a seat's port: its bot has logged in, or never will.
func (d *door) closeFor(seat int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l := d.private[seat]; l != nil {
		l.Close()
		delete(d.private, seat)
	}
}

func (d *door) acceptAll(l net.Listener, seat int) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		if seat != publicSeat {
			d.mu.Lock()
			d.seats[c.RemoteAddr().String()] = seat
			d.mu.Unlock()
		}
		select {
		case d.arrived <- c:
		case <-d.closing:
			c.Close()
			return
		}
	}
}

// seatOf is the seat whose port a client came by, or publicSeat.
func (d *door) seatOf(remoteAddress string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if seat, ok := d.seats[remoteAddress]; ok {
		return seat
	}
	return publicSeat
}

// Accept waits for the next client.
func (d *door) Accept() (net.Conn, error) {
	select {
	case c := <-d.arrived:
		return c, nil
	case <-d.closing:
		return nil, net.ErrClosed
	}
}

// Addr is the public address.
func (d *door) Addr() net.Addr { return d.public.Addr() }

// Close shuts all ports.
func (d *door) Close() error {
	d.mu.Lock()
	if d.isClosed {
		d.mu.Unlock()
		return nil
	}
	d.isClosed = true
	close(d.closing)
	err := d.public.Close()
	for _, l := range d.private {
		err = errors.Join(err, l.Close())
	}
	d.mu.Unlock()
	d.accepts.Wait()
	return err
}
