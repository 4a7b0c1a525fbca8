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

// TestConnectionsAreBounded: excess connections are closed at once, in total and from one address. When a connection
// closes, another one is admitted.
func TestConnectionsAreBounded(t *testing.T) {
	for name, c := range map[string]struct{ most, mostAddress int }{"in all": {2, 9}, "from an address": {9, 2}} {
		l, _, err := Listen("")
		if err != nil {
			t.Fatal(err)
		}
		g := newGate(l)
		g.most, g.mostAddress = c.most, c.mostAddress
		s, err := New(Config{Catalog: NewLive(1)})
		if err != nil {
			t.Fatal(err)
		}
		serveAt(t, s, g)
		served := func() (net.Conn, bool) {
			c := dialAt(t, l.Addr())
			fmt.Fprint(c, "GET /api/matches HTTP/1.1\r\nHost: localhost\r\n\r\n")
			_, err := bufio.NewReader(c).ReadString('\n')
			return c, err == nil
		}
		first, ok1 := served()
		if _, ok2 := served(); !ok1 || !ok2 {
			t.Errorf("%s: two connections are not served", name)
		}
		if _, ok := served(); ok {
			t.Errorf("%s: a connection too many is served", name)
		}
		first.Close()
		for until := time.Now().Add(deadline); ; time.Sleep(10 * time.Millisecond) {
			if _, ok := served(); ok {
				break
			}
			if time.Now().After(until) {
				t.Fatalf("%s: no place becomes free", name)
			}
		}
	}
}

// TestStreamsAreBounded: excess event streams are refused.
func TestStreamsAreBounded(t *testing.T) {
	s := start(t, Config{})
	s.server.streams = make(chan struct{}, 1)
	r, err := s.client.Get(s.url + "/api/live")
	if err != nil {
		t.Fatal(err)
	}
	if reply, _ := s.get("/api/live"); reply.code != http.StatusServiceUnavailable || reply.header.Get("Retry-After") == "" {
		t.Errorf("a second stream: %d", reply.code)
	}
	r.Body.Close()
	for until := time.Now().Add(deadline); len(s.server.streams) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the place of a stream that ended is not free")
		}
	}
}
