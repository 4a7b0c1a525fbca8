package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/site"
	"blastyard/tournament/internal/web"
)

const frozenCup = `name = "Frozen"
game = "hexabomb"
maps = ["tiny"]
turns = 12
format = "ladder"
players = 2
keep = "all"
freeze = 2026-01-01T18:00:00Z
[[bot]]
command = "builtin:hunter"
[[bot]]
command = "builtin:greedy"
[[bot]]
command = "builtin:random"
[[bot]]
command = "builtin:idle"
`

// links are addresses in pages and in JSON.
var links = regexp.MustCompile(`(?:href|src)="([^"#]*)`)

var opened = regexp.MustCompile(`"(server|id|file)":"[A-Z0-9]+(.blast)?",?`)

// crawler asks for everything that a spectator can find, and for what one can guess.
type crawler struct {
	t     *testing.T
	pages http.Handler
	asked int
	found map[string]string // answers by address
}

// get returns an answer as a spectator sees it. Each question comes from another address, so that none is refused.
func (c *crawler) get(address string) string {
	c.asked++
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Host = "localhost"
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.7:1", c.asked>>8&255, c.asked&255)
	c.pages.ServeHTTP(w, r)
	body := w.Body.String()
	if address == "/metrics" { // what the server itself does changes with each question
		var kept []string
		for line := range strings.Lines(body) {
			if !strings.Contains(line, "blastyard_http_") {
				kept = append(kept, line)
			}
		}
		body = strings.Join(kept, "")
	}
	if strings.HasPrefix(address, "/replays/") || strings.HasPrefix(address, "/live/watch/api/") { // the names under which the viewer knows what it has opened
		body = opened.ReplaceAllString(body, "")
	}
	return fmt.Sprint(w.Code, " ", body)
}

// crawl asks for addresses, and for all that their answers link to.
func crawl(t *testing.T, pages http.Handler, addresses []string) map[string]string {
	t.Helper()
	c := &crawler{t: t, pages: pages, found: map[string]string{}}
	todo, visited := slices.Clone(addresses), map[string]bool{}
	for len(todo) > 0 {
		address := todo[0]
		todo = todo[1:]
		if _, done := c.found[address]; done || visited[address] || strings.HasPrefix(address, "/team/") {
			continue
		}
		visited[address] = true
		body := c.get(address)
		c.found[address] = body
		if strings.HasPrefix(address, "/replays/") && strings.HasSuffix(address, "/") {
			delete(c.found, address) // the viewer without a replay, the same for all
		}
		if !strings.HasPrefix(body, "200 ") || strings.HasPrefix(address, "/replays/") || strings.HasPrefix(address, "/live/watch/") {
			continue // the viewer's own files are the same for all
		}
		base, _, _ := strings.Cut(address, "?")
		for _, m := range links.FindAllStringSubmatch(body, -1) {
			to := strings.ReplaceAll(m[1], "&amp;", "&")
			if strings.Contains(to, ":") || to == "" {
				continue
			}
			path, query, has := strings.Cut(to, "?")
			full := filepath.ToSlash(filepath.Join(filepath.Dir(base+"x"), path))
			if strings.HasSuffix(path, "/") && full != "/" {
				full += "/"
			}
			if path == "" {
				full = base
			}
			if has {
				full += "?" + query
			}
			todo = append(todo, full)
		}
	}
	return c.found
}

// everything is what a spectator can ask for, also about matches that are hidden.
func everything(t *testing.T, e *engine.Engine, cursors []string) []string {
	t.Helper()
	list := []string{"/", "/standings", "/moments", "/ratings", "/cross-table", "/rounds", "/schedule", "/live", "/workers", "/matches", "/projector", "/metrics", "/healthz",
		"/api/event", "/api/progress", "/api/schedule", "/api/standings", "/api/standings?stage=0", "/api/cross-table", "/api/rounds",
		"/api/matches", "/api/matches?limit=500", "/api/matches?voids=1", "/api/matches?entrant=hunter", "/csv/standings.csv", "/csv/cross-table.csv",
		"/csv/schedule.csv", "/csv/entrants.csv", "/csv/matches.csv", "/csv/ratings.csv", "/live/watch/", "/live/watch/api/matches",
		"/live/watch/api/live/1", "/feed.atom", "/matches/999.0", "/entrants/5"}
	for i := range 4 {
		list = append(list, fmt.Sprintf("/entrants/%d", i+1), fmt.Sprintf("/api/entrants/%d", i+1))
	}
	for _, c := range cursors {
		list = append(list, "/api/matches?limit=3&after="+c, "/matches?after="+c)
	}
	for _, newest := range []bool{false, true} {
		page, _, err := e.Store().Matches(t.Context(), tournament.Query{All: true, Newest: newest, Limit: 30})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, addressesOf(page)...)
	}
	return list
}

