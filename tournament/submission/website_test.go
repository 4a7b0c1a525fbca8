package submission

import (
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"blastyard/internal/website"
)

// TestWebsite: the cookie of a team goes below the path of the website, over HTTPS only where that is how teams come,
// and links lead there.
func TestWebsite(t *testing.T) {
	for address, want := range map[string]struct {
		path   string
		secure bool
	}{
		"":                          {"/team/", false},
		"https://example.org/cup/":  {"/cup/team/", true},
		"http://pc7.local:8080/cup": {"/cup/team/", false},
	} {
		o, _ := fakes(t)
		w := website.Options{URL: address}
		at, err := w.Site()
		if err != nil {
			t.Fatal(err)
		}
		o.Website = at
		d := newInbox(t, o)
		s := httptest.NewServer(at.Handler(d.Handler(), func(*http.Request) bool { return true }))
		t.Cleanup(s.Close)
		c := &site{d, t, s.URL}
		ann := browser(t)
		r, text := c.form(ann, "/team/join", url.Values{"invitation": {invite(t, d.Teams(), "ann")}})
		if r.StatusCode != http.StatusSeeOther || len(r.Cookies()) != 2 {
			t.Fatalf("%s: %s, %v, %s", address, r.Status, r.Header, text)
		}
		if to, err := url.Parse(at.Path() + "team/join"); err != nil {
			t.Fatal(err)
		} else if to, err = to.Parse(r.Header.Get("Location")); err != nil || to.Path != want.path {
			t.Errorf("%s: leads to %v, expected %s", address, to, want.path)
		}
		if here, err := url.Parse(s.URL + "/team/join"); err != nil {
			t.Fatal(err)
		} else if here, err = here.Parse(r.Header.Get("Location")); err != nil {
			t.Error(err)
		} else if !want.secure { // who asks this server itself is signed in there, too
			r, text := c.ask(ann, http.MethodGet, here.Path, nil)
			c.want("signed in at the server itself", r, text, http.StatusOK, "ann")
		}
		if k := r.Cookies()[0]; k.Secure != want.secure || !k.HttpOnly || !goesBelow(t, k, at.URL("http://here/"), "team/") ||
			!goesBelow(t, k, "http://127.0.0.1:8080/", "team/") {
			t.Errorf("%s: %v", address, k)
		}
		if k := r.Cookies()[1]; k.Path != at.Path() || k.Secure != want.secure || k.Value != "ann" {
			t.Errorf("%s: %v, want the team for all pages", address, k)
		}
		if address == "" {
			continue
		}
		// As nginx does by default, the Host is that of this server; the origin is that of the website.
		headers := []string{"Authorization", "Bearer " + c.token("ann"), "Origin", at.Origin()}
		r, text = c.form(browser(t), "/team/invite", nil, headers...)
		link := strings.TrimSuffix(at.URL(""), "/") + JoinPath
		if c.want("an invitation", r, text, http.StatusOK, link); r.Header.Get("Content-Type") == "" {
			t.Error("no page")
		}
	}
}

// goesBelow reports whether a browser that signs in at a website sends a cookie to the pages below a path of it, and to
// no others.
func goesBelow(t *testing.T, k *http.Cookie, site, path string) bool {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	at := func(rest string) *url.URL {
		u, err := url.Parse(site + rest)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	plain := *k
	plain.Secure = false // it was looked at before
	jar.SetCookies(at(path+"join"), []*http.Cookie{&plain})
	return len(jar.Cookies(at(path))) == 1 && len(jar.Cookies(at(path+"api/x"))) == 1 && len(jar.Cookies(at(""))) == 0
}
