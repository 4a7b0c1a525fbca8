package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

func TestNewChecksItsConfig(t *testing.T) {
	for name, c := range map[string]Config{
		"no catalog":    {},
		"bad heartbeat": {Catalog: NewLive(1), Heartbeat: -1},
		"no index":      {Catalog: NewLive(1), Files: fstest.MapFS{"app.js": {}}},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestPage(t *testing.T) {
	s := start(t, Config{})
	for path, want := range map[string]struct{ mime, file string }{
		"/":           {"text/html; charset=utf-8", "index.html"},
		"/index.html": {"text/html; charset=utf-8", "index.html"},
		"/app.js":     {"text/javascript; charset=utf-8", "app.js"},
		"/app.css":    {"text/css; charset=utf-8", "app.css"},
	} {
		res, body := s.get(path)
		if res.code != 200 || res.header.Get("Content-Type") != want.mime || body != string(page[want.file].Data) {
			t.Errorf("%s: %d %s, %d bytes", path, res.code, res.header.Get("Content-Type"), len(body))
		}
		if res.header.Get("Cache-Control") != "no-cache" || res.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: headers %v", path, res.header)
		}
		again, body := s.get(path, "If-None-Match", `"x", `+res.header.Get("ETag"))
		if again.code != http.StatusNotModified || body != "" {
			t.Errorf("%s again: %d %q", path, again.code, body)
		}
	}
	res, body := s.get("/app.js", "Accept-Encoding", "br, gzip")
	if res.header.Get("Content-Encoding") != "gzip" || res.header.Get("Vary") != "Accept-Encoding" || gunzip(t, body) != string(page["app.js"].Data) {
		t.Errorf("compressed: %v, %d bytes", res.header, len(body))
	}
	res, _ = s.do(http.MethodHead, "/app.js")
	if res.code != 200 || res.length != int64(len(page["app.js"].Data)) {
		t.Errorf("HEAD: %d, %d bytes", res.code, res.length)
	}
	if res, _ := s.get("/notes.exe"); res.code != 404 {
		t.Errorf("a file of a type that pages do not have: %d", res.code)
	}
}

func gunzip(t *testing.T, body string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

func TestEveryAnswerIsSecure(t *testing.T) {
	s := start(t, Config{})
	s.add("m", 70).End(nil)
	for path, code := range map[string]int{
		"/": 200, "/app.js": 200, "/api/matches": 200, "/api/matches/m": 200, "/api/matches/m/turns/0": 200,
		"/api/matches/m/live": 200, "/api/nothing": 404, "/api/matches/x": 404,
	} {
		res, _ := s.get(path)
		if res.code != code {
			t.Errorf("%s: %d, want %d", path, res.code, code)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": policy + "'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := res.header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if res.header.Get("Cache-Control") == "" || res.header.Get("Content-Type") == "" || res.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: headers %v", path, res.header)
		}
	}
}

func TestMatches(t *testing.T) {
	s := start(t, Config{Title: "Finals", Projector: true})
	if res, body := s.get("/api/matches"); res.code != 200 || body != `{"title":"Finals","server":"`+s.server.run+`","projector":true,"total":0,"matches":[]}` {
		t.Errorf("no match: %d %s", res.code, body)
	}
	s.add("one", 3).End([]byte(`{"turns":3,"winner":1}`))
	s.add("two", -1)
	_, body := s.get("/api/matches")
	want := `{"title":"Finals","server":"` + s.server.run + `","projector":true,"total":2,"matches":[` +
		`{"id":"one","title":"one","game":"hexabomb","live":false,"turn":3,"turns":0,"started":"","players":["\u003cb\u003ea\u003c/b\u003e","b"],"winner":1},` +
		`{"id":"two","title":"two","game":"hexabomb","live":true,"turn":-1,"turns":0,"started":"","players":["\u003cb\u003ea\u003c/b\u003e","b"],"winner":-1}]}`
	if body != want {
		t.Errorf("got  %s\nwant %s", body, want)
	}
	for i := range 20 {
		s.add(fmt.Sprint("m", i), -1)
	}
	res, body := s.get("/api/matches", "Accept-Encoding", "gzip")
	if _, plain := s.get("/api/matches"); res.header.Get("Content-Encoding") != "gzip" || gunzip(t, body) != plain {
		t.Errorf("compressed: %v", res.header)
	}
}

func TestMatch(t *testing.T) {
	s := start(t, Config{})
	m := s.add("one", -1)
	entry := func(live, turn, winner string) string {
		return `{"id":"one","title":"one","game":"hexabomb","live":` + live + `,"turn":` + turn +
			`,"turns":0,"started":"","players":["\u003cb\u003ea\u003c/b\u003e","b"],"winner":` + winner + `}}`
	}
	want := func(when, want string) {
		t.Helper()
		if res, body := s.get("/api/matches/one"); body != want || res.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s\ngot  %s\nwant %s", when, body, want)
		}
	}
	want("before the first turn", `{"id":"one","live":true,"first":0,"turn":-1,"header":{"game":"hexabomb"},"end":null,"entry":`+entry("true", "-1", "-1"))
	m.Add(5, frame(5))
	m.Add(6, frame(6))
	want("later", `{"id":"one","live":true,"first":5,"turn":6,"header":{"game":"hexabomb"},"end":null,"entry":`+entry("true", "6", "-1"))
	m.End([]byte(`{"winner":0}`))
	want("at the end", `{"id":"one","live":false,"first":5,"turn":6,"header":{"game":"hexabomb"},"end":{"winner":0},"entry":`+entry("false", "6", "0"))
}

func TestTurns(t *testing.T) {
	s := start(t, Config{})
	m := s.add("m", 70)
	res, body := s.get("/api/matches/m/turns/1")
	if body != lines(64, 70) || res.header.Get("Cache-Control") != "no-store" || res.header.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("chunk that grows: %v %q", res.header, body)
	}
	m.Add(71, frame(71))
	if _, body := s.get("/api/matches/m/turns/1"); body != lines(64, 71) {
		t.Errorf("a turn later: %q", body)
	}
	m.End(nil)
	waitPacked(t, m, 0, 1)
	for k, want := range []string{lines(0, 63), lines(64, 71)} {
		path := fmt.Sprint("/api/matches/m/turns/", k)
		res, body := s.get(path)
		if body != want || res.header.Get("Content-Encoding") != "" || res.header.Get("Content-Type") != "application/x-ndjson" {
			t.Errorf("chunk %d: %v %q", k, res.header, body)
		}
		zip, body := s.get(path, "Accept-Encoding", "gzip")
		if zip.header.Get("Content-Encoding") != "gzip" || gunzip(t, body) != want || zip.header.Get("ETag") != res.header.Get("ETag") {
			t.Errorf("chunk %d compressed: %v", k, zip.header)
		}
		if kept, _ := s.get(path, "If-None-Match", res.header.Get("ETag")); kept.code != http.StatusNotModified {
			t.Errorf("chunk %d again: %d", k, kept.code)
		}
	}
	for _, k := range []string{"2", "-1", "+1", "01", "1.0", "x", "", "99999999999999999999", "1099511627777"} {
		if res, body := s.get("/api/matches/m/turns/" + k); res.code != 404 || !strings.HasPrefix(body, `{"error":"`) {
			t.Errorf("chunk %q: %d %s", k, res.code, body)
		}
	}
}

