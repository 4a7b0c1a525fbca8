package submission

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/access"
)

// site is an inbox behind a server.
type site struct {
	*Inbox
	t   *testing.T
	url string
}

func serve(t *testing.T, o Options) *site {
	t.Helper()
	d := newInbox(t, o)
	s := httptest.NewServer(d.Handler())
	t.Cleanup(s.Close)
	return &site{d, t, s.URL}
}

func (s *site) token(team string) string {
	s.t.Helper()
	token, err := s.Teams().Token(team)
	if err != nil {
		s.t.Fatal(err)
	}
	return token
}

// browser is a client with cookies that follows no redirects.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	return &http.Client{Jar: jar, Transport: transport, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// ask sends a request. headers are pairs of a name and a value.
func (s *site) ask(c *http.Client, method, path string, body io.Reader, headers ...string) (*http.Response, string) {
	s.t.Helper()
	q, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, body)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		q.Header.Set(headers[i], headers[i+1])
	}
	r, err := c.Do(q)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return r, string(text)
}

// bearer sends a request with a token, as programs do.
func (s *site) bearer(token, method, path string, body io.Reader) (*http.Response, string) {
	s.t.Helper()
	return s.ask(browser(s.t), method, path, body, "Authorization", "Bearer "+token)
}

func (s *site) form(c *http.Client, path string, values url.Values, headers ...string) (*http.Response, string) {
	s.t.Helper()
	headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
	return s.ask(c, http.MethodPost, path, strings.NewReader(values.Encode()), headers...)
}

// joined returns a browser of a team.
func (s *site) joined(team string) *http.Client {
	s.t.Helper()
	c := browser(s.t)
	r, text := s.form(c, "/team/join", url.Values{"invitation": {invite(s.t, s.Teams(), team)}})
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/team/" {
		s.t.Fatalf("%s, %v, %s", r.Status, r.Header, text)
	}
	return c
}

func (s *site) want(what string, r *http.Response, text string, code int, words ...string) {
	s.t.Helper()
	if r.StatusCode != code {
		s.t.Errorf("%s: %s, expected %d: %s", what, r.Status, code, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			s.t.Errorf("%s: %q is not in %s", what, w, text)
		}
	}
}

// TestABrowserTakesPart: from an invitation to a version that plays, in a browser without scripts.
func TestABrowserTakesPart(t *testing.T) {
	o, entered := fakes(t)
	s := serve(t, o)
	run(t, s.Inbox)
	c := browser(t)
	r, text := s.ask(c, http.MethodGet, "/team/", nil)
	s.want("a stranger", r, text, http.StatusOK, "Paste the invitation of your team", `action="join"`)
	c = s.joined("Ann & Bob")
	r, text = s.ask(c, http.MethodGet, "/team/", nil)
	s.want("the page of the team", r, text, http.StatusOK, "Ann &amp; Bob", "None of your bots plays yet", `action="upload"`)
	body, kind := form(t, "archive", "bot.zip", simple(t, "one"))
	r, text = s.ask(c, http.MethodPost, "/team/upload", body, "Content-Type", kind)
	s.want("an upload", r, text, http.StatusSeeOther)
	report := r.Header.Get("Location")
	final(t, s.Inbox, s.Reports("Ann & Bob")[0])
	r, text = s.ask(c, http.MethodGet, report, nil)
	s.want("the report", r, text, http.StatusOK, "accepted", "version 1 plays from the next match on", `unpack</th><td class="ok">ok`, `href="../"`)
	if r.Header.Get("Refresh") != "" {
		t.Error("a report that is final reloads")
	}
	r, text = s.ask(c, http.MethodGet, "/team/", nil)
	s.want("the page of the team", r, text, http.StatusOK, "Version 1 of your bot plays", "accepted")
	if list := entered.all(); len(list) != 1 || list[0].Name != "Ann & Bob" {
		t.Errorf("%+v", list)
	}
	// The files of a folder as the page's script sends them: with paths as names.
	body, kind = form(t, "file:my bot/bot.toml", "bot.toml", []byte("command = \"./bot\"\n"), "file:my bot/src/a", "a", []byte("a"),
		"file:my bot/bot", "bot", []byte("#!/bin/sh\n"))
	r, text = s.ask(c, http.MethodPost, "/team/upload", body, "Content-Type", kind)
	s.want("a folder", r, text, http.StatusSeeOther)
	if report := final(t, s.Inbox, s.Reports("Ann & Bob")[0]); report.State != Accepted || report.Number != 2 {
		t.Errorf("a folder: %+v", report)
	}
	r, text = s.form(c, "/team/token", nil)
	s.want("a token", r, text, http.StatusOK, "blastyard tournament submit --server "+s.url+" --token byt-")
	token := regexp.MustCompile(`byt-[a-z2-7]{26}`).FindString(text)
	r, text = s.bearer(token, http.MethodGet, "/team/api/submissions", nil)
	s.want("with the token", r, text, http.StatusOK, `"team":"Ann \u0026 Bob"`, `"state":"accepted"`)
	r, text = s.form(c, "/team/invite", nil)
	s.want("an invitation", r, text, http.StatusOK, s.url+"/team/join#byi-")
	r, text = s.form(c, "/team/rotate", nil)
	s.want("a rotation", r, text, http.StatusSeeOther)
	r, text = s.bearer(token, http.MethodGet, "/team/api/submissions", nil)
	s.want("the token after it", r, text, http.StatusUnauthorized)
	r, text = s.ask(c, http.MethodGet, "/team/", nil)
	s.want("the browser after it", r, text, http.StatusOK, "Ann &amp; Bob")
	r, text = s.form(c, "/team/leave", nil)
	s.want("signing out", r, text, http.StatusSeeOther)
	r, text = s.ask(c, http.MethodGet, "/team/", nil)
	s.want("after it", r, text, http.StatusOK, "Paste the invitation")
	r, text = s.ask(c, http.MethodGet, "/team/team.js", nil)
	s.want("the script", r, text, http.StatusOK, "location.hash")
}

