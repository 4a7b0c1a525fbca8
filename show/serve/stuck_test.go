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

// A crowd is a match with a server that reports whether the stream of the reader with the header X-Stuck is blocked
// in a huge write, and whether it has ended.
type crowd struct {
	server       *Server
	match        *Match
	addr         net.Addr
	stuck, ended atomic.Bool
}

func newCrowd(t *testing.T, patience time.Duration) *crowd {
	t.Helper()
	live := NewLive(1)
	server, err := New(Config{Catalog: live})
	if err != nil {
		t.Fatal(err)
	}
	server.pace, server.patience = 5*time.Millisecond, patience
	c := &crowd{server: server, match: NewMatch("m", nil)}
	if err := live.Add(c.match, Entry{}); err != nil {
		t.Fatal(err)
	}
	h := server.HTTP()
	h.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Stuck") == "" {
			server.ServeHTTP(w, r)
			return
		}
		server.ServeHTTP(&watched{w, &c.stuck}, r)
		c.ended.Store(true)
	})
	h.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		c.(*net.TCPConn).SetWriteBuffer(64 << 10)
		return ctx
	}
	l, _, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	c.addr = l.Addr()
	go h.Serve(l)
	t.Cleanup(func() { h.Close() })
	c.match.Add(0, fmt.Appendf(nil, `{"turn":0,"x":"%s"}`, strings.Repeat("x", hugeWrite)))
	return c
}

// block connects a reader that never reads, and returns when a write to it is blocked.
func (c *crowd) block(t *testing.T) {
	t.Helper()
	conn := dial(t, c.addr, "X-Stuck: yes\r\n")
	t.Cleanup(func() { conn.Close() })
	wait(t, "a write is under way", c.stuck.Load)
}

// TestStuckReaderHoldsUpNobody: 200 readers follow a match, and one of them never reads. All turns are added, and all
// other readers see the last turn and the end, while the write to that one is blocked from the first turn to the end.
func TestStuckReaderHoldsUpNobody(t *testing.T) {
	const readers, turns = 200, 2000
	c := newCrowd(t, time.Hour)
	c.block(t)
	var connected, done sync.WaitGroup
	for range readers - 1 {
		connected.Add(1)
		done.Go(func() {
			conn := dial(t, c.addr, "")
			defer conn.Close()
			if last, ended := readAll(conn, connected.Done); !ended || last != turns-1 {
				t.Errorf("the last turn of a reader is %d, ended %v", last, ended)
			}
		})
	}
	connected.Wait()
	text := strings.Repeat("x", 2500)
	for turn := 1; turn < turns; turn++ {
		c.match.Add(turn, fmt.Appendf(nil, `{"turn":%d,"x":"%s"}`, turn, text))
	}
	c.match.End([]byte(`{}`))
	done.Wait()
	if c.ended.Load() {
		t.Error("the reader that never reads was not stuck")
	}
	c.server.Close()
	wait(t, "the stuck stream ends with the server", c.ended.Load)
}

// TestStuckReaderIsDropped: a write has a time limit.
func TestStuckReaderIsDropped(t *testing.T) {
	c := newCrowd(t, time.Second) // the smaller writes before it take less, also on a busy machine
	c.block(t)
	wait(t, "the stuck reader is dropped", c.ended.Load)
}

// hugeWrite is more than a connection buffers for a peer that does not read.
const hugeWrite = 512 << 10

// A watched writer reports when a huge write begins.
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

// wait waits until a condition holds.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(deadline); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so: %s", what)
		}
	}
}

// dial requests the stream of match m on a connection of its own. With a header, the connection has a small buffer.
func dial(t testing.TB, to net.Addr, header string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", to.String())
	if err != nil {
		t.Error(err)
		return nil
	}
	if header != "" {
		c.(*net.TCPConn).SetReadBuffer(2048)
	}
	c.SetDeadline(time.Now().Add(deadline))
	fmt.Fprintf(c, "GET /api/matches/m/live HTTP/1.1\r\nHost: localhost\r\n%s\r\n", header)
	return c
}

// readAll reads a stream to its end. It returns the last turn, and whether the end was received. It calls begun after
// the first turn.
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
