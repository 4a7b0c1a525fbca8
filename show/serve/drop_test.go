package serve

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// taker keeps what is dropped.
type taker struct {
	*Live
	name    string
	content []byte
	fault   error
}

func (d *taker) Take(name string, from io.Reader) (string, error) {
	content, err := io.ReadAll(from)
	if err = errors.Join(err, d.fault); err != nil {
		return "", err
	}
	d.name, d.content = name, content
	m := NewMatch("dropped", []byte(`{"game":"hexabomb"}`))
	m.End([]byte("{}"))
	return m.ID(), d.Add(m, Entry{Title: name})
}

// drop posts a replay. headers are pairs of name and value.
func (s *site) drop(path string, body io.Reader, headers ...string) (int, string) {
	s.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+path, body)
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/octet-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestReplayIsDropped(t *testing.T) {
	d := &taker{Live: NewLive(3)}
	s := start(t, Config{Drops: d})
	s.add("a", 1)
	code, body := s.drop("/api/drops?name=x.blast", strings.NewReader("the replay"))
	if code != http.StatusOK || body != `{"match":"dropped"}` || d.name != "x.blast" || string(d.content) != "the replay" {
		t.Fatalf("%d %s, %+v", code, body, d)
	}
	if r, _ := s.get("/api/matches/dropped"); r.code != http.StatusOK {
		t.Errorf("it cannot be opened: %d", r.code)
	}
	if _, body := s.get("/api/matches"); !strings.Contains(body, `"total":2`) || !strings.Contains(body, `"id":"dropped"`) {
		t.Errorf("it is not in the list: %s", body)
	}
	if _, body := s.get("/api/drops"); body != `{"can":true,"why":""}` {
		t.Error(body)
	}
	d.fault = errors.New("it is no replay")
	if code, body := s.drop("/api/drops?name=y", strings.NewReader("x")); code != http.StatusUnprocessableEntity || !strings.Contains(body, "no replay") {
		t.Errorf("%d %s", code, body)
	}
}

func TestWhoMayDrop(t *testing.T) {
	s := start(t, Config{Drops: &taker{Live: NewLive(3)}})
	for name, c := range map[string]struct {
		path    string
		headers []string
		code    int
	}{
		"another site's page": {"/api/drops?name=x", []string{"Origin", "https://evil.example"}, http.StatusForbidden},
		"through a proxy":     {"/api/drops?name=x", []string{"X-Forwarded-For", "192.0.2.1"}, http.StatusForbidden},
		"a form":              {"/api/drops?name=x", []string{"Content-Type", "text/plain"}, http.StatusUnsupportedMediaType},
		"no name":             {"/api/drops", nil, http.StatusBadRequest},
		"a long name":         {"/api/drops?name=" + strings.Repeat("x", maxDropName+1), nil, http.StatusBadRequest},
		"another address":     {"/api/drops/x?name=x", nil, http.StatusMethodNotAllowed},
	} {
		if code, body := s.drop(c.path, strings.NewReader("x"), c.headers...); code != c.code {
			t.Errorf("%s: %d %s, expected %d", name, code, body, c.code)
		}
	}
	if code, body := s.drop("/api/drops?name=x", bytes.NewReader(make([]byte, MaxDrop+1))); code != http.StatusRequestEntityTooLarge {
		t.Errorf("a large one: %d %s", code, body)
	}
	r := httptest.NewRequest(http.MethodPost, "http://localhost/api/drops?name=x", strings.NewReader("x"))
	r.RemoteAddr = "192.0.2.1:1234"
	r.Header.Set("Content-Type", "application/octet-stream")
	w := httptest.NewRecorder()
	if s.server.ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("from another machine: %d", w.Code)
	}
	none := start(t, Config{})
	if code, _ := none.drop("/api/drops?name=x", strings.NewReader("x")); code != http.StatusForbidden {
		t.Errorf("where none can be: %d", code)
	}
	if _, body := none.get("/api/drops"); !strings.Contains(body, `"can":false`) || !strings.Contains(body, "blastyard watch") {
		t.Error(body)
	}
}

func TestFramesOfOthers(t *testing.T) {
	for _, origin := range []string{"https://school.example", "http://localhost:8000", "http://[::1]:80"} {
		if err := CheckFrame(origin); err != nil {
			t.Errorf("%s: %v", origin, err)
		}
	}
	for _, origin := range []string{"", "*", "school.example", "https://", "https://a b", "https://a/", "https://a;script-src *", "https://*.a", "ftp://a", "https://u@a", "https://a,b", "https://a:x"} {
		if CheckFrame(origin) == nil {
			t.Errorf("%q is taken", origin)
		}
		if _, err := New(Config{Catalog: NewLive(1), Frames: []string{origin}}); err == nil {
			t.Errorf("a server takes %q", origin)
		}
	}
	for want, c := range map[string]Config{
		"frame-ancestors 'none'": {}, "frame-ancestors 'self'": {Framed: true},
		"frame-ancestors https://a https://b:1": {Frames: []string{"https://a", "https://b:1"}},
		"frame-ancestors 'self' https://a":      {Framed: true, Frames: []string{"https://a"}},
	} {
		s := start(t, c)
		if r, _ := s.get("/"); !strings.HasSuffix(r.header.Get("Content-Security-Policy"), want) {
			t.Errorf("%s, expected %s", r.header.Get("Content-Security-Policy"), want)
		}
	}
}
