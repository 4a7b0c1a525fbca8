package website

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func siteOf(t *testing.T, args ...string) *Site {
	t.Helper()
	var o Options
	f := pflag.NewFlagSet("test", pflag.ContinueOnError)
	o.Define(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	s, err := o.Site()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string][3]string{ // address, origin, path
		"https://example.org":             {"https://example.org/", "https://example.org", "/"},
		"https://Example.org:443/arena":   {"https://example.org/arena/", "https://example.org", "/arena/"},
		"http://pc7.local:8080/a/b/":      {"http://pc7.local:8080/a/b/", "http://pc7.local:8080", "/a/b/"},
		"http://[2001:db8::1]:80/":        {"http://[2001:db8::1]/", "http://[2001:db8::1]", "/"},
		" https://example.org:/a ":        {"https://example.org/a/", "https://example.org", "/a/"},
		"https://xn--mnchen-3ya.example/": {"https://xn--mnchen-3ya.example/", "https://xn--mnchen-3ya.example", "/"},
		// As browsers write it, else cookies, redirects and the Origin of a request would not fit.
		"https://example.org/ar ena":      {"https://example.org/ar%20ena/", "https://example.org", "/ar%20ena/"},
		"https://example.org/arène/":      {"https://example.org/ar%C3%A8ne/", "https://example.org", "/ar%C3%A8ne/"},
		"http://[2001:DB8:0:0::1]:8080/a": {"http://[2001:db8::1]:8080/a/", "http://[2001:db8::1]:8080", "/a/"},
		"http://[::ffff:127.0.0.1]:080/":  {"http://[::ffff:7f00:1]/", "http://[::ffff:7f00:1]", "/"},
		"http://my_box:08080/":            {"http://my_box:8080/", "http://my_box:8080", "/"},
		"http://10.0.0.7:8080/":           {"http://10.0.0.7:8080/", "http://10.0.0.7:8080", "/"},
	} {
		s := siteOf(t, "--website", text)
		s.Protection() // it panics where the origin is none
		if got := [3]string{s.URL("own"), s.Origin(), s.Path()}; got != want {
			t.Errorf("%s: %q, expected %q", text, got, want)
		}
	}
	none := siteOf(t)
	if none.Known() || none.URL("own") != "own" || none.Path() != "/" || none.Origin() != "" || (*Site)(nil).Known() {
		t.Errorf("no website: %+v", none)
	}
}

