package site_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard"

	"blastyard/arena"
	"blastyard/show/serve"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/site"
	"blastyard/tournament/internal/web"
)

const deadline = 60 * time.Second

// cup is an event of four built-in bots: 12 matches, and a final of two.
const cup = `name = "Small Cup"
game = "hexabomb"
maps = ["tiny"]
turns = 20
seed = 7
format = "round-robin"
rounds = 1
players = 2
keep = "all"
max_matches = 200
[final]
format = "knockout"
top = 2
players = 2
[[bot]]
name = "hunter"
command = "builtin:hunter"
[[bot]]
name = "greedy"
command = "builtin:greedy"
[[bot]]
name = "R&D random"
command = "builtin:random"
[[bot]]
name = "idle"
command = "builtin:idle"
`

// play plays the cup to its end.
func play(t *testing.T, dir string, during func(*engine.Engine, *event.Event)) *event.Event {
	t.Helper()
	path := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(path, []byte(cup), 0o600); err != nil {
		t.Fatal(err)
	}
	ev, err := event.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	e, err := engine.Open(ctx, engine.Options{Dir: dir, Event: ev, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	during(e, ev)
	return ev
}

func get(t *testing.T, h http.Handler, path string, code int) string {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "localhost"
	h.ServeHTTP(w, r)
	if w.Code != code {
		t.Errorf("%s: status %d, want %d: %.200s", path, w.Code, code, w.Body)
	}
	return w.Body.String()
}

// await waits for a snapshot that satisfies holds.
func await(t *testing.T, s *site.Source, holds func(*web.Snapshot) bool) *web.Snapshot {
	t.Helper()
	end := time.After(deadline)
	for {
		changed := s.Changed()
		if snap := s.Snapshot(); holds(snap) {
			return snap
		}
		select {
		case <-changed:
		case <-end:
			t.Fatalf("the snapshot stays %+v", s.Snapshot().Progress)
		}
	}
}

// TestEvent: the pages of an event that is really played, from before the first match to the winner of its final, and
// the pages from its store afterwards.
func TestEvent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	ev := play(t, dir, func(e *engine.Engine, ev *event.Event) {
		source := site.Of(e, ev, site.NewLive())
		defer source.Close()
		pages, err := web.New(web.Options{Source: source, About: site.About(ev, ""), Health: source.Health, Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer pages.Close()
		before := source.Snapshot()
		if len(before.Next) != 12 || before.Progress.Played != 0 || before.Planned != 2 {
			t.Errorf("before the first match: %d come next, %+v", len(before.Next), before.Progress)
		}
		if body := get(t, pages, "/", 200); !strings.Contains(body, "Small Cup") || !strings.Contains(body, "No match yet") {
			t.Error("the first page does not say that no match was played")
		}
		if body := get(t, pages, "/schedule", 200); strings.Count(body, "<tr><td>") != 12 {
			t.Error("the schedule has other matches than those to come")
		}
		if err := e.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		snap := await(t, source, func(s *web.Snapshot) bool { return s.Progress.Done && len(s.Stages) == 2 })
		if snap.Progress.Played < 14 || len(snap.Latest) == 0 {
			t.Errorf("at the end: %+v, %d latest matches", snap.Progress, len(snap.Latest))
		}
		checkPages(t, pages, snap)
		get(t, pages, "/healthz", 200)
		for _, cursor := range []string{"x", "-5", "AAAA", "1.2~x", "1.2~-1", "9999999999999999999999", "%00"} {
			get(t, pages, "/api/matches?after="+cursor, 400)
			get(t, pages, "/matches?after="+cursor, 400)
		}
	})
	o, err := engine.Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	source := site.OfOffline(o)
	pages, err := web.New(web.Options{Source: source, About: site.About(ev, ""), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	checkPages(t, pages, source.Snapshot())
	to := filepath.Join(t.TempDir(), "html")
	if err := web.ExportHTML(t.Context(), source, site.About(ev, ""), to, web.ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	if replays, err := filepath.Glob(filepath.Join(to, "replays", "*.html")); err != nil || len(replays) != source.Snapshot().Progress.Played {
		t.Errorf("%d replays were exported, error %v", len(replays), err)
	}
}

// checkPages checks all pages of the cup after its end.
func checkPages(t *testing.T, pages http.Handler, snap *web.Snapshot) {
	t.Helper()
	for _, path := range []string{"/", "/cross-table", "/schedule", "/live", "/workers", "/projector", "/api/event", "/api/progress",
		"/csv/standings.csv", "/csv/matches.csv", "/csv/ratings.csv", "/metrics"} {
		if body := get(t, pages, path, 200); strings.Contains(body, "R&D random") && !strings.HasPrefix(path, "/csv/") && !strings.HasPrefix(path, "/api/") {
			t.Errorf("%s has a name that is not escaped", path)
		}
	}
	if body := get(t, pages, "/rounds", 200); !strings.Contains(body, "<h1>Bracket</h1>") || !strings.Contains(body, "place wins") {
		t.Error("the bracket of the final has no winner")
	}
	if body := get(t, pages, "/entrants/1", 200); !strings.Contains(body, "hunter") || !strings.Contains(body, "of answers in") {
		t.Errorf("the page of an entrant does not tell its times")
	}
	var list struct {
		List []web.MatchAnswer `json:"matches"`
	}
	if err := json.Unmarshal([]byte(get(t, pages, "/api/matches", 200)), &list); err != nil || len(list.List) != snap.Progress.Played {
		t.Fatalf("%d matches are listed, error %v, want %d", len(list.List), err, snap.Progress.Played)
	}
	first := list.List[len(list.List)-1]
	if len(first.Names) != 2 || first.Map != "tiny" || first.Logs != nil {
		t.Errorf("the first match is %+v", first)
	}
	get(t, pages, "/matches/"+first.ID.String(), 200)
	if first.Result.Replay == "" {
		t.Fatal("no replay is kept")
	}
	get(t, pages, "/replays/"+first.Result.Replay+"/", 200)
	if body := get(t, pages, "/replays/"+first.Result.Replay+"/api/matches", 200); !strings.Contains(body, `"turn":20`) {
		t.Errorf("the replay is %s", body)
	}
	get(t, pages, "/replays/"+strings.Repeat("0", 64)+"/api/matches", 404)
	get(t, pages, "/matches/999.0", 404)
	if body := get(t, pages, "/api/matches?entrant=idle&against=idle&limit=1", 200); strings.Count(body, `"names"`) != 1 {
		t.Errorf("a match of idle is %s", body)
	}
	if body := get(t, pages, "/api/matches?entrant=idle&against=nobody", 200); strings.Contains(body, `"names"`) {
		t.Errorf("matches against nobody are %s", body)
	}
	if body := get(t, pages, "/api/matches?entrant=idle&stage=0&limit=2", 200); strings.Count(body, `"names"`) != 2 || !strings.Contains(body, `"next":"`) {
		t.Errorf("a page of two is %s", body)
	}
}

// TestOnlyReplays: a file of the store that no result names is not served.
func TestOnlyReplays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	play(t, dir, func(e *engine.Engine, ev *event.Event) {
		hash := strings.Repeat("ab", 32)
		if err := os.MkdirAll(filepath.Join(dir, "replays", "ab"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "replays", "ab", hash+".blast"), []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
		source := site.Of(e, ev, nil)
		defer source.Close()
		r, err := e.Replay(t.Context(), hash)
		if err != nil {
			t.Fatalf("the engine does not have the file: %v", err)
		}
		r.Close()
		if r, err := source.Replay(t.Context(), hash); !errors.Is(err, web.ErrNotFound) {
			t.Errorf("the source gives %v, %v", r, err)
		}
	})
}

// TestLive: a running match is on the page with the letters of its entrants, under its id until it ends.
func TestLive(t *testing.T) {
	l := site.NewLive()
	f := tournament.Fixture{ID: tournament.ID{Stage: 1, Block: 3, Match: 1}, Entrants: []int{7, 2}}
	seen := ""
	c := arena.Config{Map: "tiny", Turns: 10, Seed: 2, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:greedy"}}}
	sinks := append(l.Sinks(f), &onTurn{f: func() { seen = site.LiveID(l, f.ID) }})
	if _, err := blastyard.Play(t.Context(), c, sinks...); err != nil {
		t.Fatal(err)
	}
	list := serve.ListOf(l.Catalog())
	if len(list) != 1 || list[0].Title != "Match f3.1" || list[0].Entrants[0] != 8 || list[0].Entrants[1] != 3 {
		t.Fatalf("the list is %+v", list)
	}
	if seen != list[0].ID {
		t.Errorf("while it was played it was called %q", seen)
	}
	if id := site.LiveID(l, f.ID); id != "" {
		t.Errorf("after its end it is called %q", id)
	}
}

type onTurn struct {
	arena.NopSink
	f func()
}

func (o *onTurn) Turn(*arena.Turn) { o.f() }

// TestAbout: the pages describe when an event is over.
func TestAbout(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "event.toml")
	text := strings.Replace(cup, "max_matches = 200", "max_matches = 200\nuntil = { top = 2 }\nturn_time = \"50ms\"", 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ev, err := event.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a := site.About(ev, "https://cup.example.org/")
	want := "ends when the ranks of the first 2 are separated (95 %); at most 200 matches; the first 2 play a final"
	if a.Decides != want || a.Turns != 20 || a.TurnTime != 50*time.Millisecond || a.Players != 2 || a.Website != "https://cup.example.org/" {
		t.Errorf("%+v", a)
	}
}
