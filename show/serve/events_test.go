package serve

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestReaderSeesTurnsAndTheEnd(t *testing.T) {
	s := start(t, Config{})
	m := s.add("m", -1)
	r := s.follow("/api/matches/m/live")
	for turn := range 3 {
		m.Add(turn, frame(turn))
		if e := r.want("turn"); e.id != strconv.Itoa(turn) || e.data != string(frame(turn)) {
			t.Errorf("turn %d: %+v", turn, e)
		}
	}
	m.End([]byte(`{"winner":1}`))
	if e := r.want("end"); e.data != `{"winner":1}` || e.id != "" {
		t.Errorf("end: %+v", e)
	}
	if e, ok := r.next(); ok {
		t.Errorf("after the end: %+v", e)
	}
}

func TestLateReaderAndReload(t *testing.T) {
	s := start(t, Config{})
	m := s.add("m", 99)
	for range 2 { // the second one is a reload
		r := s.follow("/api/matches/m/live")
		if e, ok := r.next(); !ok || e.name != "turn" || e.id != "99" || e.data != string(frame(99)) {
			t.Errorf("first event: %+v", e)
		}
		r.body.Close()
	}
	m.End([]byte(`{}`))
	r := s.follow("/api/matches/m/live")
	var got []string
	for e, ok := r.next(); ok; e, ok = r.next() {
		got = append(got, e.name+e.id)
	}
	if want := []string{"turn99", "matches", "end"}; !slices.Equal(got, want) {
		t.Errorf("of a match that is over: %v, want %v", got, want)
	}
}

func TestReaderIsSkippedForward(t *testing.T) {
	s := start(t, Config{})
	m := s.add("m", 0)
	r := s.follow("/api/matches/m/live")
	r.want("turn")
	for turn := 1; turn < 5000; turn++ {
		m.Add(turn, frame(turn))
	}
	last := 0
	for last < 4999 {
		e := r.want("turn")
		turn, err := strconv.Atoi(e.id)
		if err != nil || turn <= last || e.data != string(frame(turn)) {
			t.Fatalf("after turn %d: %+v", last, e)
		}
		last = turn
	}
}

func TestHeartbeats(t *testing.T) {
	s := start(t, Config{Heartbeat: time.Millisecond})
	m := s.add("m", 0)
	r := s.follow("/api/matches/m/live")
	l := s.follow("/api/live")
	r.want("turn")
	l.want("matches")
	beats := func(r *reader) {
		t.Helper()
		for r.comment = 0; r.comment < 3; {
			line, err := r.lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(line, ": ") {
				r.comment++
			}
		}
	}
	beats(r)
	beats(l)
	m.End(nil)
	r.want("end")
}

// TestBeats: a page cannot see comments, so it asks for signs of life as events, by which it knows that a stream is
// not cut without a word.
func TestBeats(t *testing.T) {
	s := start(t, Config{Heartbeat: time.Millisecond})
	m := s.add("m", 0)
	for path, first := range map[string]string{"/api/live?list&match=m&beats": "lobby", "/api/live?beats": "lobby",
		"/api/matches/m/live?beats": "matches"} {
		r := s.follow(path)
		r.want("beat") // at once
		r.want(first)
		for range 3 {
			r.want("beat")
		}
	}
	m.End(nil)
}

// TestOnce: who cannot follow a stream, because a proxy holds it back, asks for what it would say now.
func TestOnce(t *testing.T) {
	s := start(t, Config{Event: &counter{changed: make(chan struct{})}})
	s.add("m", 3)
	for path, want := range map[string][]string{
		"/api/live?once": {"event: matches", "event: lobby"},
		"/api/live?list&event&match=m&match=x&once": {"event: matches", "event: lobby", "event: changed", "event: m/turn", "event: x/gone"},
		"/api/matches/m/live?once":                  {"event: turn"},
	} {
		r, body := s.get(path) // it ends
		for _, line := range want {
			if r.code != http.StatusOK || strings.Count(body, line+"\n") != 1 {
				t.Errorf("%s: %d, %q is not once in %s", path, r.code, line, body)
			}
		}
	}
}

func TestListIsFollowed(t *testing.T) {
	s := start(t, Config{})
	r := s.follow("/api/live")
	has := func(part string) {
		t.Helper()
		for !strings.Contains(r.want("matches").data, part) {
		}
	}
	has(`"matches":[]`)
	m := s.add("m", 0)
	has(`"id":"m"`)
	follower := s.follow("/api/matches/m/live")
	follower.want("matches")
	s.add("n", 0)
	has(`"id":"n"`)
	if e := follower.want("matches"); !strings.Contains(e.data, `"id":"n"`) {
		t.Errorf("the reader of a match is told of %s", e.data)
	}
	m.End([]byte(`{"winner":1}`))
	has(`"winner":1`)
}

func TestListThatNeverChanges(t *testing.T) {
	s := start(t, Config{Catalog: strict{t}})
	if e := s.follow("/api/live").want("matches"); !strings.Contains(e.data, `"matches":[]`) {
		t.Errorf("%+v", e)
	}
}

func TestCloseEndsStreams(t *testing.T) {
	s := start(t, Config{})
	s.add("m", 0)
	readers := []*reader{s.follow("/api/matches/m/live"), s.follow("/api/live")}
	s.server.Close()
	s.server.Close()
	for _, r := range readers {
		for e, ok := r.next(); ok; e, ok = r.next() {
			if e.name == "end" {
				t.Error("the match has ended")
			}
		}
	}
	if res, _ := s.get("/api/live"); res.code != http.StatusServiceUnavailable {
		t.Errorf("a stream after Close: %d", res.code)
	}
	if res, _ := s.get("/api/matches"); res.code != 200 {
		t.Errorf("the list after Close: %d", res.code)
	}
}

func TestHeadOfAStream(t *testing.T) {
	s := start(t, Config{})
	if res, _ := s.do(http.MethodHead, "/api/live"); res.code != 200 || res.header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%d %v", res.code, res.header)
	}
}