func TestWrongOptions(t *testing.T) {
	for _, o := range []Options{{URL: "example.org"}, {URL: "ftp://example.org/"}, {URL: "https:///arena"},
		{URL: "https://ann@example.org/"}, {URL: "https://example.org/?a=1"}, {URL: "https://example.org/#a"},
		{URL: "https://münchen.example/"}, {URL: "https://example.org:0/"}, {URL: "https://example.org:65536/arena/"},
		{URL: "example.org:8080"}, {URL: "localhost:8080/a"}, {Proxies: []string{"10.0.0.1-10.0.0.9"}}, {Proxies: []string{"10.0.0.1:80"}},
		{URL: "https://example.org/a/../b"}, {URL: "https://example.org//"}, {URL: "http://[fe80::1%25eth0]:8080/"},
		{URL: "http://<b>/"}, {URL: "http://*.example.org/"}, {URL: "http://a..b/"}, {URL: "http://127.1/"},
		{URL: "http://0x7f.0.0.1/"}, {URL: "http://1.2.3.4.5/"}, {URL: "https://example.org/a%00b/"}, {URL: "https://example.org/a;b"},
		{Proxies: []string{"localhost"}}, {Proxies: []string{"10.0.0.0/99"}}, {Proxies: []string{""}}} {
		_, err := o.Site()
		if err == nil || !strings.HasPrefix(err.Error(), "--") || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestAnswers(t *testing.T) {
	s := siteOf(t, "--website", "https://example.org:8443/arena/")
	for host, want := range map[string]bool{"example.org": true, "EXAMPLE.org:8443": true, "example.org:80": true, "example.org.": true, "example.org.:8443": true,
		"example.org..":   false,
		"www.example.org": false, "example.org.evil": false, "": false, "127.0.0.1": false} {
		if s.Answers(host) != want {
			t.Errorf("%q: %v", host, !want)
		}
	}
	if six := siteOf(t, "--website", "http://[2001:db8::1]:8080/"); !six.Answers("[2001:db8::1]:8080") || !six.Answers("[2001:db8::1]") {
		t.Error("an address of IPv6 is not answered")
	}
	for site, host := range map[string]string{"http://[2001:DB8:0:0::1]/": "[2001:db8::1]:8080",
		"http://[::ffff:127.0.0.1]/": "[::ffff:7f00:1]", "http://example.org./": "example.org:8080"} {
		if !siteOf(t, "--website", site).Answers(host) {
			t.Errorf("%s does not answer to %s", site, host)
		}
	}
	if (*Site)(nil).Answers("") || siteOf(t).Answers("") {
		t.Error("no website answers")
	}
}

// TestClient: X-Forwarded-For counts as far as trusted proxies wrote it, and no further.
func TestClient(t *testing.T) {
	s := siteOf(t, "--trusted-proxy", "127.0.0.1, ::ffff:10.0.0.0/104", "--trusted-proxy", "::1", "--trusted-proxy", "fd00::/8")
	for _, row := range []struct {
		remote string
		list   []string // of X-Forwarded-For, if the first does not name another header
		want   string
	}{
		{"192.0.2.9:5000", []string{"198.51.100.1"}, "192.0.2.9:5000"}, // anybody can write that
		{"127.0.0.1:5000", nil, "127.0.0.1:5000"},
		{"127.0.0.1:5000", []string{"198.51.100.1"}, "198.51.100.1:0"},
		{"127.0.0.1:5000", []string{"203.0.113.66, 198.51.100.1"}, "198.51.100.1:0"}, // the first is the reader's own word
		{"127.0.0.1:5000", []string{"198.51.100.1, 10.1.2.3"}, "198.51.100.1:0"},     // two proxies
		{"127.0.0.1:5000", []string{"198.51.100.1", "10.1.2.3"}, "198.51.100.1:0"},   // in two headers
		{"127.0.0.1:5000", []string{"10.4.5.6, 10.1.2.3"}, "10.4.5.6:0"},             // a reader beside the proxies
		{"127.0.0.1:5000", []string{"198.51.100.1, unknown"}, "127.0.0.1:5000"},
		{"127.0.0.1:5000", []string{"198.51.100.1:4711"}, "198.51.100.1:0"},
		{"[::1]:5000", []string{"[2001:db8::7]:4711"}, "[2001:db8::7]:0"},
		{"[fd00::5]:5000", []string{"2001:db8::7"}, "[2001:db8::7]:0"},
		{"[::ffff:127.0.0.1]:5000", []string{"198.51.100.1"}, "198.51.100.1:0"},
		{"127.0.0.1:5000", []string{strings.Repeat("10.0.0.1, ", 100) + "10.0.0.2"}, "10.0.0.1:0"},
		{"192.0.2.9:5000", []string{"Forwarded| for=198.51.100.1"}, "192.0.2.9:5000"},
		{"127.0.0.1:5000", []string{"Forwarded| for=198.51.100.1;proto=https;by=10.0.0.1"}, "198.51.100.1:0"},
		{"127.0.0.1:5000", []string{`Forwarded| For="[2001:db8::7]:4711"; proto=https`}, "[2001:db8::7]:0"},
		{"127.0.0.1:5000", []string{`Forwarded| for=203.0.113.66, for="198.51.100.1:80"`, "Forwarded| proto=https;for=10.1.2.3"}, "198.51.100.1:0"},
		{"127.0.0.1:5000", []string{"Forwarded| for=198.51.100.1, for=_hidden"}, "127.0.0.1:5000"},
		{"127.0.0.1:5000", []string{"Forwarded| for=198.51.100.1, proto=https"}, "127.0.0.1:5000"},
		{"127.0.0.1:5000", []string{"198.51.100.1", "Forwarded| for=203.0.113.66"}, "198.51.100.1:0"},
		{"127.0.0.1:5000", []string{"X-Real-IP| 198.51.100.1"}, "198.51.100.1:0"},
		{"192.0.2.9:5000", []string{"X-Real-IP| 198.51.100.1"}, "192.0.2.9:5000"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = row.remote
		for _, value := range row.list {
			name, rest, other := strings.Cut(value, "| ")
			if !other {
				name, rest = "X-Forwarded-For", value
			}
			r.Header.Add(name, rest)
		}
		var got string
		s.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr }), nil).
			ServeHTTP(httptest.NewRecorder(), r)
		if got != row.want {
			t.Errorf("%s, %q: %s, expected %s", row.remote, row.list, got, row.want)
		}
	}
}