// form returns a form with files. parts has a name, a file name and a content for each.
func form(t *testing.T, parts ...any) (body io.Reader, kind string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for i := 0; i < len(parts); i += 3 {
		f, err := w.CreateFormFile(parts[i].(string), parts[i+1].(string))
		if err == nil {
			_, err = f.Write(parts[i+2].([]byte))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &out, w.FormDataContentType()
}

// TestClient: the client of the command line, from an invitation to the report.
func TestClient(t *testing.T) {
	o, entered := fakes(t)
	s := serve(t, o)
	run(t, s.Inbox)
	c := &Client{Server: s.url, HTTP: browser(t)}
	team, token, err := c.Join(t.Context(), invite(t, s.Teams(), "Ann"))
	if err != nil || team != "Ann" {
		t.Fatalf("%q, %v", team, err)
	}
	c.Token = token
	sent := 0
	c.Sent = func(r *Report) { sent++ }
	dir := t.TempDir()
	put(t, dir, "bot.toml", "command = \"./bot\"\n", "bot", "#!/bin/sh\n", ".git/HEAD", "left")
	r, err := c.Upload(t.Context(), dir)
	if err != nil || r.State != Accepted || r.Number != 1 || sent != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if list := entered.all(); len(list) != 1 || list[0].Version != r.Version {
		t.Errorf("%+v", list)
	}
	if again, err := c.Upload(t.Context(), dir); err != nil || again.Version != r.Version {
		t.Errorf("the same folder: %+v, %v", again, err)
	}
	_, err = (&Client{Server: s.url, Token: access.NewToken(tokenPrefix), HTTP: browser(t)}).Upload(t.Context(), dir)
	if err == nil || !strings.Contains(err.Error(), "You are not signed in") {
		t.Errorf("a wrong token: %v", err)
	}
	if _, err := c.Upload(t.Context(), dir+"/none"); err == nil {
		t.Error("no folder: no error")
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			t.Error("no token")
		}
		http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect) // it would receive the token
	}))
	defer other.Close()
	if _, err := (&Client{Server: other.URL, Token: token}).Upload(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "307") {
		t.Errorf("another server: %v", err)
	}
}

