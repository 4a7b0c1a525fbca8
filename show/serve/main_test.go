package serve

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// deadline limits every wait of a test.
const deadline = time.Minute

var page = fstest.MapFS{
	"index.html": {Data: []byte("<!doctype html><title>page</title>")},
	"app.js":     {Data: bytes.Repeat([]byte("let a = 1;\n"), 500)},
	"app.css":    {Data: []byte("body { margin: 0 }")},
	"notes.exe":  {Data: []byte("MZ")},
}

// A site is a server under test.
type site struct {
	*testing.T
	server *Server
	live   *Live
	url    string // without the final slash
	client *http.Client
}

// start serves a config until the test ends. The default catalog is an empty Live.
func start(t *testing.T, c Config) *site {
	t.Helper()
	s := &site{T: t, live: NewLive(100)}
	if c.Catalog == nil {
		c.Catalog = s.live
	}
	if c.Files == nil {
		c.Files = page
	}
	server, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.server = server
	l, warning, err := Listen("")
	if err != nil || warning != "" {
		t.Fatalf("Listen: %q, %v", warning, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx, l) }()
	s.url = strings.TrimSuffix(URL(l.Addr()), "/")
	s.client = &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 4}, Timeout: deadline}
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		s.client.CloseIdleConnections()
	})
	return s
}

// add adds a match with the turns 0 to newest.
func (s *site) add(id string, newest int) *Match {
	s.Helper()
	m := NewMatch(id, []byte(`{"game":"hexabomb"}`))
	if err := s.live.Add(m, Entry{Title: id, Game: "hexabomb", Players: []string{"<b>a</b>", "b"}}); err != nil {
		s.Fatal(err)
	}
	for turn := range newest + 1 {
		m.Add(turn, frame(turn))
	}
	return m
}

func frame(turn int) []byte { return fmt.Appendf(nil, `{"turn":%d}`, turn) }

// lines returns a chunk with the frames of the turns from to to.
func lines(from, to int) string {
	var b strings.Builder
	for turn := from; turn <= to; turn++ {
		b.Write(frame(turn))
		b.WriteByte('\n')
	}
	return b.String()
}

// A reply is an answer without its body.
type reply struct {
	code   int
	header http.Header
	length int64
}

// get requests a path. headers are pairs of name and value.
func (s *site) get(path string, headers ...string) (reply, string) {
	s.Helper()
	return s.do(http.MethodGet, path, headers...)
}

func (s *site) do(method, path string, headers ...string) (reply, string) {
	s.Helper()
	r, err := http.NewRequest(method, s.url+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	res, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, res.ContentLength}, string(body)
}

// raw sends a request line unchanged and returns the status line and the body.
func (s *site) raw(line string) string {
	s.Helper()
	host := strings.TrimPrefix(s.url, "http://")
	c, err := net.Dial("tcp", host)
	if err != nil {
		s.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(deadline))
	fmt.Fprintf(c, "%s\r\nHost: %s\r\nConnection: close\r\n\r\n", line, host)
	all, err := io.ReadAll(c)
	if err != nil {
		s.Fatal(err)
	}
	return string(all)
}

func newLines(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 32<<10) }

// An event is a server-sent event.
type event struct{ id, name, data string }

// A reader follows a stream of events.
type reader struct {
	*testing.T
	body    io.ReadCloser
	lines   *bufio.Reader
	comment int // number of comments so far
}

// follow opens a stream of events. The test's cleanup closes it.
func (s *site) follow(path string) *reader {
	s.Helper()
	res, err := s.client.Get(s.url + path)
	if err != nil {
		s.Fatal(err)
	}
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		s.Fatalf("%s: %s, %s", path, res.Status, res.Header.Get("Content-Type"))
	}
	s.Cleanup(func() { res.Body.Close() })
	return &reader{T: s.T, body: res.Body, lines: newLines(res.Body)}
}

// next reads an event. It returns false at the end of the stream.
func (r *reader) next() (e event, ok bool) {
	for {
		line, err := r.lines.ReadString('\n')
		if err != nil {
			return e, false
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data = value
		case "":
			if strings.HasPrefix(line, ": ") {
				r.comment++
			}
			if e.name != "" {
				return e, true
			}
		}
	}
}

// want reads events until one of the given name, and returns it.
func (r *reader) want(name string) event {
	r.Helper()
	for {
		e, ok := r.next()
		if !ok {
			r.Fatalf("the stream ended before an event %s", name)
		}
		if e.name == name {
			return e
		}
	}
}
