package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestStuckReaderHoldsUpNobody lets 200 readers follow a match, one of which never reads. All turns are added all the same,
// all others see the last turn and the end, and the one is dropped.
func TestStuckReaderHoldsUpNobody(t *testing.T) {
	const readers, turns = 200, 2000
	live := NewLive(1)
	server, err := New(Config{Catalog: live})
	if err != nil {
		t.Fatal(err)
	}
	server.pace, server.patience = 0, 2*time.Second
	var dropped atomic.Bool
	h := server.HTTP()
	h.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		server.ServeHTTP(w, r)
		if r.Header.Get("X-Stuck") != "" {
			dropped.Store(true)
		}
	})
	h.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		c.(*net.TCPConn).SetWriteBuffer(4096)
		return ctx
	}
	l, _, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	go h.Serve(l)
	defer h.Close()

	m := NewMatch("m", nil)
	if err := live.Add(m, Entry{}); err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("x", 4000)
	show := func(turn int) { m.Add(turn, fmt.Appendf(nil, `{"turn":%d,"x":"%s"}`, turn, big)) }
	show(0)

	stuck := dial(t, l.Addr(), "X-Stuck: yes\r\n")
	defer stuck.Close()
	var connected, done sync.WaitGroup
	for range readers - 1 {
		connected.Add(1)
		done.Go(func() {
			c := dial(t, l.Addr(), "")
			defer c.Close()
			if last, ended := readAll(c, connected.Done); !ended || last != turns-1 {
				t.Errorf("the last turn of a reader is %d, ended %v", last, ended)
			}
		})
	}
	connected.Wait()
	for turn := 1; turn < turns; turn++ { // this must come to its end, though one reader never reads
		show(turn)
	}
	m.End([]byte(`{}`))
	done.Wait()
	wait(t, "the stuck reader is dropped", dropped.Load)
}

// TestCloseFreesAStuckStream closes the server while a write that could take an hour is stuck.
func TestCloseFreesAStuckStream(t *testing.T) {
	live := NewLive(1)
	server, err := New(Config{Catalog: live})
	if err != nil {
		t.Fatal(err)
	}
	server.patience = time.Hour
	var stuck, served atomic.Bool
	h := server.HTTP()
	h.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		server.ServeHTTP(&watched{w, &stuck}, r)
		served.Store(true)
	})
	l, _, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	go h.Serve(l)
	defer h.Close()
	m := NewMatch("m", nil)
	m.Add(0, make([]byte, hugeWrite))
	if err := live.Add(m, Entry{}); err != nil {
		t.Fatal(err)
	}
	defer dial(t, l.Addr(), "").Close()
	wait(t, "a write is under way", stuck.Load)
	if served.Load() {
		t.Fatal("the write is not stuck")
	}
	server.Close()
	wait(t, "the stream has ended", served.Load)
}

// hugeWrite is more than a connection takes whose other side does not read.
const hugeWrite = 64 << 20

// A watched writer tells when a huge write begins.
type watched struct {
	http.ResponseWriter
	huge *atomic.Bool
}

func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *watched) Write(p []byte) (int, error) {
	if len(p) >= hugeWrite {
		w.huge.Store(true)
	}
	return w.ResponseWriter.Write(p)
}

// wait waits until something is so.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(deadline); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so: %s", what)
		}
	}
}

// dial asks for the stream of match m on a connection of its own, that takes little at a time.
func dial(t testing.TB, to net.Addr, header string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", to.String())
	if err != nil {
		t.Error(err)
		return nil
	}
	c.(*net.TCPConn).SetReadBuffer(2048)
	c.SetDeadline(time.Now().Add(deadline))
	fmt.Fprintf(c, "GET /api/matches/m/live HTTP/1.1\r\nHost: localhost\r\n%s\r\n", header)
	return c
}

// readAll reads a stream to its end, and says which turn was the last and whether the end was told. It calls begun once it has
// read a turn.
func readAll(c net.Conn, begun func()) (last int, ended bool) {
	res, err := http.ReadResponse(newLines(c), nil)
	if err != nil {
		begun()
		return -1, false
	}
	defer res.Body.Close()
	r := &reader{body: res.Body, lines: newLines(res.Body)}
	last = -1
	for e, ok := r.next(); ok; e, ok = r.next() {
		switch e.name {
		case "turn":
			fmt.Sscan(e.id, &last)
			if begun != nil {
				begun()
				begun = nil
			}
		case "end":
			ended = true
		}
	}
	return last, ended
}
