package desk

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"blastyard/arena/harness"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/access"
	"blastyard/tournament/submission"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	goleak.VerifyTestMain(m)
}

// site is the desk of an event in a test.
type site struct {
	t      *testing.T
	url    string
	keys   *Keys
	teams  *submission.Inbox
	engine *engine.Engine
	dir    string
}

const someEvent = `name = "Test"
game = "hexabomb"
maps = ["tiny"]
format = "round-robin"
turns = 5
rounds = 2
[[bot]]
name = "ann"
command = "builtin:random"
[[bot]]
name = "bob"
command = "builtin:random"
[[bot]]
name = "<b>cy"
command = "builtin:random"
`

func serve(t *testing.T) *site {
	t.Helper()
	ev, err := event.Parse([]byte(someEvent), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, dir: t.TempDir()}
	if s.engine, err = engine.Open(t.Context(), engine.Options{Dir: s.dir, Event: ev, Jobs: 1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.engine.Close(); err != nil {
			t.Error(err)
		}
	})
	s.teams, err = submission.New(submission.Options{Dir: filepath.Join(s.dir, "submissions"), Event: "Test", Unsafe: true})
	if err != nil {
		t.Fatal(err)
	}
	s.keys = OpenKeys(s.dir)
	d := New(Options{Event: s.engine, Keys: s.keys, Teams: s.teams,
		Frame: func(w http.ResponseWriter, _ *http.Request, code int, title string, body template.HTML) {
			w.WriteHeader(code)
			fmt.Fprintf(w, "%s\n%s", title, body)
		}})
	server := httptest.NewServer(d.Handler())
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// browser is a browser; with a name, one that has opened the address of an organiser.
func (s *site) browser(name string) *http.Client {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	c := &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if name != "" {
		link, err := s.keys.Link(name)
		if err != nil {
			s.t.Fatal(err)
		}
		if code, text := s.post(c, "join", url.Values{"key": {link}}); code != http.StatusSeeOther {
			s.t.Fatalf("%d %s", code, text)
		}
	}
	return c
}

func (s *site) do(c *http.Client, q *http.Request) (code int, text string) {
	s.t.Helper()
	r, err := c.Do(q)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

func (s *site) post(c *http.Client, path string, form url.Values, headers ...string) (code int, text string) {
	s.t.Helper()
	q, err := http.NewRequest(http.MethodPost, s.url+"/desk/"+path, strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(headers); i += 2 {
		q.Header.Set(headers[i], headers[i+1])
	}
	return s.do(c, q)
}

func (s *site) get(c *http.Client, path string) (code int, text string) {
	s.t.Helper()
	q, err := http.NewRequest(http.MethodGet, s.url+"/desk/"+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.do(c, q)
}

// log lists what the log says of orders, the oldest first.
func (s *site) log() string {
	s.t.Helper()
	list, err := s.engine.Store().Orders(s.t.Context(), 100)
	if err != nil {
		s.t.Fatal(err)
	}
	text := ""
	for _, c := range list {
		text = fmt.Sprintf("%s %s%d by %s: %s\n", c.Kind, c.Name, c.Number, c.By, c.Why) + text
	}
	return text
}

func (s *site) status(i int) (status tournament.Status) {
	s.engine.State(func(e *tournament.Schedule) { status, _ = e.Status(i) })
	return status
}

var hidden = regexp.MustCompile(`name="id" value="([^"]+)"`)

// form is a form of the desk, filled in.
func form(id, what string, more ...string) url.Values {
	f := url.Values{"id": {id}, "what": {what}}
	for i := 0; i < len(more); i += 2 {
		f.Set(more[i], more[i+1])
	}
	return f
}

// TestOpenTheDesk: an address opens the desk once, for one browser; without it nothing is shown and nothing done.
func TestOpenTheDesk(t *testing.T) {
	s := serve(t)
	stranger := s.browser("")
	if code, text := s.get(stranger, ""); code != http.StatusOK || strings.Contains(text, "ann") ||
		!strings.Contains(text, "The end of that address") {
		t.Errorf("a stranger sees %d %s", code, text)
	}
	for _, path := range []string{"entrants/1", "matches/0.0", "match?id=0.0"} {
		if code, _ := s.get(stranger, path); code != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, code)
		}
	}
	for _, path := range []string{"order", "team", "leave"} {
		if code, _ := s.post(stranger, path, form("a", "pause", "why", "x")); code != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, code)
		}
	}
	if got := s.log(); got != "" {
		t.Errorf("a stranger has done %s", got)
	}
	link, err := s.keys.Link("anna")
	if err != nil {
		t.Fatal(err)
	}
	if code, _ := s.post(stranger, "join", url.Values{"key": {link}}); code != http.StatusSeeOther {
		t.Errorf("an address: %d", code)
	}
	if code, _ := s.post(s.browser(""), "join", url.Values{"key": {link}}); code != http.StatusUnauthorized {
		t.Errorf("an address a second time: %d", code)
	}
	code, text := s.get(stranger, "")
	if code != http.StatusOK || !strings.Contains(text, "anna") || !strings.Contains(text, "bob") {
		t.Errorf("the organiser sees %d %s", code, text)
	}
	if strings.Contains(text, "<b>cy") || !strings.Contains(text, "&lt;b&gt;cy") {
		t.Error("the name of an entrant is markup")
	}
	if code, _ := s.post(stranger, "leave", nil); code != http.StatusSeeOther {
		t.Errorf("leave: %d", code)
	}
	if code, _ := s.get(stranger, "entrants/1"); code != http.StatusUnauthorized {
		t.Errorf("after leaving: %d", code)
	}
}