// addressesOf returns where spectators would find matches.
func addressesOf(page []tournament.Match) (list []string) {
	for i := range page {
		m := &page[i]
		list = append(list, "/matches/"+m.ID.String(), "/api/matches/"+m.ID.String())
		if m.Replay != "" {
			list = append(list, "/replays/"+m.Replay+"/api/matches", "/replays/"+m.Replay+"/blast")
		}
	}
	return list
}

// served is an event with its pages.
type served struct {
	engine *engine.Engine
	source *site.Source
	pages  *web.Site
	live   *site.Live
	close  func()
}

func serveEvent(t *testing.T, dir string, ev *event.Event, now func() time.Time) *served {
	t.Helper()
	e, err := engine.Open(t.Context(), engine.Options{Dir: dir, Event: ev, Jobs: 1, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	s := &served{engine: e, live: site.NewLive()}
	s.source = site.Of(e, ev, s.live)
	s.pages, err = web.New(web.Options{Source: s.source, About: site.About(ev, ""), Live: s.live.Catalog(), Health: s.source.Health, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s.close = func() {
		s.pages.Close()
		s.source.Close()
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	return s
}

// playUntil plays until something holds, and then no further, so that the crawler is not overtaken.
func (s *served) playUntil(t *testing.T, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.engine.Run(ctx)
	}()
	wait(t, holds)
	cancel()
	<-ended
}

// reach plays this many matches, and waits until the database has all that were played: it may be behind the log.
func (s *served) reach(t *testing.T, matches int) {
	t.Helper()
	s.playUntil(t, func() bool { return s.engine.Progress().Played >= matches })
	wait(t, func() bool {
		counts, err := s.engine.Store().Counts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return counts.Matches >= int64(s.engine.Progress().Played)
	})
}

func wait(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to pass in two minutes")
		}
	}
}

// same compares what spectators saw at two times.
func same(t *testing.T, what string, before, after map[string]string) {
	t.Helper()
	for _, address := range slices.Sorted(maps.Keys(after)) {
		was, asked := before[address]
		switch {
		case !asked && !strings.HasPrefix(after[address], "404 "):
			t.Errorf("%s: %s is new: %.200s", what, address, after[address])
		case asked && was != after[address]:
			at := 0
			for at < min(len(was), len(after[address])) && was[at] == after[address][at] {
				at++
			}
			at = max(0, at-40)
			t.Errorf("%s: %s has changed:\n%.160s\n%.160s", what, address, was[min(at, len(was)):], after[address][min(at, len(after[address])):])
		}
	}
	for address := range before {
		if _, asked := after[address]; !asked {
			t.Errorf("%s: %s was not found any more", what, address)
		}
	}
}

// TestFreeze: from freeze on, nothing that a spectator can ask for changes: not while matches are played, not after a
// restart, and not when the copy is lost, until the organiser reveals the standings. A team sees its own matches.
func TestFreeze(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	path := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(path, []byte(frozenCup), 0o600); err != nil {
		t.Fatal(err)
	}
	ev, err := event.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var clock atomic.Int64
	now := func() time.Time { return time.UnixMilli(clock.Load()) }
	set := func(hour int) { clock.Store(time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC).UnixMilli()) }
	set(17)
	s := serveEvent(t, dir, ev, now)
	s.reach(t, 24)
	cursor := cursorOf(t, s.pages)
	set(18)
	s.playUntil(t, func() bool { return s.source.Snapshot().Phase.Frozen })
	seen := crawl(t, s.pages, everything(t, s.engine, []string{cursor}))
	if body := seen["/"]; !strings.Contains(body, "until the organiser reveals them") {
		t.Errorf("the first page does not say that the standings are hidden: %.2000s", body)
	}
	if len(seen) < 100 {
		t.Fatalf("only %d addresses were found", len(seen))
	}
	changed := s.source.Changed()
	at := s.engine.Progress().Played
	s.reach(t, at+24)
	again := func() map[string]string {
		return crawl(t, s.pages, slices.Concat(slices.Collect(maps.Keys(seen)), everything(t, s.engine, []string{cursor})))
	}
	same(t, "more matches", seen, again())
	select {
	case <-changed:
		t.Error("readers are told that something has changed")
	default:
	}
	hiddenLive(t, s.live)
	ownMatches(t, s.engine, ev, dir, seen)
	s.close()
	static(t, dir, ev, seen)

	s = serveEvent(t, dir, ev, now)
	restarted := again()
	sameButTime(t, "a restart", seen, restarted)
	s.close()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(filepath.Join(dir, "frozen.db"+suffix)); err != nil && suffix == "" {
			t.Fatal(err)
		}
	}
	s = serveEvent(t, dir, ev, now)
	anew := again()
	for address := range anew { // the ratings over time are not in the log
		if strings.Contains(address, "entrants/") || strings.Contains(address, "ratings") {
			anew[address], restarted[address] = "", ""
		}
	}
	sameButTime(t, "a copy from the log", restarted, anew)

	rec := tournament.Record{Clock: &tournament.Clock{What: tournament.ClockReveal}}
	if _, err := s.engine.Submit(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	wait(t, func() bool { return s.source.Snapshot().Progress.Played >= at+24 })
	shown := crawl(t, s.pages, []string{"/", "/api/matches?limit=500"})
	if shown["/"] == seen["/"] || shown["/api/matches?limit=500"] == seen["/api/matches?limit=500"] {
		t.Error("after the organiser has revealed them, the standings are as before")
	}
	s.close()
}

// cursorOf returns the cursor of the second page of matches.
func cursorOf(t *testing.T, pages http.Handler) string {
	t.Helper()
	var list struct{ Next string }
	if err := json.Unmarshal([]byte(get(t, pages, "/api/matches?limit=3", 200)), &list); err != nil || list.Next == "" {
		t.Fatalf("no second page: %v", err)
	}
	return list.Next
}

// hiddenLive: no match that is played while standings are hidden is on the live page.
func hiddenLive(t *testing.T, l *site.Live) {
	t.Helper()
	f := tournament.Fixture{ID: tournament.ID{Block: 3}, Entrants: []int{0, 1}}
	if sinks := l.Sinks(f); len(sinks) != 0 {
		t.Error("a match can be watched while standings are hidden")
	}
}

// ownMatches: the page of a team has its rank and its matches that are hidden from all others, without links to pages for
// everybody.
func ownMatches(t *testing.T, e *engine.Engine, ev *event.Event, dir string, seen map[string]string) {
	t.Helper()
	inbox, err := site.NewInbox(e, ev, site.InboxOptions{Store: dir, Unsafe: true})
	if err != nil {
		t.Fatal(err)
	}
	token, err := inbox.Teams().Token("hunter")
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := e.Store().Matches(t.Context(), tournament.Query{Entrant: "hunter", Newest: true, Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(list, func(m tournament.Match) bool {
		return !strings.HasPrefix(seen["/matches/"+m.ID.String()], "200 ")
	})
	if at < 0 {
		t.Fatalf("none of the newest %d matches of hunter is hidden", len(list))
	}
	id := list[at].ID.String()
	standings := e.Refresh(tournament.StandingsOptions{}).Standings().Entrants
	mine := slices.IndexFunc(standings, func(s tournament.Standing) bool { return s.Name == "hunter" })
	rank := fmt.Sprintf("You are rank %d of 4 after %d matches", standings[mine].Rank, standings[mine].Matches)
	for _, body := range seen {
		if strings.Contains(body, rank) || strings.Contains(body, "Only your team sees this") {
			t.Errorf("spectators see where a team stands: %.200s", body)
		}
	}
	for address, want := range map[string]string{"/team/": `href="matches/` + id + `"`, "/team/?": rank, "/team/?again": "Only your team sees this",
		"/team/matches/" + id: "What your bot printed"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		inbox.Handler().ServeHTTP(w, r)
		if body := w.Body.String(); !strings.Contains(body, want) || strings.Contains(body, "../../matches/") {
			t.Errorf("%s has no %s: %.2000s", address, want, body)
		}
	}
}

// clocks are the times in answers that say when they were made.
var clocks = regexp.MustCompile(`"at":"[^"]*"|snapshot_timestamp_seconds [0-9.e+]+`)

func sameButTime(t *testing.T, what string, before, after map[string]string) {
	t.Helper()
	timeless := func(all map[string]string) map[string]string {
		out := map[string]string{}
		for address, body := range all {
			out[address] = clocks.ReplaceAllString(body, "")
		}
		return out
	}
	same(t, what, timeless(before), timeless(after))
}

// static: the pages of an export have no match that is hidden.
func static(t *testing.T, dir string, ev *event.Event, seen map[string]string) {
	t.Helper()
	o, err := engine.ReadPublic(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	src := site.OfOffline(o)
	to := filepath.Join(t.TempDir(), "html")
	if err := web.ExportHTML(t.Context(), src, site.About(ev, ""), to, web.ExportOptions{Replays: -1}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(to, "matches", "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d pages of matches: %v", len(files), err)
	}
	for _, f := range files {
		id := strings.TrimSuffix(filepath.Base(f), ".html")
		if !strings.HasPrefix(seen["/matches/"+id], "200 ") {
			t.Errorf("the export has match %s, which is hidden", id)
		}
	}
}