func TestTurnsThatWereMissed(t *testing.T) {
	s := start(t, Config{})
	m := s.add("m", -1)
	if res, _ := s.get("/api/matches/m/turns/0"); res.code != http.StatusNotFound {
		t.Errorf("before the first turn: %d", res.code)
	}
	m.Add(130, frame(130))
	if res, body := s.get("/api/matches/m/turns/1"); res.code != http.StatusOK || body != "" || res.header.Get("Cache-Control") != "no-store" {
		t.Errorf("missed turns: %d %q", res.code, body)
	}
	if _, body := s.get("/api/matches/m/turns/2"); body != lines(130, 130) {
		t.Errorf("the first turn: %q", body)
	}
}

// waitPacked waits until chunks are compressed.
func waitPacked(t *testing.T, m *Match, numbers ...int) {
	t.Helper()
	for _, k := range numbers {
		wait(t, fmt.Sprint("packed: chunk ", k), func() bool {
			c, ok := m.chunkAt(k)
			return ok && c.packed != nil && c.lines == nil
		})
	}
}

func TestOtherMethodsAndPlaces(t *testing.T) {
	s := start(t, Config{})
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"} {
		res, body := s.do(method, "/api/matches")
		if res.code != 405 || res.header.Get("Allow") != "GET, HEAD" || !strings.HasPrefix(body, `{"error":"`) {
			t.Errorf("%s: %d %s", method, res.code, body)
		}
	}
	for _, path := range []string{"/api", "/api/", "/x", "/api/matches/", "/api/matches/m/turns", "/api/live/x", "/app.js/", "//", "/viewer/"} {
		res, body := s.get(path)
		if !json.Valid([]byte(body)) || res.code != 404 || res.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", path, res.code, body)
		}
	}
}

