package web

import (
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/show/lab/module/moduletest"
	"blastyard/tournament/event"
)

// A rig is a site under test.
type rig struct {
	t    *testing.T
	site *Site
	src  *fake
	http *httptest.Server
}

func start(t *testing.T, src *fake, change func(*Options)) *rig {
	t.Helper()
	o := Options{Source: src, About: fakeAbout(), Dir: t.TempDir()}
	if change != nil {
		change(&o)
	}
	site, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	site.pace = time.Millisecond
	s := httptest.NewServer(site)
	t.Cleanup(func() {
		site.Close()
		s.Close()
	})
	return &rig{t, site, src, s}
}

// get requests an address; pairs of headers may follow.
func (r *rig) get(path string, headers ...string) (*http.Response, string) {
	r.t.Helper()
	return r.do(http.MethodGet, path, headers...)
}

func (r *rig) do(method, path string, headers ...string) (*http.Response, string) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.http.URL+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := r.http.Client().Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatalf("%s: %v", path, err)
	}
	return res, string(body)
}

// want requests an address, and expects a status code.
func (r *rig) want(path string, code int) string {
	r.t.Helper()
	res, body := r.get(path)
	if res.StatusCode != code {
		r.t.Fatalf("%s: status %d, want %d: %.300s", path, res.StatusCode, code, body)
	}
	return body
}

// allPages has the address of a page of each kind.
var allPages = []string{"/", "/standings", "/moments", "/ratings", "/cross-table", "/matches", "/matches/1.1", "/entrants/3", "/schedule", "/live", "/workers",
	"/rounds"}

