package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"blastyard/internal/errortext"
)

// DefaultListen is the default address of Listen: a free loopback port.
const DefaultListen = "127.0.0.1:0"

// Listen listens at HOST:PORT or HOST. An empty address means DefaultListen, and port 0 a free port. If other
// machines can reach the address, warning says so in a line, and the server needs Config.AllowAnyHost.
func Listen(addr string) (l net.Listener, warning string, err error) {
	addr = cmp.Or(addr, DefaultListen)
	if _, _, err := net.SplitHostPort(addr); err != nil {
		addr = net.JoinHostPort(strings.Trim(addr, "[]"), "0")
	}
	l, err = net.Listen("tcp", addr)
	if err != nil {
		return nil, "", &ListenError{Addr: addr, Err: err}
	}
	if !IsLoopback(l.Addr().String()) {
		warning = fmt.Sprintf("the viewer listens at %s: whoever reaches this machine can see the matches", l.Addr())
	}
	return l, warning, nil
}

// ListenError says that nothing can be served at an address, and why.
type ListenError struct {
	Addr string // HOST:PORT
	Err  error
}

func (e *ListenError) Error() string { return errortext.Listening(e.Addr, e.Err) }

func (e *ListenError) Unwrap() error { return e.Err }

// URL is the address of the page on this machine.
func URL(a net.Addr) string {
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return "http://" + a.String() + "/"
	}
	if ap.Addr().IsUnspecified() {
		ap = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), ap.Port())
	}
	return "http://" + ap.String() + "/"
}

// HTTP returns an http.Server for s, with time limits, whose Shutdown ends the event streams.
func (s *Server) HTTP() *http.Server {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.hearing,
		ReadTimeout:       s.hearing,   // of a request with its body; event streams have no such limit
		WriteTimeout:      time.Minute, // event streams set their own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnContext:       ConnContext,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	h.RegisterOnShutdown(s.Close)
	return h
}

// grace is how long Run waits for unfinished answers.
const grace = 2 * time.Second

// Run serves at l until ctx ends. Then it ends the event streams, waits a little for unfinished answers, and closes
// l.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	h := s.HTTP()
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.Close()
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer cancel()
		if h.Shutdown(soon) != nil {
			h.Close() //nolint:errcheck // the server ends
		}
	})
	err := h.Serve(Bounded(l, s.config.Website))
	if !stop() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: serve at %s: %w", l.Addr(), err)
}