// TestStrangers: a team reads its own reports and matches. Another team, or anybody with no token, an old or a wrong
// one, reads none.
func TestStrangers(t *testing.T) {
	o, _ := fakes(t)
	id := tournament.ID{Block: 3, Match: 1}
	o.Played = func(_ context.Context, name string) ([]Played, error) {
		if name != "Ann" {
			return nil, nil
		}
		return []Played{{ID: id, Names: []string{"Ann", "Bob"}, Ranks: []int{2, 1}, Player: 0, Output: "own", Words: "<b>last"}}, nil
	}
	o.Open = func(_ context.Context, hash string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("turn 3: secret thought of " + hash + "\x1b[2J\n")), nil
	}
	s := serve(t, o)
	report := submit(t, s.Inbox, "Ann", simple(t, "one"))
	ann, bob := s.joined("Ann"), s.joined("Bob")
	r, text := s.ask(ann, http.MethodGet, "/team/matches/3.1", nil)
	s.want("the own match", r, text, http.StatusOK, "secret thought of own", "Ann, Bob")
	if strings.Contains(text, "\x1b") {
		t.Errorf("not safe: %q", text)
	}
	r, text = s.ask(ann, http.MethodGet, "/team/", nil)
	s.want("the own page", r, text, http.StatusOK, `href="matches/3.1"`, "2 of 2", "&lt;b&gt;last")
	old, err := s.Teams().Token("Ann")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Teams().Forget(old); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/team/submissions/" + report.ID, "/team/api/submissions/" + report.ID, "/team/matches/3.1"} {
		if r, text := s.ask(ann, http.MethodGet, path, nil); r.StatusCode != http.StatusOK {
			t.Errorf("%s of the own team: %s %s", path, r.Status, text)
		}
		r, text := s.ask(bob, http.MethodGet, path, nil)
		s.want(path+" of another team", r, text, http.StatusNotFound)
		for what, token := range map[string]string{"none": "", "wrong": access.NewToken(tokenPrefix), "old": old, "an invitation": access.NewToken(invitationPrefix)} {
			r, text := s.bearer(token, http.MethodGet, path, nil)
			s.want(path+" with a token that is "+what, r, text, http.StatusUnauthorized)
			if strings.Contains(text, "secret") {
				t.Error("it tells a secret")
			}
		}
		r, text = s.ask(browser(t), http.MethodGet, path+"?token="+s.token("Ann"), nil)
		s.want("a token in the address", r, text, http.StatusUnauthorized)
	}
	if r, text := s.bearer("", http.MethodPost, "/team/api/submissions", strings.NewReader("x")); r.StatusCode != http.StatusUnauthorized ||
		!strings.Contains(text, `{"error":`) || r.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("an upload without a token: %s %s", r.Status, text)
	}
	if n := len(s.Reports("Ann")) + len(s.Reports("Bob")); n != 1 {
		t.Errorf("%d submissions", n)
	}
	r, text = s.ask(ann, http.MethodGet, "/team/submissions/..%2f..%2fteams.json", nil)
	s.want("a path in an id", r, text, http.StatusNotFound)
	r, text = s.ask(ann, http.MethodGet, "/team/none", nil)
	s.want("no page", r, text, http.StatusNotFound, "There is no such page")
}

