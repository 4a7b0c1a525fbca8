package serve

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// counter is an Event that a test changes.
type counter struct {
	mu      sync.Mutex
	n       int
	changed chan struct{}
}

func (c *counter) Changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

func (c *counter) JSON() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Appendf(nil, `{"n":%d}`, c.n)
}

func (c *counter) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	close(c.changed)
	c.changed = make(chan struct{})
}

// TestOneStreamForAll: a stream tells of several matches, the list, the lobby and the event as they change, and of
// matches that there are not.
func TestOneStreamForAll(t *testing.T) {
	event := &counter{changed: make(chan struct{})}
	s := start(t, Config{Event: event})
	a, b := s.add("a", 3), s.add("b-1", 5)
	r := s.follow("/api/live?list&event&match=a&match=b-1&match=none")
	for _, name := range []string{"matches", "lobby", "changed", "a/turn", "b-1/turn", "none/gone"} {
		r.want(name)
	}
	a.Add(4, frame(4))
	if e := r.want("a/turn"); e.data != string(frame(4)) {
		t.Errorf("%s", e.data)
	}
	event.add()
	if e := r.want("changed"); e.data != `{"n":1}` {
		t.Errorf("%s", e.data)
	}
	a.End([]byte(`{"turns":4}`))
	last := map[string]string{}
	for last["a/end"] == "" || !strings.Contains(last["matches"], `"live":false`) { // in any order
		e, more := r.next()
		if !more {
			t.Fatalf("the stream ended after %v", last)
		}
		last[e.name] = e.data
	}
	b.Await([]int{1}, nil)
	if e := r.want("b-1/waiting"); !strings.Contains(e.data, `"players":[1]`) {
		t.Errorf("%s", e.data)
	}
	if n := s.server.Readers(); n != 1 {
		t.Errorf("%d streams are open", n)
	}
}

// TestAStreamOfMatchesEnds: once all matches of a stream are over nothing more can come.
func TestAStreamOfMatchesEnds(t *testing.T) {
	s := start(t, Config{})
	a, b := s.add("a", 3), s.add("b", 3)
	r := s.follow("/api/live?match=a&match=b")
	r.want("a/turn")
	r.want("b/turn")
	a.End([]byte("{}"))
	r.want("a/end")
	b.End([]byte("{}"))
	r.want("b/end")
	if e, more := r.next(); more {
		t.Errorf("after the end: %+v", e)
	}
}

func TestWrongTopics(t *testing.T) {
	s := start(t, Config{})
	for _, query := range []string{"match=a%2Fb", "match=", "match=%0a", strings.Repeat("match=a&", maxTopics+1)} {
		if r, body := s.get("/api/live?" + query); r.code != http.StatusBadRequest || !strings.Contains(body, "expected") {
			t.Errorf("%.40s: %d %s", query, r.code, body)
		}
	}
}

// TestRunsDiffer: a list tells which run of the server it is of.
func TestRunsDiffer(t *testing.T) {
	one, other := start(t, Config{}).server.newest().Server, start(t, Config{}).server.newest().Server
	if one == "" || one == other {
		t.Errorf("%q and %q", one, other)
	}
}