// TestBelow: a website below a path works whether or not the proxy takes the path away, also where the path is one that
// the server has itself.
func TestBelow(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/docs/", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/docs/index", http.StatusFound) })
	mux.HandleFunc("/api/live", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Path", r.URL.Path) })
	own := func(r *http.Request) bool {
		_, pattern := mux.Handler(r)
		return pattern != "/"
	}
	for _, row := range []struct{ site, path, want string }{
		{"https://x.example/arena/", "/", "/"},
		{"https://x.example/arena/", "/app.js", "/app.js"},
		{"https://x.example/arena/", "/arena/app.js", "/app.js"},
		{"https://x.example/arena/", "/arena/", "/"},
		{"https://x.example/arena/", "/arena", "302 ./arena/"},
		{"https://x.example/arena/", "/arenas/app.js", "/arenas/app.js"},
		{"https://x.example/arena/", "/arena/api/live", "204 "},
		{"https://x.example/arena/", "/api/live", "204 "},
		{"https://x.example/arena/", "/docs/", "302 ./index"},
		{"https://x.example/arena/", "/arena/docs/", "302 ./index"},
		{"https://x.example/docs/", "/docs/", "302 ./index"},
		{"https://x.example/api/", "/api/live", "204 "},
		{"https://x.example/api/", "/api/api/live", "204 "},
		{"https://x.example/", "/docs/", "302 /docs/index"},
		// A location of nginx without a slash at its end, with a proxy_pass that has one.
		{"https://x.example/arena/", "//", "/"},
		{"https://x.example/arena/", "//app.js", "/app.js"},
		{"https://x.example/arena/", "//docs/", "302 ./index"},
		{"https://x.example/arena/", "//arena/app.js", "/app.js"},
		{"https://x.example/", "//api/live", "204 "},
		// A path that browsers send in another form.
		{"https://x.example/ar%20ena/", "/ar%20ena/app.js", "/app.js"},
		{"https://x.example/ar%20ena/", "/docs/", "302 ./index"},
		{"https://x.example/arène/", "/ar%C3%A8ne/app.js", "/app.js"},
		{"https://x.example/arène/", "/ar%C3%A8ne", "302 ./ar%C3%A8ne/"},
	} {
		w := httptest.NewRecorder()
		siteOf(t, "--website", row.site).Handler(mux, own).ServeHTTP(w, ask(row.path))
		got := w.Header().Get("Path")
		if w.Code != http.StatusOK {
			got = strings.Join([]string{http.StatusText(w.Code), w.Header().Get("Location")}, " ")
			got = strings.NewReplacer("Found", "302", "No Content", "204").Replace(got)
		}
		if got != row.want {
			t.Errorf("%s of %s: %q, expected %q", row.path, row.site, got, row.want)
		}
	}
}