// TestEveryPageSaysWhatItIsAbout: each page names the event, the game, the progress, the end and the tie-breaks, and
// links to all others.
func TestEveryPageSaysWhatItIsAbout(t *testing.T) {
	r := start(t, newFake(12, 40), nil)
	for _, path := range allPages {
		body := r.want(path, http.StatusOK)
		root := strings.Repeat("../", strings.Count(path, "/")-1)
		for _, want := range []string{
			"Winter Cup 2026", "40 of 160 matches", `ends about <time datetime="2026-11-22T16:50:00Z">2026-11-22 17:50 CET</time>`, "first 3 ranks are separated",
			"round-robin · 12 entrants · 2 a match · hexabomb · 100 turns", "ranks are decided by: points, then strength, then mean score",
			`href="` + root + `cross-table"`, `href="` + root + `matches"`, `href="` + root + `schedule"`, `href="` + root + `live"`,
			`href="` + root + `workers"`, `href="` + root + `projector"`, `href="` + root + `style.css"`, `src="` + root + `page.js"`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	}
}

// TestFairMachines: the page and its JSON say how many programs each machine can judge fairly.
func TestFairMachines(t *testing.T) {
	f := newFake(12, 40)
	r := start(t, f, nil)
	for path, want := range map[string]string{"/workers": `<td class="number">3</td>`, "/api/progress": `"fair":3`} {
		if body := r.want(path, http.StatusOK); !strings.Contains(body, want) {
			t.Errorf("%s does not say %s: %s", path, want, body)
		}
	}
}

// TestPagesAreSafe: no page has an inline script or style, and all have the security headers.
func TestPagesAreSafe(t *testing.T) {
	r := start(t, newFake(24, 30), nil)
	inline := regexp.MustCompile(`(?i)<script(?:>|[^>]*[^>s][^>r][^>c]=[^>]*>[^<])|<style|\sstyle=|\son[a-z]+=|javascript:`)
	for _, path := range append(allPages, "/projector", "/entrants/11", "/entrants/12", "/nothing") {
		res, body := r.get(path)
		if found := inline.FindString(strings.ReplaceAll(body, "onerror=window.harm", "")); found != "" {
			t.Errorf("%s has %q in it", path, found)
		}
		for name, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Content-Type": htmlType} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
}

// TestHostileText: names and last words of strangers appear as text, without control and direction characters.
func TestHostileText(t *testing.T) {
	src := newFake(24, 60)
	src.set(func(s *Snapshot) {
		s.Progress.Workers = append(s.Progress.Workers, event.Worker{Name: "<img src=x>\u202e", Abilities: event.Abilities{System: "<b>\x1b[2J"}})
		s.Progress.Why = "<i>why</i>\x07"
	})
	r := start(t, src, func(o *Options) { o.About.Name = "<h1>Cup\u202e\x00" })
	paths := append([]string{"/projector", "/entrants/11", "/entrants/12", "/entrants/14", "/matches/2.1", "/matches/4.1",
		"/matches?voids=1", "/csv/standings.csv", "/csv/matches.csv", "/csv/cross-table.csv", "/csv/entrants.csv"}, allPages...)
	for _, path := range paths {
		body := r.want(path, http.StatusOK)
		for _, bad := range []string{"<script>window", "<img", "<h1>Cup", "<b>", "<i>why", "{{.}}{"} {
			if strings.Contains(body, bad) && !strings.HasPrefix(path, "/csv/") {
				t.Errorf("%s has the markup %q", path, bad)
			}
		}
		if i := strings.IndexFunc(body, func(c rune) bool {
			return unicode.IsControl(c) && c != '\n' || unicode.In(c, unicode.Bidi_Control)
		}); i >= 0 {
			t.Errorf("%s has the character %q", path, body[max(i-10, 0):min(i+10, len(body))])
		}
	}
	for name, path := range map[string]string{hostileNames[0]: "/entrants/11", hostileNames[4]: "/entrants/15", "مرحبا": "/entrants/19"} {
		if body := r.want(path, http.StatusOK); !strings.Contains(body, "<bdi>"+escape(name)+"</bdi>") {
			t.Errorf("%s does not name %q", path, name)
		}
	}
}

func escape(s string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", `"`, "&#34;").Replace(s)
}

// TestEmptyStates: before the first match, each page says what it will show.
func TestEmptyStates(t *testing.T) {
	for name, src := range map[string]*fake{"no snapshot": {changed: make(chan struct{})}, "nobody": newFake(0, 0), "no match": newFake(3, 0)} {
		r := start(t, src, nil)
		for path, want := range map[string]string{
			"/standings": "No match yet: the standings appear", "/": "The first match is shown here", "/moments": "No match has ended yet",
			"/ratings": "No chart yet", "/cross-table": "No match yet: the cross table appears",
			"/matches": "No match yet: each match is listed", "/rounds": "No round yet",
		} {
			if body := r.want(path, http.StatusOK); !strings.Contains(body, want) {
				t.Errorf("%s: %s does not say %q", name, path, want)
			}
		}
		for _, path := range []string{"/schedule", "/live", "/workers", "/projector", "/api/event", "/api/standings", "/api/cross-table",
			"/api/rounds", "/api/schedule", "/api/progress", "/api/matches", "/csv/standings.csv", "/metrics"} {
			r.want(path, http.StatusOK)
		}
		r.want("/entrants/0", http.StatusNotFound)
		r.want("/entrants/99", http.StatusNotFound)
	}
}

// TestWhoMayAsk: requests with names of other hosts, other methods or bodies are refused.
func TestWhoMayAsk(t *testing.T) {
	r := start(t, newFake(2, 2), func(o *Options) { o.Hosts = []string{"arena.example.org", "[2001:db8::1]"} })
	for host, code := range map[string]int{"evil.example.org": 403, "arena.example.org": 200, "ARENA.example.org:8080": 200,
		"localhost": 200, "127.0.0.1:99": 200, "[2001:db8::1]": 200, "[2001:db8::1]:80": 200, "": 200, "arena.example.org.evil.org": 403} {
		res, _ := r.get("/", "Host", host)
		if host == "" {
			continue // the client then sends the address
		}
		if res.StatusCode != code {
			t.Errorf("Host %q: %d, want %d", host, res.StatusCode, code)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		if res, _ := r.do(method, "/matches"); res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
	res, err := r.http.Client().Do(mustRequest(t, http.MethodGet, r.http.URL+"/", strings.NewReader("body")))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusBadRequest {
		t.Errorf("a request with a body: %d", res.StatusCode)
	}
	if res, body := r.do("HEAD", "/"); res.StatusCode != http.StatusOK || body != "" {
		t.Errorf("HEAD: %d, %q", res.StatusCode, body)
	}
}

func mustRequest(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// TestTeamPages: the handler of submissions gets all requests below /team/, whatever their method; Frame gives its
// pages the look of the site.
func TestTeamPages(t *testing.T) {
	var site *Site
	team := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site.Frame(w, r, http.StatusAccepted, "Upload <b>", template.HTML("<p class=\"ok\">"+r.URL.Path+" by post</p>"))
	})
	r := start(t, newFake(2, 2), func(o *Options) { o.Team = team })
	site = r.site
	res, body := r.do("POST", "/team/upload")
	if res.StatusCode != http.StatusAccepted {
		t.Fatalf("status %d", res.StatusCode)
	}
	for _, want := range []string{`<p class="ok">/team/upload by post</p>`, "<h1>Upload &lt;b&gt;</h1>", `href="../style.css"`, `href="../team/"`} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in %s", want, body)
		}
	}
	if res, _ := r.do("POST", "/team/upload", "Host", "evil.example.org"); res.StatusCode != http.StatusForbidden {
		t.Errorf("another host: %d", res.StatusCode)
	}
	if body := r.want("/", http.StatusOK); !strings.Contains(body, `href="team/"`) {
		t.Error("the standings do not link to the pages of teams")
	}
}

// TestWrongAddresses: a missing thing is 404 and a wrong query is 400, as a page or as JSON.
func TestWrongAddresses(t *testing.T) {
	r := start(t, newFake(4, 10), nil)
	for path, code := range map[string]int{
		"/nothing": 404, "/matches/9999.0": 404, "/matches/x": 404, "/matches/1.1.1": 404, "/entrants/-1": 404, "/entrants/01": 404,
		"/entrants/5": 404, "/csv/passwd": 404, "/api/nothing": 404, "/api/matches/zz": 404, "/replays/x/": 404, "/replays/" + fakeHash + "/api/matches": 404,
		"/api/standings?stage=1": 404, "/api/standings?stage=-1": 404, "/live/watch/": 404,
		"/matches?round=0": 400, "/matches?round=x": 400, "/matches?limit=1001": 400, "/matches?limit=0": 400, "/matches?stage=-2": 400,
		"/matches?entrant=" + strings.Repeat("x", 201): 400, "/matches?evil=1": 400, "/matches?round=1&round=2": 400, "/matches?marked=yes": 400,
		"/api/matches?round=99999999999999999999": 400, "/csv/matches.csv?evil=1": 400,
		"/matches?entrant=&reason=&round=": 200, "/api/standings?stage=0": 200,
	} {
		res, body := r.get(path)
		if res.StatusCode != code {
			t.Errorf("%s: %d, want %d", path, res.StatusCode, code)
		}
		isJSON := strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/csv/")
		if isJSON && code != 200 {
			var e struct{ Error string }
			if err := json.Unmarshal([]byte(body), &e); err != nil || e.Error == "" {
				t.Errorf("%s: %s is no error in JSON", path, body)
			}
		}
	}
}

// TestStoreThatFails: readers learn that something is wrong, and the log says why.
func TestStoreThatFails(t *testing.T) {
	var log lockedBuffer
	src := newFake(4, 10)
	src.err = errors.New("disk on fire at /secret/path")
	r := start(t, src, func(o *Options) { o.Log = textLog(&log) })
	for _, path := range []string{"/matches", "/matches/1.1", "/entrants/1", "/api/matches", "/api/entrants/1", "/replays/" + fakeHash + "/api/matches"} {
		if body := r.want(path, http.StatusInternalServerError); strings.Contains(body, "secret") {
			t.Errorf("%s tells readers %q", path, body)
		}
	}
	if !strings.Contains(log.String(), "disk on fire") {
		t.Error("the log does not say why")
	}
	r.want("/", http.StatusOK) // needs no store
}

// TestTooManyQuestions: queries of the store are limited for each address; pages of the snapshot are not.
func TestTooManyQuestions(t *testing.T) {
	now := fakeTime
	r := start(t, newFake(4, 10), func(o *Options) { o.Now = func() time.Time { return now } })
	ask := func(from, path string) int {
		w := httptest.NewRecorder()
		req := httptest.NewRequest(http.MethodGet, path, nil)
		req.Host, req.RemoteAddr = "localhost", from
		r.site.ServeHTTP(w, req)
		return w.Code
	}
	refused := 0
	for range questionsAtOnce + 5 {
		if ask("[2001:db8::1]:1", "/api/matches") == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 5 {
		t.Errorf("%d questions were refused, want 5", refused)
	}
	if code := ask("[2001:db8::2]:1", "/api/matches"); code != http.StatusTooManyRequests {
		t.Errorf("another address of the same network: %d", code)
	}
	if code := ask("192.0.2.1:5", "/api/matches"); code != http.StatusOK {
		t.Errorf("another address: %d", code)
	}
	if code := ask("[2001:db8::1]:1", "/"); code != http.StatusOK {
		t.Errorf("the standings: %d", code)
	}
	now = now.Add(time.Second)
	if code := ask("[2001:db8::1]:1", "/api/matches"); code != http.StatusOK {
		t.Errorf("a second later: %d", code)
	}
	for i := range maxAddresses + 100 {
		r.site.limits.allows(addressText(i))
	}
	if n := len(r.site.limits.addresses); n > maxAddresses {
		t.Errorf("%d addresses are remembered", n)
	}
}

// TestQuietAddressesAreForgotten: where too many addresses ask, those are forgotten that have been quiet.
func TestQuietAddressesAreForgotten(t *testing.T) {
	now := fakeTime
	l := newLimiter(func() time.Time { return now })
	for i := range maxAddresses {
		if i == maxAddresses/2 {
			now = now.Add(2 * forgetAfter)
		}
		l.allows(addressText(i))
	}
	l.allows(addressText(maxAddresses))
	if n := len(l.addresses); n != maxAddresses/2+1 {
		t.Errorf("%d addresses are remembered, want the half that has asked lately, and the new one", n)
	}
	for from, a := range l.addresses {
		if now.Sub(a.last) > 0 {
			t.Fatalf("%v is remembered, which was quiet", from)
		}
	}
}

func addressText(i int) string {
	return "10." + itoa(i>>16) + "." + itoa(i>>8&255) + "." + itoa(i&255) + ":80"
}

// TestPagesAreMadeOnce: a page of a snapshot is made once, however many readers request it, and is not sent to readers
// that have it.
func TestPagesAreMadeOnce(t *testing.T) {
	r := start(t, newFake(4, 10), nil)
	res, first := r.get("/")
	tag := res.Header.Get("ETag")
	if tag == "" {
		t.Fatal("there is no ETag")
	}
	made := r.site.cache.made["/"]
	var readers sync.WaitGroup
	for range 20 {
		readers.Go(func() {
			w := httptest.NewRecorder()
			req := httptest.NewRequest(http.MethodGet, "/", nil)
			req.Host = "localhost"
			r.site.ServeHTTP(w, req)
			if w.Body.String() != first {
				t.Error("another page came")
			}
		})
	}
	readers.Wait()
	if r.site.cache.made["/"] != made {
		t.Error("the page was made again")
	}
	if res, body := r.get("/", "If-None-Match", tag); res.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("a reader who has it: %d", res.StatusCode)
	}
	r.src.set(func(s *Snapshot) { s.Progress.Played = 11 })
	if res, body := r.get("/", "If-None-Match", tag); res.StatusCode != http.StatusOK || !strings.Contains(body, "11 of 40") {
		t.Errorf("after a change: %d", res.StatusCode)
	}
}

// TestReplays: a replay opens in the viewer at its own address, is public when the event says so, and few replays are
// kept ready.
func TestReplays(t *testing.T) {
	moduletest.Provide(t)
	src := newFake(4, 10)
	src.replay = playedReplay(t)
	now := fakeTime
	r := start(t, src, func(o *Options) { o.Now = func() time.Time { return now } })
	at := "/replays/" + fakeHash + "/"
	res, page := r.get(at)
	if res.StatusCode != http.StatusOK || !strings.Contains(page, "app.js") || !strings.Contains(res.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
		t.Fatalf("%d, %s", res.StatusCode, page)
	}
	r.want(at+"app.js", http.StatusOK)
	if res, _ := r.get(at + "lab/worker.js"); res.StatusCode != http.StatusOK || !strings.Contains(res.Header.Get("Content-Security-Policy"), "'wasm-unsafe-eval'") {
		t.Errorf("the worker that checks it: %d, %v", res.StatusCode, res.Header)
	}
	r.want(at+"lab/lab.wasm", http.StatusOK)
	var list struct {
		Matches []struct {
			ID   string
			Turn int
		}
	}
	if err := json.Unmarshal([]byte(r.want(at+"api/matches", http.StatusOK)), &list); err != nil || len(list.Matches) != 1 || list.Matches[0].Turn != 20 {
		t.Fatalf("%+v, error %v", list, err)
	}
	r.want(at+"api/matches/"+list.Matches[0].ID, http.StatusOK)
	if lines := strings.Count(r.want(at+"api/matches/"+list.Matches[0].ID+"/turns/0", http.StatusOK), "\n"); lines != 21 {
		t.Errorf("%d frames came, want 21", lines)
	}
	if body := r.want(at+"blast", http.StatusOK); body != string(src.replay) {
		t.Errorf("the file has %d bytes, want %d", len(body), len(src.replay))
	}
	if r.src.asked != 2 {
		t.Errorf("the source was asked %d times, want once for the viewer and once for the file", r.src.asked)
	}
	r.site.o.About.Public = now.Add(time.Hour)
	r.want(at, http.StatusForbidden)
	r.want(at+"api/matches", http.StatusForbidden)
	now = now.Add(2 * time.Hour)
	r.want(at, http.StatusOK)
}

// TestShelf: replays that nobody watches any more are removed with their files; those that are watched stay.
func TestShelf(t *testing.T) {
	dir, file := t.TempDir(), playedReplay(t)
	s, err := newShelf(dir, func(context.Context, string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(string(file))), nil
	}, func() *Snapshot { return nil })
	if err != nil {
		t.Fatal(err)
	}
	held, err := s.take("held")
	if err != nil {
		t.Fatal(err)
	}
	for i := range keptReady + 4 {
		w, err := s.take("m" + itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		s.release(w)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.blast")); len(files) != keptReady+1 {
		t.Errorf("%d files are kept, want %d", len(files), keptReady+1)
	}
	if again, err := s.take("held"); err != nil || again != held {
		t.Errorf("the replay that is watched went: %v", err)
	}
	s.close()
	if files, _ := filepath.Glob(filepath.Join(dir, "*.blast")); len(files) != 0 {
		t.Errorf("%d files stay", len(files))
	}
	if _, err := s.take("held"); err == nil {
		t.Error("a closed shelf gives a replay")
	}
}

// playedReplay returns the replay file of a played match.
func playedReplay(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.blast")
	sink := record.New(record.Options{Path: path})
	c := arena.Config{Map: "tiny", Turns: 20, Seed: 2, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:greedy"}}}
	if _, err := blastyard.Play(t.Context(), c, sink); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
