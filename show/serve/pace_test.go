package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A journal is a reader that records when it receives what.
type journal struct {
	*httptest.ResponseRecorder
	began  time.Time
	events []string // "TIME first line of the event"
}

func (j *journal) Write(p []byte) (int, error) {
	for event := range strings.SplitSeq(strings.TrimSuffix(string(p), "\n\n"), "\n\n") {
		line, _, _ := strings.Cut(event, "\n")
		j.events = append(j.events, fmt.Sprintf("%v %s", time.Since(j.began), line))
	}
	return len(p), nil
}

// TestPaceOfEvents: a reader gets at most 30 events per second, always with the newest turn, and a heartbeat after 15
// seconds of silence.
func TestPaceOfEvents(t *testing.T) { synctest.Test(t, testPaceOfEvents) }

func testPaceOfEvents(t *testing.T) {
	live := NewLive(1)
	s, err := New(Config{Catalog: live})
	if err != nil {
		t.Fatal(err)
	}
	m := NewMatch("m", nil)
	if err := live.Add(m, Entry{}); err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	reader := &journal{ResponseRecorder: httptest.NewRecorder(), began: time.Now()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.ServeHTTP(reader, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/api/matches/m/live", nil))
	}()
	synctest.Wait()
	const turns = 1000
	for turn := range turns {
		m.Add(turn, frame(turn))
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Second)
	leave()
	<-done
	s.Close()
	var sent []string
	beats := 0
	var last time.Duration
	for _, e := range reader.events {
		at, what, _ := strings.Cut(e, " ")
		when, err := time.ParseDuration(at)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasPrefix(what, "id: "):
			if len(sent) > 0 && when-last < pace {
				t.Errorf("%s comes %v after the one before, expected at least %v", what, when-last, pace)
			}
			sent, last = append(sent, what), when
		case what == ": still here":
			if beats++; when-last != pace+heartbeat {
				t.Errorf("a heartbeat %v after the last turn, expected %v", when-last, pace+heartbeat)
			}
		}
	}
	if n := len(sent); n < 28 || n > 32 || sent[n-1] != fmt.Sprintf("id: %d", turns-1) || beats != 1 {
		t.Errorf("%d turns, %d heartbeats: %q", n, beats, sent)
	}
}
