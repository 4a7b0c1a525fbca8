package site_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/hook"
	"blastyard/tournament/internal/site"
)

const hookSecret = "0123456789abcdef0123456789abcdef"

// told is a message that a receiver has acknowledged.
type told struct {
	ID, Event, Kind, Phase, What, Name string
	Version                            int
	Order                              struct{ What, Why string }
	Matches                            []struct {
		ID    tournament.ID
		Names []string
		Ranks []int
		Void  string
	}
	text string
}

// listener acknowledges all messages.
type listener struct {
	t  *testing.T
	mu sync.Mutex
	of []told
}

func (l *listener) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	x := told{text: string(body)}
	if err != nil || json.Unmarshal(body, &x) != nil || r.Header.Get(hook.SignatureHeader) != hook.Sign(hookSecret, body) {
		l.t.Errorf("a message is %q, %v", body, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.of = append(l.of, x)
}

func (l *listener) all() []told {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.of)
}

// matches are the ids of the matches that it was told of.
func (l *listener) matches() (ids []string) {
	for _, m := range l.all() {
		for i := range m.Matches {
			ids = append(ids, m.Matches[i].ID.String())
		}
	}
	return ids
}

// hooked runs the web hook of an event until stop.
func hooked(t *testing.T, s *served, ev *event.Event, dir string) (stop func()) {
	t.Helper()
	h, err := site.NewHook(s.engine, ev, s.source, dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := h.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("the hook ends with %v", err)
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// TestHook: a program is told of phases, submissions, results and orders, each once, also after a restart. While standings
// are hidden it is told nothing that came later, and all of it when they are shown.
func TestHook(t *testing.T) {
	l := &listener{t: t}
	server := httptest.NewServer(l)
	defer server.Close()
	dir, path := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "event.toml")
	text := frozenCup + "[hook]\nurl = \"" + server.URL + "/?key=hidden\"\nsecret = \"" + hookSecret + "\"\nprivate = true\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
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
	stop := hooked(t, s, ev, dir)
	s.reach(t, 12)
	enter := &tournament.Entry{Name: "team", Version: strings.Repeat("ab", 32), Number: 1, By: "team"}
	if _, err := s.engine.Submit(t.Context(), tournament.Record{Enter: enter}); err != nil {
		t.Fatal(err)
	}
	order(t, s.engine, &tournament.Order{ID: "o1", What: tournament.Withdraw, Name: "team", By: "anna", Why: "it is ill"})
	set(18)
	s.playUntil(t, func() bool { return s.source.Snapshot().Phase.Frozen })
	before := s.engine.Progress().Played
	has := func(what func(m *told) bool) func() bool {
		return func() bool { return slices.ContainsFunc(l.all(), func(m told) bool { return what(&m) }) }
	}
	wait(t, has(func(m *told) bool { return m.Kind == "phase" && m.What == "freeze" }))
	if !has(func(m *told) bool { return m.Kind == "submission" && m.Name == "team" && m.Version == 1 })() ||
		!has(func(m *told) bool { return m.Order.What == "withdraw" && m.Order.Why == "it is ill" })() {
		t.Errorf("it was told %+v", l.all())
	}
	seen := len(l.all())
	s.reach(t, before+12)
	order(t, s.engine, &tournament.Order{ID: "o2", What: tournament.Announce, By: "anna", Why: "soon"})
	stop()
	s.close()

	s = serveEvent(t, dir, ev, now)
	defer s.close()
	defer hooked(t, s, ev, dir)()
	s.reach(t, before+24)
	if got := l.all()[seen:]; len(got) > 0 {
		t.Errorf("while standings are hidden, it was told %+v", got)
	}
	order(t, s.engine, &tournament.Order{ID: "o3", What: tournament.Reveal, By: "anna"})
	wait(t, has(func(m *told) bool { return m.Order.What == "reveal" || m.What == "reveal" }))
	ids, want := l.matches(), s.engine.Progress().Played
	if slices.Sort(ids); len(ids) != want || len(slices.Compact(ids)) != want {
		t.Errorf("it was told of %d matches, and %d were played", len(ids), want)
	}
	var messages []string
	for _, m := range l.all() {
		messages = append(messages, m.ID)
		if m.Event != "Frozen" || strings.Contains(m.text, hookSecret) || strings.Contains(m.text, "hidden") {
			t.Errorf("a message is %s", m.text)
		}
	}
	if slices.Sort(messages); len(slices.Compact(messages)) != len(l.all()) {
		t.Errorf("a message came twice: %q", messages)
	}
	noSecretIn(t, dir)
}

func order(t *testing.T, e *engine.Engine, o *tournament.Order) {
	t.Helper()
	if err := e.Order(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

// noSecretIn checks that no file of a store has the secret of the hook, or its address.
func noSecretIn(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), hookSecret) || strings.Contains(string(text), "key=hidden") {
			t.Errorf("%s has a secret", path)
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files, %v", files, err)
	}
}
