package serve

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"blastyard/internal/website"
)

// behind starts a server that others reach at an address.
func behind(t *testing.T, address string) *site {
	t.Helper()
	o := website.Options{URL: address, Proxies: []string{"127.0.0.1"}}
	at, err := o.Site()
	if err != nil {
		t.Fatal(err)
	}
	docs := fstest.MapFS{"index.md": {Data: []byte("# Manual\n")}}
	person := func(string) Person { return nil }
	return start(t, Config{Website: at, Docs: docs, Person: person, Drops: &taker{Live: NewLive(1)}})
}

// TestWebsite: a proxy may keep the Host or not, and may leave the path of the website in front or not.
func TestWebsite(t *testing.T) {
	s := behind(t, "https://example.org/arena/")
	s.add("m", 3)
	for _, host := range []string{"example.org", "EXAMPLE.ORG:8443", "127.0.0.1", "localhost:1"} {
		for _, path := range []string{"/", "/app.js", "/api/matches", "/api/matches/m", "/docs/"} {
			for _, front := range []string{"", "/arena"} {
				if r, body := s.get(front+path, "Host", host); r.code != http.StatusOK {
					t.Errorf("%s of %s: %d %s", front+path, host, r.code, body)
				}
			}
		}
	}
	for path, want := range map[string]string{"/docs": "/arena/docs/", "/arena": "/arena/", "/arena/docs": "/arena/docs/"} {
		res, err := s.client.Transport.RoundTrip(must(http.NewRequest(http.MethodGet, s.url+path, nil)))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		// The browser's address begins with the path of the website, whether or not the proxy has taken that away.
		browser := &url.URL{Path: "/arena" + strings.TrimPrefix(path, "/arena")}
		at, err := browser.Parse(res.Header.Get("Location"))
		if err != nil || res.StatusCode != http.StatusFound || at.Path != want {
			t.Errorf("%s: %d to %v, %v, expected %q", path, res.StatusCode, at, err, want)
		}
	}
}

func must(r *http.Request, err error) *http.Request {
	if err != nil {
		panic(err)
	}
	return r
}

// TestRefusalNamesTheOption: who reaches a server by another name is told what to do.
func TestRefusalNamesTheOption(t *testing.T) {
	for _, s := range []*site{start(t, Config{}), behind(t, "https://example.org/")} {
		r, body := s.get("/", "Host", "arena.school.example:8080")
		if r.code != http.StatusForbidden || !strings.Contains(body, "--website http://arena.school.example:8080/") {
			t.Errorf("%d %s", r.code, body)
		}
	}
}

// TestHandsThroughAProxy: who plays by hand is known by the origin of the website where the proxy changes the Host, and
// pages of others are refused as ever.
func TestHandsThroughAProxy(t *testing.T) {
	s := behind(t, "http://pc7.local:8080/arena/")
	for origin, want := range map[string]int{"http://pc7.local:8080": http.StatusNotFound, // there is no such seat
		"http://pc7.local": http.StatusForbidden, "http://evil.example": http.StatusForbidden} {
		r, body := s.do(http.MethodPost, "/api/seat/token/turn/1", "Origin", origin, "Content-Type", "application/json")
		if r.code != want {
			t.Errorf("%s: %d, expected %d: %s", origin, r.code, want, body)
		}
	}
}

// TestNobodyIsHereBehindAProxy: nginx passes on requests without a word that it does.
func TestNobodyIsHereBehindAProxy(t *testing.T) {
	s := behind(t, "https://example.org/")
	r, body := s.do(http.MethodPost, "/api/drops?name=x", "Content-Type", "application/octet-stream")
	if r.code != http.StatusForbidden {
		t.Errorf("a replay is taken: %d %s", r.code, body)
	}
}

// TestStreamsPassProxies: what an event stream says so that proxies hold nothing back.
func TestStreamsPassProxies(t *testing.T) {
	s := start(t, Config{})
	s.add("m", 3)
	for _, path := range []string{"/api/live", "/api/matches/m/live"} {
		r, _ := s.do(http.MethodHead, path)
		if r.header.Get("X-Accel-Buffering") != "no" || !strings.Contains(r.header.Get("Cache-Control"), "no-transform") {
			t.Errorf("%s: %v", path, r.header)
		}
	}
}