// sentTo says how many cookies a browser sends to some pages of a server.
func sentTo(t *testing.T, c *http.Client, server string) (list []string) {
	t.Helper()
	for _, path := range []string{"/", "/team/", "/team/api/submissions", "/teams"} {
		u, err := url.Parse(server + path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s: %d", path, len(c.Jar.Cookies(u))))
	}
	return list
}

// TestTwoEventsOneHost: browsers send cookies to all ports of a host, so two events there, perhaps of one name, must not
// sign each other's teams out, nor take each other's tokens for guesses. A browser that was signed in before events had
// names of their own stays so, and can leave.
func TestTwoEventsOneHost(t *testing.T) {
	var sites []*site
	c := browser(t)
	for _, team := range []string{"Ann", "Bob"} {
		o, _ := fakes(t)
		s := serve(t, o)
		sites = append(sites, s)
		r, text := s.form(c, "/team/join", url.Values{"invitation": {invite(t, s.Teams(), team)}})
		s.want("join", r, text, http.StatusSeeOther)
	}
	for range 50 { // more than anybody may guess
		for i, team := range []string{"Ann", "Bob"} {
			r, text := sites[i].ask(c, http.MethodGet, "/team/", nil)
			sites[i].want(team, r, text, http.StatusOK, team)
		}
	}
	o, _ := fakes(t)
	third := serve(t, o)
	for range 50 {
		r, text := third.ask(c, http.MethodGet, "/team/", nil)
		third.want("a third event", r, text, http.StatusOK, "invitation")
	}
	r, text := sites[0].form(c, "/team/leave", nil)
	sites[0].want("leave", r, text, http.StatusSeeOther)
	r, text = sites[0].ask(c, http.MethodGet, "/team/", nil)
	sites[0].want("Ann has left", r, text, http.StatusOK, "invitation")
	r, text = sites[1].ask(c, http.MethodGet, "/team/", nil)
	sites[1].want("Bob has not", r, text, http.StatusOK, "Bob")

	old := browser(t)
	u, err := url.Parse(third.url)
	if err != nil {
		t.Fatal(err)
	}
	old.Jar.SetCookies(u, []*http.Cookie{{Name: "blastyard_team", Value: third.token("Eve"), Path: "/team/"}})
	r, text = third.ask(old, http.MethodGet, "/team/", nil)
	third.want("signed in before", r, text, http.StatusOK, "Eve")
	r, text = third.form(old, "/team/leave", nil)
	third.want("leave", r, text, http.StatusSeeOther)
	r, text = third.ask(old, http.MethodGet, "/team/", nil)
	third.want("it has left", r, text, http.StatusOK, "invitation")
}

// TestCrossSite: only this server's own pages get the cookie, and a page of another site can do nothing with it.
func TestCrossSite(t *testing.T) {
	o, _ := fakes(t)
	s := serve(t, o)
	c := browser(t)
	r, _ := s.form(c, "/team/join", url.Values{"invitation": {invite(t, s.Teams(), "Ann")}})
	set := r.Cookies()
	if len(set) != 2 || len(set[0].Value) < 20 || set[1].Path != "/" || set[1].Value != "Ann" {
		t.Fatalf("%+v, want the token for the pages of teams, and the team for all", set)
	}
	if at := sentTo(t, c, s.url); !slices.Equal(at, []string{"/: 1", "/team/: 2", "/team/api/submissions: 2", "/teams: 1"}) {
		t.Fatalf("a browser sends cookies to %v, want the token below /team/ only", at)
	}
	for _, cookie := range set {
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Secure {
			t.Fatalf("%+v", cookie)
		}
	}
	for _, path := range []string{"/team/upload", "/team/token", "/team/invite", "/team/rotate", "/team/leave", "/team/join",
		"/team/api/submissions", "/team/api/join"} {
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
		} {
			r, text := s.form(c, path, nil, headers...)
			s.want(fmt.Sprint(path, headers), r, text, http.StatusForbidden, "another site")
		}
	}
	r, text := s.form(c, "/team/token", nil, "Sec-Fetch-Site", "same-origin", "Origin", s.url)
	s.want("its own page", r, text, http.StatusOK)
	for _, path := range []string{"/team/token", "/team/leave", "/team/upload"} { // GET changes nothing
		if r, _ := s.ask(c, http.MethodGet, path, nil); r.StatusCode < 400 {
			t.Errorf("GET %s: %s", path, r.Status)
		}
	}
	r, _ = s.ask(c, http.MethodGet, "/team/", nil)
	for name, want := range map[string]string{"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"} {
		if got := r.Header.Get(name); !strings.Contains(got, want) {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
	if p := r.Header.Get("Content-Security-Policy"); strings.Contains(p, "unsafe") || !strings.Contains(p, "frame-ancestors 'none'") {
		t.Errorf("the policy is %q", p)
	}
	tls := httptest.NewTLSServer(s.Handler())
	defer tls.Close()
	answer, err := tls.Client().PostForm(tls.URL+"/team/join", url.Values{"invitation": {invite(t, s.Teams(), "Ann")}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if set := answer.Request.Response.Cookies(); len(set) != 2 || !set[0].Secure || !set[1].Secure {
		t.Errorf("over TLS: %+v", set)
	}
}

func TestHugeAndBrokenBodies(t *testing.T) {
	o, _ := fakes(t)
	o.Limits.Packed, o.Limits.Bytes, o.Limits.Files = 10_000, 20_000, 10
	s := serve(t, o)
	token, c := s.token("Ann"), s.joined("Ann")
	big := bytes.Repeat([]byte("x"), 200_000)
	r, text := s.bearer(token, http.MethodPost, "/team/api/submissions", bytes.NewReader(big))
	s.want("a big body", r, text, http.StatusRequestEntityTooLarge, "10000 bytes")
	body, kind := form(t, "archive", "a.zip", big)
	r, text = s.ask(c, http.MethodPost, "/team/upload", body, "Content-Type", kind)
	s.want("a big file of a form", r, text, http.StatusRequestEntityTooLarge)
	body, kind = form(t, "file:a/b", "b", big)
	r, text = s.ask(c, http.MethodPost, "/team/upload", body, "Content-Type", kind)
	s.want("a big file of a folder", r, text, http.StatusRequestEntityTooLarge)
	var many []any
	for i := range 200 {
		many = append(many, fmt.Sprintf("file:a/%d", i), "f", []byte{})
	}
	body, kind = form(t, many...)
	if r, text := s.ask(c, http.MethodPost, "/team/upload", body, "Content-Type", kind); r.StatusCode < 400 {
		t.Errorf("many files of a folder: %s %s", r.Status, text)
	}
	for what, request := range map[string]struct{ body, kind string }{
		"no form":  {"x", "text/plain"},
		"no file":  {"--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ny\r\n--b--\r\n", "multipart/form-data; boundary=b"},
		"cut":      {"--b\r\nContent-Disposition: form-data; name=\"archive\"; filename=\"x\"\r\n\r\nPK", "multipart/form-data; boundary=b"},
		"no parts": {"", "multipart/form-data"},
	} {
		r, text := s.ask(c, http.MethodPost, "/team/upload", strings.NewReader(request.body), "Content-Type", request.kind)
		s.want(what, r, text, http.StatusBadRequest)
	}
	for _, text := range []string{"", "[]", `{"invitation":"` + strings.Repeat("a", 10_000) + `"}`} {
		if r, text := s.ask(c, http.MethodPost, "/team/api/join", strings.NewReader(text)); r.StatusCode < 400 {
			t.Errorf("%s %s", r.Status, text)
		}
	}
	if n := len(s.Reports("Ann")); n != 0 {
		t.Errorf("%d submissions", n)
	}
	if list, err := readNames(s.o.Dir + "/" + inboxFolder); err != nil || len(list) != 0 {
		t.Errorf("left: %q, %v", list, err)
	}
}

// TestACutBody: a body that stops arriving delays nobody else, its connection ends, and nothing of it is kept.
func TestACutBody(t *testing.T) {
	o, _ := fakes(t)
	s := serve(t, o)
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /team/api/submissions HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 1000\r\n\r\nPK", u.Host, s.token("Ann"))
	waitFor(t, "the upload begins", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.uploading["Ann"]
	})
	if r, text := s.bearer(s.token("Ann"), http.MethodPost, "/team/api/submissions", bytes.NewReader(simple(t, "x"))); r.StatusCode != http.StatusConflict {
		t.Errorf("a second upload of the team: %s %s", r.Status, text)
	}
	if r, text := s.bearer(s.token("Bob"), http.MethodPost, "/team/api/submissions", bytes.NewReader(simple(t, "x"))); r.StatusCode != http.StatusAccepted {
		t.Errorf("another team: %s %s", r.Status, text)
	}
	conn.Close()
	waitFor(t, "the upload ends", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return !s.uploading["Ann"]
	})
	waitFor(t, "nothing is left", func() bool {
		list, err := readNames(s.o.Dir + "/" + inboxFolder)
		return err == nil && len(list) == 1
	})
	if n := len(s.Reports("Ann")); n != 0 {
		t.Errorf("%d submissions", n)
	}
}

// TestASlowBody: a request ends if its body does not arrive.
func TestASlowBody(t *testing.T) {
	o, _ := fakes(t)
	d := newInbox(t, o)
	d.hearing, d.receiving = time.Second, time.Second
	server := httptest.NewServer(d.Handler())
	defer server.Close()
	s := &site{d, t, server.URL}
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/team/api/submissions": "400 Bad Request", "/team/join": "", "/team/api/join": ""} {
		conn, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nPK", path, u.Host, s.token("Ann"))
		if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(conn) // until the server closes it
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %q, %v", path, text, err)
		}
		conn.Close()
	}
	if list, err := readNames(d.o.Dir + "/" + inboxFolder); err != nil || len(list) != 0 {
		t.Errorf("left: %q, %v", list, err)
	}
}