// TestLostLink: desk --revoke ends addresses that were not opened yet, and browsers that opened one, of one organiser
// or of all.
func TestLostLink(t *testing.T) {
	s := serve(t)
	anna, ben := s.browser("anna"), s.browser("ben")
	link, err := s.keys.Link("anna")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.keys.Revoke("anna"); n != 2 || err != nil {
		t.Errorf("%d were ended, %v", n, err)
	}
	if code, _ := s.post(anna, "order", form("a", "pause", "why", "x")); code != http.StatusUnauthorized {
		t.Errorf("the lost browser: %d", code)
	}
	if code, _ := s.post(s.browser(""), "join", url.Values{"key": {link}}); code != http.StatusUnauthorized {
		t.Errorf("the lost address: %d", code)
	}
	if code, _ := s.get(ben, "entrants/1"); code != http.StatusOK {
		t.Errorf("another organiser: %d", code)
	}
	if n, err := s.keys.Revoke(""); n != 1 || err != nil {
		t.Errorf("%d were ended, %v", n, err)
	}
	if code, _ := s.get(ben, "entrants/1"); code != http.StatusUnauthorized {
		t.Errorf("all are revoked: %d", code)
	}
}

// TestForgery: a page of another site does nothing in an organiser's name.
func TestForgery(t *testing.T) {
	s := serve(t)
	anna := s.browser("anna")
	for _, headers := range [][]string{{"Origin", "http://evil.example"}, {"Sec-Fetch-Site", "cross-site"}} {
		if code, _ := s.post(anna, "order", form("a", "pause", "why", "x"), headers...); code != http.StatusForbidden {
			t.Errorf("%v: %d", headers, code)
		}
	}
	if s.engine.Paused() != nil {
		t.Error("the event is paused")
	}
	q, err := http.NewRequest(http.MethodGet, s.url+"/desk/order?id=a&what=pause&why=x", nil)
	if err != nil {
		t.Fatal(err)
	}
	if code, _ := s.do(anna, q); code == http.StatusSeeOther || s.engine.Paused() != nil {
		t.Errorf("by GET: %d", code)
	}
}

// TestActions: each action of the desk does what it says, once, however often its form is sent, and the log says who did
// it and why. What cannot be undone asks first.
func TestActions(t *testing.T) {
	s := serve(t)
	anna := s.browser("anna")
	if err := s.engine.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		form url.Values
		asks bool
		want string
	}{
		{form("1", "withdraw", "name", "ann", "why", "gone"), true, "withdraw ann0 by anna: gone\n"},
		{form("2", "disqualify", "name", "ann", "why", "cheated"), true, "disqualify ann0 by anna: cheated\n"},
		{form("3", "bring back", "name", "ann"), true, "bring back ann0 by anna: \n"},
		{form("4", "void", "match", "0.0", "try", "0", "why", "it rained"), true, "void 0 by anna: it rained\n"},
		{form("5", "pause", "why", "lunch"), false, "pause 0 by anna: lunch\n"},
		{form("6", "resume"), false, "resume 0 by anna: \n"},
		{form("7", "announce", "why", "hello"), false, "announce 0 by anna: hello\n"},
	} {
		what := c.form.Get("what")
		before := s.log()
		if c.asks {
			code, text := s.post(anna, "order", c.form)
			if code != http.StatusOK || !strings.Contains(text, "Are you sure?") || s.log() != before {
				t.Errorf("%s is not asked about: %d %s", what, code, text)
			}
			if found := hidden.FindStringSubmatch(text); found == nil || found[1] != c.form.Get("id") {
				t.Errorf("%s: the question has another id", what)
			}
			c.form.Set("sure", "1")
		}
		for range 2 { // a double click
			if code, text := s.post(anna, "order", c.form); code != http.StatusSeeOther {
				t.Errorf("%s: %d %s", what, code, text)
			}
		}
		if got := s.log(); got != before+c.want {
			t.Errorf("%s: the log has\n%swant\n%s", what, got, before+c.want)
		}
	}
}