// TestRedirects: whoever asks lands on the page that a redirect means: through a proxy that takes the path away, through
// one that leaves it, and at the server itself.
func TestRedirects(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.RequestURI()) })
	for from, to := range map[string]string{"/a": "/", "/a/b": "/a/", "/a/c": "/a/c", "/a/d/e": "/b/c?x=/y#/z", "/a/d/f": "/a/d?/",
		"/é/a": "/é/b", "/g": "/h:i/j"} {
		mux.HandleFunc(from, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery == "" && from != "/a/c" {
				http.Redirect(w, r, to, http.StatusSeeOther)
			} else {
				io.WriteString(w, r.URL.RequestURI())
			}
		})
	}
	inner := httptest.NewServer(siteOf(t, "--website", "https://x.example/my/arena").Handler(mux,
		func(r *http.Request) bool { return !strings.HasPrefix(r.URL.Path, "/my/") && r.URL.Path != "/my" }))
	t.Cleanup(inner.Close)
	to, err := url.Parse(inner.URL)
	if err != nil {
		t.Fatal(err)
	}
	keeps := httputil.NewSingleHostReverseProxy(to)
	for way, h := range map[string]http.Handler{"strips": http.StripPrefix("/my/arena", keeps), "keeps": keeps, "": nil} {
		base := inner.URL
		if h != nil {
			proxy := httptest.NewServer(h)
			t.Cleanup(proxy.Close)
			base = proxy.URL + "/my/arena"
		}
		for from, want := range map[string]string{"/a": "/", "/a/b": "/a/", "/a/c": "/a/c", "/a/d/e": "/b/c?x=/y", "/a/d/f": "/a/d?/",
			"/é/a": "/%C3%A9/b", "/g": "/h:i/j"} {
			answer, err := http.Get(base + from)
			if err != nil {
				t.Errorf("%q, %s: %v", way, from, err)
				continue
			}
			got, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || !strings.EqualFold(string(got), want) {
				t.Errorf("%q, %s: %s, %v, expected %s", way, from, got, err, want)
			}
		}
	}
}

func TestNetwork(t *testing.T) {
	for text, want := range map[string]string{"192.0.2.7:1": "192.0.2.7", "192.0.2.7": "192.0.2.7", "@": "invalid IP",
		"[2001:db8:1:2:3::4]:5": "2001:db8:1:2::", "2001:db8:1:2:3::4": "2001:db8:1:2::", "[::ffff:192.0.2.7]:1": "192.0.2.7"} {
		if got := Network(text).String(); got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

// ask is a request of a path, which may begin with two slashes.
func ask(path string) *http.Request {
	return httptest.NewRequest(http.MethodGet, "http://x.example"+path, nil)
}

// TestCookiePaths: a browser sends back a cookie of the website's path, whatever letters the path has.
func TestCookiePaths(t *testing.T) {
	for _, address := range []string{"https://x.example/arena/", "https://x.example/ar ena/", "https://x.example/arène",
		"https://x.example/a%2Fb/", "https://x.example/"} {
		s := siteOf(t, "--website", address)
		at, err := url.Parse(s.URL(""))
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b", Path: s.Path()})
		// Browsers compare it with the path as they send it.
		if got := w.Result().Cookies(); len(got) != 1 || got[0].Path != at.EscapedPath() { //nolint:bodyclose // of a recorder
			t.Errorf("%s: %v", address, got)
		}
	}
}

// TestRefusal: the advice names the address in the browser as far as proxies say it.
func TestRefusal(t *testing.T) {
	for _, row := range []struct{ proto, prefix, want string }{
		{"", "", "http://x.example:8080/"},
		{"https", "", "https://x.example:8080/"},
		{"HTTPS", "/arena", "https://x.example:8080/arena/"},
		{"http", "/a/b/", "http://x.example:8080/a/b/"},
		{"javascript", "/<b>", "http://x.example:8080/"},
		{"", "/a//../b", "http://x.example:8080/"},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://x.example:8080/", nil)
		r.Header.Set("X-Forwarded-Proto", row.proto)
		r.Header.Set("X-Forwarded-Prefix", row.prefix)
		if got := Refusal(r); !strings.Contains(got, "--website "+row.want+".") {
			t.Errorf("%+v: %s", row, got)
		}
	}
}
