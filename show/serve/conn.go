package serve

import (
	"context"
	"net"
	"net/http"
	"syscall"
)

// connKey is the key of a request's connection in its context.
type connKey struct{}

// ConnContext is for http.Server.ConnContext: with it event streams see how far their readers are behind.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// streamBuffer is the send buffer of an event stream, in bytes: what the kernel holds for a reader cannot be skipped.
const streamBuffer = 16 << 10

// A link is the connection under an event stream.
type link struct {
	raw  syscall.RawConn
	peak int // the largest window that the reader has offered
}

// linkOf prepares the connection of a request for an event stream; nil where it cannot be reached.
func linkOf(r *http.Request) *link {
	c, _ := r.Context().Value(connKey{}).(net.Conn)
	for {
		switch x := c.(type) {
		case *member:
			c = x.Conn
			continue
		case interface{ NetConn() net.Conn }: // of TLS
			c = x.NetConn()
			continue
		case *net.TCPConn:
			if x.SetWriteBuffer(streamBuffer) != nil {
				return nil
			}
			raw, err := x.SyscallConn()
			if err != nil {
				return nil
			}
			return &link{raw: raw}
		}
		return nil
	}
}

// behind is about how many bytes were written that the reader has not read: those on their way, and those that wait at
// the reader, by which the window that it offers is smaller. 0 where it is not known.
func (l *link) behind() int {
	if l == nil {
		return 0
	}
	window, queued, ok := tcpState(l.raw)
	if !ok {
		return 0
	}
	l.peak = max(l.peak, window)
	return queued + l.peak - window
}

// forget takes the window of now for the largest one: the reader may have chosen to offer less.
func (l *link) forget() { l.peak = 0 }
