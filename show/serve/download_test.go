package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"blastyard/game/viewer"
)

// board4 returns a match on a board of four cells, whose picture changes each turn.
func board4(s *site, id string, newest int) *Match {
	s.Helper()
	h := viewer.Header{Game: "hexabomb", Title: "four <cells>", Turns: newest, Players: []viewer.HeaderPlayer{{Name: "ann"}, {Name: "bob"}}}
	f := viewer.Frame{Cells: []viewer.Cell{{X: 0}, {X: 1}, {X: 2}, {X: 3}}, Players: []viewer.Player{{}, {}}}
	h.SetBoard(&f)
	m := NewMatch(id, h.AppendJSON(nil))
	if err := s.live.Add(m, EntryOf(&h)); err != nil {
		s.Fatal(err)
	}
	for turn := range newest + 1 {
		f.Turn, f.Cells[turn%4].Owner = turn, viewer.Owner(1+turn%2)
		m.Add(turn, f.AppendJSON(nil))
	}
	return m
}

func downloadsOf(s *site, id string) downloadsAnswer {
	s.Helper()
	r, body := s.get("/api/matches/" + id + "/downloads")
	var a downloadsAnswer
	if err := json.Unmarshal([]byte(body), &a); r.code != http.StatusOK || err != nil {
		s.Fatalf("%d %s: %v", r.code, body, err)
	}
	return a
}

func TestReplayIsDownloaded(t *testing.T) {
	s := start(t, Config{})
	m := board4(s, "a", 3)
	if r, body := s.get("/api/matches/a/replay"); r.code != http.StatusNotFound || !strings.Contains(body, ErrNoRecording.Error()) {
		t.Errorf("without a replay: %d %s", r.code, body)
	}
	if a := downloadsOf(s, "a"); a.Replay != ErrNoRecording.Error() || a.Page != "" || a.GIF != "" || a.GIFTurns != maxGIFTurns {
		t.Errorf("without a replay: %+v", a)
	}
	m.RecordedBy(func() (*Recording, error) { return RecordingOf("../ä \"x\".blast", []byte("the replay")), nil })
	r, body := s.get("/api/matches/a/replay")
	if r.code != http.StatusOK || body != "the replay" {
		t.Errorf("%d %q", r.code, body)
	}
	if got := r.header.Get("Content-Disposition"); got != "attachment; filename*=utf-8''%C3%A4%20%22x%22.blast" {
		t.Errorf("it is called %s", got)
	}
	m.RecordedBy(func() (*Recording, error) { return nil, fmt.Errorf("%w: it is a folder", ErrNoRecording) })
	if a := downloadsOf(s, "a"); a.Replay != "there is no replay of this match: it is a folder" {
		t.Errorf("the reason is %q", a.Replay)
	}
}