// TestNeedsReason: without a reason nothing is done that needs one.
func TestNeedsReason(t *testing.T) {
	s := serve(t)
	anna := s.browser("anna")
	for _, what := range needsWhy {
		f := form("x", string(what), "name", "ann", "sure", "1", "why", "  ")
		if code, text := s.post(anna, "order", f); code != http.StatusOK || !strings.Contains(text, "required") {
			t.Errorf("%s: %d %s", what, code, text)
		}
	}
	if got := s.log(); got != "" {
		t.Errorf("done without a reason: %s", got)
	}
}

// TestTwoOrganisers: who is slower is told what the other has done.
func TestTwoOrganisers(t *testing.T) {
	s := serve(t)
	var all sync.WaitGroup
	codes := make([]int, 2)
	texts := make([]string, 2)
	for i, c := range []*http.Client{s.browser("anna"), s.browser("ben")} {
		f := form(fmt.Sprint("id", i), "withdraw", "name", "ann", "sure", "1", "why", fmt.Sprint("reason ", i))
		all.Go(func() { codes[i], texts[i] = s.post(c, "order", f) })
	}
	all.Wait()
	slow := 0
	if codes[0] == http.StatusSeeOther {
		slow = 1
	}
	if codes[1-slow] != http.StatusSeeOther || codes[slow] != http.StatusConflict ||
		!strings.Contains(texts[slow], fmt.Sprint("withdrawn already: reason ", 1-slow)) {
		t.Errorf("%v %q", codes, texts)
	}
	if strings.Count(s.log(), "\n") != 1 {
		t.Errorf("the log has %s", s.log())
	}
}

// TestRevokeATeam: a team whose tokens are ended plays no more.
func TestRevokeATeam(t *testing.T) {
	s := serve(t)
	anna := s.browser("anna")
	code, text := s.post(anna, "team", form("", "invite", "name", "ann"))
	if code != http.StatusOK || !strings.Contains(text, s.url+submission.JoinPath+"byi-") {
		t.Fatalf("%d %s", code, text)
	}
	if code, text := s.post(anna, "team", form("r", "revoke", "name", "ann")); code != http.StatusSeeOther {
		t.Fatalf("%d %s", code, text)
	}
	if s.status(0) != tournament.Withdrawn {
		t.Error("its bot plays on")
	}
	if list, err := s.teams.Teams().List(); err != nil || len(list) != 1 || !list[0].Revoked {
		t.Errorf("%v, %v", list, err)
	}
	if code, _ := s.post(anna, "team", form("q", "revoke", "name", "zoe")); code != http.StatusBadRequest {
		t.Errorf("a team that is not there: %d", code)
	}
}

// TestPages: each page of the desk is there for an organiser.
func TestPages(t *testing.T) {
	s := serve(t)
	anna := s.browser("anna")
	if err := s.engine.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"entrants/2": "bob", "matches/0.0": "Take the result back",
		"": "12 of 12 matches played"} {
		if code, text := s.get(anna, path); code != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", path, code, text)
		}
	}
	for path, want := range map[string]int{"entrants/4": 404, "entrants/x": 404, "matches/9.9": 404, "matches/x": 404,
		"nothing": 404, "match?id=0.0": 303, "match?id=x": 400} {
		if code, _ := s.get(anna, path); code != want {
			t.Errorf("%s: %d, want %d", path, code, want)
		}
	}
}

// TestGuesses: few wrong addresses and sessions of an address of the network are answered.
func TestGuesses(t *testing.T) {
	s := serve(t)
	codes := map[int]int{}
	for range 40 {
		code, _ := s.post(s.browser(""), "join", url.Values{"key": {access.NewToken(linkPrefix)}})
		codes[code]++
	}
	if codes[http.StatusUnauthorized] != access.GuessBurst || codes[http.StatusTooManyRequests] != 40-access.GuessBurst {
		t.Errorf("%v", codes)
	}
}

// TestKeys: keys survive a restart, and the file holds no secret.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	link, err := OpenKeys(dir).Link("anna")
	if err != nil {
		t.Fatal(err)
	}
	session, err := OpenKeys(dir).exchange(link)
	if err != nil {
		t.Fatal(err)
	}
	if name, err := OpenKeys(dir).who(session); name != "anna" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	for _, wrong := range []string{"", link, session + "a", access.NewToken(sessionPrefix)} {
		if _, err := OpenKeys(dir).who(wrong); !errors.Is(err, ErrKey) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := OpenKeys(dir).Link("a\x00"); err == nil {
		t.Error("a name that cannot be shown")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	results := make(chan error, 8)
	again, err := OpenKeys(dir).Link("ben")
	if err != nil {
		t.Fatal(err)
	}
	for range cap(results) {
		go func() {
			_, err := OpenKeys(dir).exchange(again)
			results <- err
		}()
	}
	opened := 0
	for range cap(results) {
		select {
		case err := <-results:
			if err == nil {
				opened++
			}
		case <-ctx.Done():
			t.Fatal("no answer")
		}
	}
	if opened != 1 {
		t.Errorf("an address was opened %d times at the same time", opened)
	}
}
