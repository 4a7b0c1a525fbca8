package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"blastyard/internal/website"
)

// serveAt serves a server at a listener until the test ends.
func serveAt(t *testing.T, s *Server, l net.Listener) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	h := s.HTTP()
	go func() { done <- h.Serve(l) }()
	t.Cleanup(func() {
		stop()
		s.Close()
		h.Close() //nolint:errcheck // the server ends
		if err := <-done; !errors.Is(err, http.ErrServerClosed) || ctx.Err() == nil {
			t.Error(err)
		}
	})
}

func dialAt(t *testing.T, addr net.Addr) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(deadline)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestBodiesThatNeverCome: 500 requests of any kind whose body never comes end by themselves and delay nobody.
func TestBodiesThatNeverCome(t *testing.T) {
	s, err := New(Config{Catalog: NewLive(1), Person: func(string) Person { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	s.hearing = 3 * time.Second
	l, _, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	serveAt(t, s, l)
	var silent []net.Conn
	for i := range 500 {
		c := dialAt(t, l.Addr())
		request := []string{
			"POST /api/seat/x/turn/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n",
			"POST /api/seat/x/quit HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
			"GET /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
			"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
			"POST /api/seat/x/quit HTTP/1.1\r\nHost: local",
		}[i%5]
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		silent = append(silent, c)
	}
	answer, err := http.Get(URL(l.Addr()) + "api/matches")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the list: %s", answer.Status)
	}
	for i, c := range silent {
		if _, err := io.Copy(io.Discard, c); errors.Is(err, net.ErrClosed) || isTimeout(err) {
			t.Fatalf("request %d: %v, want that the server ends it", i, err)
		}
	}
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// TestStreamsOutliveTheTimeOfARequest: an event stream lives longer than the time limit of a request.
func TestStreamsOutliveTheTimeOfARequest(t *testing.T) {
	live := NewLive(1)
	s, err := New(Config{Catalog: live, Heartbeat: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	s.hearing = time.Second
	l, _, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	serveAt(t, s, l)
	c := dialAt(t, l.Addr())
	fmt.Fprint(c, "GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
	r := bufio.NewReader(c)
	for beats := 0; beats < 60; { // three seconds
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("after %d heartbeats: %v", beats, err)
		}
		if strings.HasPrefix(line, ": still here") {
			beats++
		}
	}
}

// TestConnectionsAreBounded: above the limit, in all or from one address, a newcomer is served, and the connection that
// has been idle longest is closed. Those of a trusted proxy are not.
func TestConnectionsAreBounded(t *testing.T) {
	proxy, err := (&website.Options{Proxies: []string{"127.0.0.1"}}).Site()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		most, mostAddress int
		site              *website.Site
	}{"in all": {2, 9, nil}, "from an address": {9, 2, nil}, "behind a proxy": {9, 2, proxy}} {
		l, _, err := Listen("")
		if err != nil {
			t.Fatal(err)
		}
		g := Bounded(l, c.site).(*gate)
		g.conns = NewCrowd(c.most, c.mostAddress)
		s, err := New(Config{Catalog: NewLive(1)})
		if err != nil {
			t.Fatal(err)
		}
		serveAt(t, s, g)
		var open []net.Conn
		ask := func(c net.Conn) {
			t.Helper()
			fmt.Fprint(c, "HEAD /api/matches HTTP/1.1\r\nHost: localhost\r\n\r\n")
			if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
				t.Errorf("%s: %q, %v", name, line, err)
			}
		}
		for range 2 {
			open = append(open, dialAt(t, l.Addr()))
			ask(open[len(open)-1])
		}
		ask(open[0]) // so the second one has been idle longer
		ask(dialAt(t, l.Addr()))
		if c.site != nil {
			ask(open[1])
		} else if _, err := io.Copy(io.Discard, open[1]); isTimeout(err) {
			t.Errorf("%s: the connection that was idle is not closed", name)
		}
		ask(open[0])
	}
}

// TestStreamsAreBounded: above the limit, the oldest event stream of an address ends for a newer one.
func TestStreamsAreBounded(t *testing.T) {
	s := start(t, Config{})
	s.server.streams = NewCrowd(2, 1)
	first, err := s.client.Get(s.url + "/api/live")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Body.Close()
	second, err := s.client.Get(s.url + "/api/live")
	if err != nil {
		t.Fatal(err)
	}
	defer second.Body.Close()
	if second.StatusCode != http.StatusOK {
		t.Errorf("a second stream: %d", second.StatusCode)
	}
	if _, err := io.Copy(io.Discard, first.Body); isTimeout(err) {
		t.Errorf("the first stream does not end: %v", err)
	}
	if n := s.server.streams.Open(); n != 1 {
		t.Errorf("%d streams are open, want 1", n)
	}
}
