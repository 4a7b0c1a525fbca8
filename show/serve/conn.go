package serve

import (
	"context"
	"net"
	"net/http"
	"syscall"
)

// connKey is the key of a request's connection in its context.
type connKey struct{}

// ConnContext is a function for http.Server.ConnContext. With it event streams can measure how far readers are
// behind.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// streamBuffer is the send buffer of an event stream, in bytes. It is small because frames in the kernel cannot be
// skipped.
const streamBuffer = 16 << 10

// A link is the connection of an event stream.
type link struct {
	raw  syscall.RawConn
	peak int // the largest window that the reader has advertised
}

// linkOf prepares the connection of a request for an event stream. It returns nil if the connection is unknown.
func linkOf(r *http.Request) *link {
	c, _ := r.Context().Value(connKey{}).(net.Conn)
	for {
		switch x := c.(type) {
		case *member:
			c = x.Conn
			continue
		case interface{ NetConn() net.Conn }: // a TLS connection
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

// behind estimates how many written bytes the reader has not read: those in transit, and those in the reader's
// buffer, which reduce the window that it advertises. It returns 0 if that is unknown.
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

// forget discards the largest window, because the reader may have chosen a smaller one.
func (l *link) forget() { l.peak = 0 }