// waitFor waits for a condition that sends no notification.
func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v: %s is not so", patience, what)
		}
	}
}

// TestThousandUploads: of a thousand uploads, as many as an hour allows are accepted, the others are told so, and the
// kept data stays bounded.
func TestThousandUploads(t *testing.T) {
	o, _ := fakes(t)
	s := serve(t, o)
	token := s.token("Ann")
	accepted, refused := 0, 0
	h := s.Handler()
	for i := range 1000 {
		q := httptest.NewRequest(http.MethodPost, "/team/api/submissions", bytes.NewReader(simple(t, fmt.Sprint(i))))
		q.RemoteAddr = fmt.Sprintf("10.0.%d.%d:99", i/250, i%250)
		q.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, q)
		switch w.Code {
		case http.StatusAccepted:
			accepted++
		case http.StatusTooManyRequests:
			refused++
		default:
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if accepted != s.o.PerHour || refused != 1000-accepted {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
	uploads := 0
	for _, r := range s.Reports("Ann") {
		if exists(s.folder(r.ID) + "/" + uploadFile) {
			uploads++
		}
	}
	if uploads != 1 {
		t.Errorf("%d uploads are kept, expected the newest alone", uploads)
	}
}

// TestGuesses: clients that guess tokens are stopped; others at the same address with a right token are not.
func TestGuesses(t *testing.T) {
	o, _ := fakes(t)
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	o.Now = func() time.Time { return now }
	s := serve(t, o)
	h := s.Handler()
	do := func(from, token string) int {
		q := httptest.NewRequest(http.MethodGet, "/team/api/submissions", nil)
		q.RemoteAddr = from
		q.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, q)
		return w.Code
	}
	codes := map[int]int{}
	for range 100 {
		codes[do("10.0.0.1:1", access.NewToken(tokenPrefix))]++
	}
	if codes[http.StatusUnauthorized] != access.GuessBurst || codes[http.StatusTooManyRequests] != 100-access.GuessBurst {
		t.Errorf("%v", codes)
	}
	if code := do("10.0.0.1:2", s.token("Ann")); code != http.StatusOK {
		t.Errorf("a right token: %d", code)
	}
	q := httptest.NewRequest(http.MethodPost, "/team/api/join", strings.NewReader(`{"invitation":"`+access.NewToken(invitationPrefix)+`"}`))
	q.RemoteAddr = "10.0.0.1:3"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, q)
	if w.Code != http.StatusTooManyRequests {
		t.Errorf("invitations count, too: %d", w.Code)
	}
	if code := do("10.0.0.2:1", access.NewToken(tokenPrefix)); code != http.StatusUnauthorized {
		t.Errorf("another address: %d", code)
	}
	many := 0
	for range 1000 {
		if do("[2001:db8::1]:1", s.token("Ann")) == http.StatusTooManyRequests {
			many++
		}
	}
	if many != 1000-access.RequestBurst-access.PersonBurst {
		t.Errorf("%d of 1000 requests at a time were refused", many)
	}
	if code := do("[2001:db8::1]:1", s.token("Bob")); code != http.StatusOK {
		t.Errorf("another team behind the same address: %d", code)
	}
	if code := do("[2001:db8::1]:1", "nothing"); code != http.StatusTooManyRequests {
		t.Errorf("somebody who is not signed in, behind the same address: %d", code)
	}
	if do("[2001:db8::2]:1", s.token("Ann")) != http.StatusTooManyRequests {
		t.Error("another address of the same network is another budget")
	}
	now = now.Add(time.Minute)
	if code := do("[2001:db8::1]:1", s.token("Ann")); code != http.StatusOK {
		t.Errorf("a minute later: %d", code)
	}
}

// TestWaitingForAReport: a program that waits for a report gets it as soon as it is final.
func TestWaitingForAReport(t *testing.T) {
	o, _ := fakes(t)
	s := serve(t, o)
	token := s.token("Ann")
	report := submit(t, s.Inbox, "Ann", simple(t, "one"))
	r, text := s.bearer(token, http.MethodGet, "/team/api/submissions/"+report.ID, nil)
	s.want("without waiting", r, text, http.StatusOK, `"state":"waiting"`)
	answers := make(chan string)
	go func() {
		_, text := s.bearer(token, http.MethodGet, "/team/api/submissions/"+report.ID+"?wait=30", nil)
		answers <- text
	}()
	run(t, s.Inbox)
	var got Report
	for got.State != Accepted { // on a very slow machine, ask again
		if err := json.Unmarshal([]byte(<-answers), &got); err != nil {
			t.Fatal(err)
		}
		if got.State != Accepted {
			go func() {
				_, text := s.bearer(token, http.MethodGet, "/team/api/submissions/"+report.ID+"?wait=30", nil)
				answers <- text
			}()
		}
	}
}