func TestExportedPageHasTheMatchAndItsReplay(t *testing.T) {
	s := start(t, Config{})
	m := board4(s, "a", 200)
	m.RecordedBy(func() (*Recording, error) { return RecordingOf("a.blast", []byte("the replay")), nil })
	r, body := s.get("/api/matches/a/export.html")
	if r.code != http.StatusOK || r.header.Get("Content-Disposition") != "attachment; filename=a.html" {
		t.Fatalf("%d %v", r.code, r.header)
	}
	for _, want := range []string{"<title>four &lt;cells&gt;</title>", `id="data">`, `id="replay" data-name="a.blast">dGhlIHJlcGxheQ==<`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestGIFOfTurns(t *testing.T) {
	s := start(t, Config{})
	board4(s, "a", 500)
	r, body := s.get("/api/matches/a/turns.gif?from=60&to=70&dark=1")
	g, err := gif.DecodeAll(strings.NewReader(body))
	if r.code != http.StatusOK || err != nil || len(g.Image) != 11 {
		t.Fatalf("%d, %v, %d bytes", r.code, err, len(body))
	}
	for query, why := range map[string]string{
		"":                "the turns 0 to 500 are 501: an animation of this board holds at most 400 turns",
		"?from=3&to=2":    "from is 3 and to is 2",
		"?from=-1&to=2":   `from is \"-1\", expected 0 to 500`,
		"?to=501":         `to is \"501\"`,
		"?from=1e9":       `from is \"1e9\"`,
		"?from=%2B1&to=2": `from is \"+1\"`,
	} {
		if r, body := s.get("/api/matches/a/turns.gif" + query); r.code < 400 || r.code >= 500 || !strings.Contains(body, why) {
			t.Errorf("%s: %d %s, expected %s", query, r.code, body, why)
		}
	}
	tree := NewMatch("tree", []byte(`{"game":"x","shape":"tree","cells":[],"players":[]}`))
	if err := s.live.Add(tree, Entry{}); err != nil {
		t.Fatal(err)
	}
	tree.Add(0, frame(0))
	if r, body := s.get("/api/matches/tree/turns.gif"); r.code != http.StatusUnprocessableEntity || !strings.Contains(body, "no board") {
		t.Errorf("a tree: %d %s", r.code, body)
	}
	if a := downloadsOf(s, "tree"); !strings.Contains(a.GIF, "no board") || a.Page != "" {
		t.Errorf("a tree: %+v", a)
	}
}

// TestGIFOfALargeBoardHasFewerTurns: the limit of turns is lower for a larger board.
func TestGIFOfALargeBoardHasFewerTurns(t *testing.T) {
	h := viewer.Header{Cells: make([]viewer.Place, 5000)}
	m := NewMatch("large", h.AppendJSON(nil))
	m.Add(0, frame(0))
	if _, most, err := m.gifBoard(); err != nil || most != 40 {
		t.Errorf("%d turns, %v", most, err)
	}
}

// TestFilesAreMadeOneAtATime: only one file is made at a time. A waiting reader is told so, and a reader that leaves
// ends its work.
func TestFilesAreMadeOneAtATime(t *testing.T) {
	s := start(t, Config{})
	board4(s, "a", 20)
	s.server.makingWaits = 10 * time.Millisecond
	s.server.making <- struct{}{} // as if one were being made
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/api/matches/a/turns.gif", nil))
	if w.Code == http.StatusOK {
		t.Errorf("a reader who has left got %d", w.Code)
	}
	w = httptest.NewRecorder() // it waits, and gives up in the end
	s.server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/api/matches/a/turns.gif", nil))
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "another file is being made") {
		t.Errorf("beside another one: %d %s", w.Code, w.Body)
	}
	<-s.server.making
	if r, _ := s.get("/api/matches/a/turns.gif"); r.code != http.StatusOK {
		t.Errorf("after the other one: %d", r.code)
	}
	if n := len(s.server.making); n != 0 {
		t.Errorf("%d are still being made", n)
	}
}

// TestNothingIsMadeForOthersDuringAMatch: readers on other machines cannot take time from the bots of a match.
func TestNothingIsMadeForOthersDuringAMatch(t *testing.T) {
	s := start(t, Config{AllowAnyHost: true})
	m := board4(s, "a", 20)
	for _, file := range []string{"export.html", "turns.gif"} {
		if r, body := s.get("/api/matches/a/" + file); r.code != http.StatusServiceUnavailable || !strings.Contains(body, "time from the bots") {
			t.Errorf("%s during the match: %d %s", file, r.code, body)
		}
	}
	if a := downloadsOf(s, "a"); !strings.Contains(a.Page, "time from the bots") || !strings.Contains(a.GIF, "time from the bots") {
		t.Errorf("during the match: %+v", a)
	}
	m.End([]byte("{}"))
	for _, file := range []string{"export.html", "turns.gif"} {
		if r, _ := s.get("/api/matches/a/" + file); r.code != http.StatusOK {
			t.Errorf("%s after the match: %d", file, r.code)
		}
	}
}

func TestFilesAreBounded(t *testing.T) {
	l := &limited{most: 10}
	if n, err := l.Write([]byte("12345678")); n != 8 || err != nil {
		t.Fatal(n, err)
	}
	var why refusal
	if _, err := l.Write([]byte("123")); !errors.As(err, &why) || l.Len() != 8 {
		t.Errorf("%v, %d bytes", err, l.Len())
	}
	s := start(t, Config{})
	m := board4(s, "a", 3)
	m.Add(4, append(append([]byte(`{"turn":4,"x":"`), bytes.Repeat([]byte("x"), maxPagePlain/5)...), `"}`...))
	if r, body := s.get("/api/matches/a/export.html"); r.code != http.StatusUnprocessableEntity || !strings.Contains(body, "too long") {
		t.Errorf("%d %s", r.code, body)
	}
}