func TestHost(t *testing.T) {
	s := start(t, Config{})
	for host, code := range map[string]int{
		"localhost": 200, "LOCALHOST:80": 200, "127.0.0.1:1": 200, "127.9.9.9": 200, "[::1]": 200, "[::1]:8080": 200,
		"evil.example": 403, "evil.example:80": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example": 403, "10.0.0.1": 403, "[fe80::1]:80": 403,
	} {
		if res, _ := s.get("/api/matches", "Host", host); res.code != code {
			t.Errorf("%s: %d, want %d", host, res.code, code)
		}
	}
	open := start(t, Config{AllowAnyHost: true})
	if res, _ := open.get("/", "Host", "arena.example"); res.code != 200 {
		t.Errorf("AllowAnyHost: %d", res.code)
	}
}

// A strict catalog fails the test if it is asked for an invalid id.
type strict struct{ *testing.T }

func (strict) Newest() iter.Seq[*Entry] { return func(func(*Entry) bool) {} }

func (c strict) Open(id string) (*Match, error) {
	switch id {
	case "damaged":
		return nil, errors.New("the match is damaged after turn 7")
	case "there":
		return NewMatch("there", []byte(`{}`)), nil
	}
	if !ValidID(id) {
		c.Errorf("the catalog was asked for %q", id)
	}
	return nil, ErrNotFound
}

func TestHostileAddresses(t *testing.T) {
	s := start(t, Config{Catalog: strict{t}})
	for _, id := range []string{
		"../../etc/passwd", "..", ".", "%2e%2e", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%2f..%2fetc%2fpasswd", "..%5c..%5cwin.ini", `..\..\win.ini`,
		"%00", "a%00b", "C:%5cx", "con", "nul.txt", "%ff%fe", "a%0d%0ab", "%252e%252e", "match.blast", "~root", strings.Repeat("a", 8000),
	} {
		for _, path := range []string{"/api/matches/" + id, "/api/matches/" + id + "/turns/0", "/api/matches/" + id + "/live", "/" + id} {
			if res := s.raw("GET " + path + " HTTP/1.1"); !strings.HasPrefix(res, "HTTP/1.1 404 ") || !strings.Contains(res, `{"error":"`) {
				t.Errorf("%.100s: %.200s", path, res)
			}
		}
	}
	if res, body := s.get("/api/matches/damaged"); res.code != 500 || body != `{"error":"the match is damaged after turn 7"}` {
		t.Errorf("damaged: %d %s", res.code, body)
	}
	if _, body := s.get("/api/matches/there"); body != `{"id":"there","live":true,"first":0,"turn":-1,"header":{},"end":null,"entry":null}` {
		t.Errorf("there: %s", body)
	}
}

// TestWhoGetsGzip: readers get only what they accept, whether a body is compressed for them or stored as gzip.
func TestWhoGetsGzip(t *testing.T) {
	s := start(t, Config{})
	s.add("m", 70).End(nil)
	m, _ := s.live.Open("m")
	waitPacked(t, m, 0)
	for range 20 {
		s.add(fmt.Sprint("m", len(s.live.List())), -1)
	}
	for header, want := range map[string]bool{
		"gzip": true, "br, gzip;q=0.5": true, "gzip; q=1": true, "GZIP": true, "": false, "br": false, "gzip;q=0": false, "xgzip": false,
	} {
		for _, path := range []string{"/api/matches", "/api/matches/m/turns/0", "/app.js"} {
			plain, text := s.get(path)
			res, body := s.get(path, "Accept-Encoding", header)
			if got := res.header.Get("Content-Encoding") == "gzip"; got != want || got && gunzip(t, body) != text || !got && body != text {
				t.Errorf("%s to %q: %v", path, header, res.header)
			}
			if res.header.Get("Vary") != "Accept-Encoding" || plain.header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s to %q: Vary is %q", path, header, res.header.Values("Vary"))
			}
		}
	}
	if res, body := s.get("/app.css", "Accept-Encoding", "gzip"); res.header.Get("Content-Encoding") != "" || body != string(page["app.css"].Data) {
		t.Errorf("packed though it is small: %v", res.header)
	}
	if !bytes.Equal(compress(nil), compress(nil)) {
		t.Error("the same text gives other bytes")
	}
}

// TestFramed: only the configured pages may show this page in a frame.
func TestFramed(t *testing.T) {
	s := start(t, Config{Framed: true})
	res, _ := s.get("/")
	if got := res.header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "; frame-ancestors 'self'") {
		t.Errorf("Content-Security-Policy is %q", got)
	}
}
