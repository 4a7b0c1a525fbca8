package web

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"blastyard/internal/website"
)

// behind is an event that others reach at an address.
func behind(t *testing.T, address string, proxies ...string) *rig {
	t.Helper()
	o := website.Options{URL: address, Proxies: proxies}
	at, err := o.Site()
	if err != nil {
		t.Fatal(err)
	}
	return start(t, newFake(4, 8), func(o *Options) {
		o.Website, o.Now = at, func() time.Time { return fakeTime }
	})
}

// TestWebsite: a proxy may keep the Host, and may leave the path of the website in front.
func TestWebsite(t *testing.T) {
	r := behind(t, "https://example.org/cup/")
	for _, host := range []string{"example.org", "example.org:8443", "127.0.0.1:80"} {
		for _, path := range []string{"/", "/matches", "/entrants/1", "/projector", "/page.js", "/api/standings", "/csv/standings.csv"} {
			for _, front := range []string{"", "/cup"} {
				if res, body := r.get(front+path, "Host", host); res.StatusCode != http.StatusOK {
					r.t.Errorf("%s of %s: %d %s", front+path, host, res.StatusCode, body)
				}
			}
		}
	}
	if body := r.want("/cup/nothing", http.StatusNotFound); !strings.Contains(body, "There is nothing here") {
		t.Error(body)
	}
	res, body := r.get("/", "Host", "other.example")
	if res.StatusCode != http.StatusForbidden || !strings.Contains(body, "--website http://other.example/") {
		t.Errorf("another name: %d %s", res.StatusCode, body)
	}
}

// TestRedirectsBelowAPath: what the server sends elsewhere stays below the path of the website.
func TestRedirectsBelowAPath(t *testing.T) {
	r := behind(t, "https://example.org/cup/")
	for path, want := range map[string]string{"/cup": "/cup/", "/live/watch": "/cup/live/watch/", "/cup//matches": "/cup/matches"} {
		req := httptest.NewRequest(http.MethodGet, path, nil)
		req.Host = "example.org"
		w := httptest.NewRecorder()
		r.site.ServeHTTP(w, req)
		// The browser's address begins with the path of the website, whether or not the proxy has taken that away.
		browser := &url.URL{Path: "/cup" + strings.TrimPrefix(path, "/cup")}
		at, err := browser.Parse(w.Header().Get("Location"))
		if err != nil || w.Code/100 != 3 || at.Path != want {
			t.Errorf("%s: %d to %v, %v, expected %q", path, w.Code, at, err, want)
		}
	}
}

// TestReadersBehindAProxy: each has limits of its own where the proxy that says who they are is trusted.
func TestReadersBehindAProxy(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		proxies := []string{"192.0.2.1"}
		if trusted {
			proxies = append(proxies, "10.0.0.0/8")
		}
		r := behind(t, "https://example.org/", proxies...)
		ask := func(reader string) int {
			req := httptest.NewRequest(http.MethodGet, "/api/matches", nil)
			req.Host, req.RemoteAddr = "example.org", "10.0.0.7:5000"
			req.Header.Set("X-Forwarded-For", reader)
			w := httptest.NewRecorder()
			r.site.ServeHTTP(w, req)
			return w.Code
		}
		for range questionsAtOnce + 5 {
			ask("198.51.100.1")
		}
		if ask("198.51.100.1") != http.StatusTooManyRequests {
			t.Errorf("trusted %v: a reader has no limit", trusted)
		}
		if got, want := ask("198.51.100.2"), map[bool]int{true: http.StatusOK, false: http.StatusTooManyRequests}[trusted]; got != want {
			t.Errorf("trusted %v: another reader gets %d, expected %d", trusted, got, want)
		}
	}
}

// TestHTTP2: over TLS one connection carries many streams, an event stream does not end it, and browsers stay with HTTPS.
func TestHTTP2(t *testing.T) {
	site, err := New(Options{Source: newFake(2, 4), About: fakeAbout(), Hosts: []string{"cup.example"}})
	if err != nil {
		t.Fatal(err)
	}
	files, pool := certificate(t)
	address, stop := serving(t, site, files)
	defer stop() //nolint:errcheck // other tests look at it
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	client := &http.Client{Transport: transport, Timeout: deadline}
	defer client.CloseIdleConnections()
	for range 8 { // more than browsers open of HTTP/1.1
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if _, err := io.ReadFull(res.Body, make([]byte, 10)); err != nil || res.ProtoMajor != 2 || res.Close {
			t.Fatalf("HTTP/%d, %v", res.ProtoMajor, err)
		}
	}
	for host, want := range map[string]string{"cup.example": "max-age=2592000", "localhost": ""} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if got := res.Header.Get("Strict-Transport-Security"); res.StatusCode != http.StatusOK || got != want {
			t.Errorf("%s: %d, %q, expected %q", host, res.StatusCode, got, want)
		}
	}
}
