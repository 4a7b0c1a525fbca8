package site

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"blastyard/arena/harness"
	"blastyard/internal/archive"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/submission"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if task := os.Getenv(thousandVariable); task != "" {
		os.Exit(beThousand(task))
	}
	goleak.VerifyTestMain(m)
}

// parse parses the text of an event.
func parse(t *testing.T, text string) *event.Event {
	t.Helper()
	ev, err := event.Parse([]byte(text), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

// open opens an engine that plays built-in bots.
func open(t *testing.T, ev *event.Event) (e *engine.Engine, dir string) {
	t.Helper()
	dir = t.TempDir()
	e, err := engine.Open(t.Context(), engine.Options{Dir: dir, Event: ev, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, dir
}

// packed returns the archive of a bot.
func packed(t *testing.T, text string) (path, hash string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "bot.tar.zst")
	hash, err := archive.PackFile(path, dir, archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return path, hash
}

const roundRobin = `name = "Test"
game = "hexabomb"
format = "round-robin"
turns = 5
rounds = 1
[[bot]]
name = "ann"
command = "builtin:random"
[[bot]]
name = "bob"
command = "builtin:random"
`

// TestEnterARoundRobin: in a format that compares all matches, a version can only enter before the first match.
func TestEnterARoundRobin(t *testing.T) {
	ev := parse(t, roundRobin)
	e, _ := open(t, ev)
	d := &inbox{engine: e, format: ev.Schedule.Format}
	path, hash := packed(t, "command = \"./bot\"\n")
	if version, number, err := d.current(t.Context(), "nobody"); version != "" || number != 0 || err != nil {
		t.Errorf("%q, %d, %v", version, number, err)
	}
	var refused *submission.RefusedEntry
	entry := tournament.Entry{Name: "cem", Version: hash, Number: 1, By: "cem"}
	if err := d.enter(t.Context(), entry, path); !errors.As(err, &refused) || !strings.Contains(refused.Why, "cem is none of them") {
		t.Errorf("a stranger: %v", err)
	}
	entry.Name = "ann"
	if err := d.enter(t.Context(), entry, path); err != nil {
		t.Fatal(err)
	}
	if version, number, err := d.current(t.Context(), "ann"); version != hash || number != 1 || err != nil {
		t.Errorf("%q, %d, %v", version, number, err)
	}
	in, err := e.Archive(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if got, err := archive.Unpack(in, t.TempDir(), archive.Limits{}); got != hash || err != nil {
		t.Errorf("the archive: %s, %v", got, err)
	}
}

func TestNothingEntersAnEventThatIsOver(t *testing.T) {
	ev := parse(t, roundRobin)
	e, _ := open(t, ev)
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	d := &inbox{engine: e, format: ev.Schedule.Format}
	path, hash := packed(t, "command = \"./bot\"\n")
	var refused *submission.RefusedEntry
	err := d.enter(t.Context(), tournament.Entry{Name: "ann", Version: hash, Number: 1, By: "ann"}, path)
	if !errors.As(err, &refused) || refused.Why != "the event is over" {
		t.Errorf("%v", err)
	}
	list, err := d.played(t.Context(), "bob")
	if err != nil || len(list) == 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, p := range list {
		if p.Names[p.Player] != "bob" || p.URL != "../../matches/"+p.ID.String() {
			t.Errorf("%+v", p)
		}
	}
	if list, err := d.played(t.Context(), "nobody"); len(list) != 0 || err != nil {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := d.open(t.Context(), strings.Repeat("0", 64)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is not kept: %v", err)
	}
}

// TestNewInbox: the whole inbox reports a bad bot, and uses the limits of the event's file.
func TestNewInbox(t *testing.T) {
	ev := parse(t, "closes = 2001-01-01T00:00:00Z\n"+roundRobin+"[submit]\nmax_files = 7\n")
	e, dir := open(t, ev)
	d, err := NewInbox(e, ev, InboxOptions{Store: dir, Unsafe: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Submit("ann", strings.NewReader("x")); !errors.Is(err, submission.ErrClosed) {
		t.Errorf("after closing: %v", err)
	}
	ev = parse(t, roundRobin+"[submit]\nmax_files = 7\n")
	e, dir = open(t, ev)
	if d, err = NewInbox(e, ev, InboxOptions{Store: dir, Unsafe: true}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Run(ctx)
	}()
	defer func() {
		stop()
		<-done
	}()
	var upload bytes.Buffer
	w := zip.NewWriter(&upload)
	for i := range 8 {
		f, err := w.Create("f" + string(rune('0'+i)))
		if err == nil {
			_, err = io.WriteString(f, "x")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := d.Submit("ann", &upload)
	if err != nil {
		t.Fatal(err)
	}
	over := time.After(2 * time.Minute)
	for !r.State.Final() {
		now, changed := d.Report("ann", r.ID)
		if r = now; r.State.Final() {
			break
		}
		select {
		case <-changed:
		case <-over:
			t.Fatalf("%+v", r)
		}
	}
	if r.State != submission.Refused || !strings.Contains(r.Why, "more than 7 files") {
		t.Errorf("%+v", r)
	}
}
