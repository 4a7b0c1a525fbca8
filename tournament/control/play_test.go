package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"blastyard/arena/doctor"
	"blastyard/arena/entrant"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
)

const quickEvent = `
maps = "tiny"
turns = 20
rounds = 60
jobs = 1
keep = "failures"
[[bot]]
command = "builtin:hunter"
[[bot]]
command = "builtin:greedy"
[[bot]]
command = "builtin:idle"
`

// firstLine calls a function when the first line is written.
type firstLine struct {
	once sync.Once
	do   func()
	bytes.Buffer
}

func (f *firstLine) Write(p []byte) (int, error) {
	f.once.Do(f.do)
	return f.Buffer.Write(p)
}

func finished(t *testing.T, p *Play) *tournament.Standings {
	t.Helper()
	var out bytes.Buffer
	p.Out, p.JSON = &out, true
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := new(tournament.Standings)
	if err := json.Unmarshal(out.Bytes(), s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestInterrupted: an interrupted event says how to continue, and its standings are then those of an undisturbed one.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "quick.toml")
	if err := os.WriteFile(path, []byte(quickEvent), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := &Play{Path: path, Notes: &firstLine{do: cancel}}
	switch err := p.Run(ctx); {
	case err == nil: // everything was played before the interrupt
	case !strings.HasPrefix(err.Error(), "interrupted: ") ||
		!strings.HasSuffix(err.Error(), " kept; to go on: blastyard tournament run "+path):
		t.Fatalf("interrupted with %v", err)
	}
	got := finished(t, &Play{Path: path, Quiet: true, Notes: new(bytes.Buffer)})
	o, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	want := finished(t, &Play{Path: path, Store: filepath.Join(dir, "other"), Secret: o.Secret, Quiet: true,
		Notes: new(bytes.Buffer)})
	if o.Secret.IsZero() {
		t.Error("the event has no secret")
	}
	if got.Fingerprint != want.Fingerprint || !got.Complete || got.Matches != 360 || want.Matches != 360 {
		t.Errorf("after an interrupt %d matches with fingerprint %s, else %d with %s", got.Matches, got.Fingerprint,
			want.Matches, want.Fingerprint)
	}
}

// TestStoreOf: a store can be named by itself, by its event file, and by the folder of the event file.
func TestStoreOf(t *testing.T) {
	dir := t.TempDir()
	file, store := filepath.Join(dir, "event.toml"), filepath.Join(dir, "event.store")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(store, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(store, "event.json"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, dir, store} {
		if got, err := StoreOf(path); err != nil || got != store {
			t.Errorf("StoreOf(%s) is %s, error %v, want %s", path, got, err, store)
		}
	}
	if got, err := StoreOf(filepath.Join(dir, "none")); err == nil {
		t.Errorf("of a path that is not there: %s", got)
	}
	if got := StoreBeside("cups/spring.toml"); got != "cups/spring.store" {
		t.Errorf("beside spring.toml: %s", got)
	}
}

// TestLostLog: a whole event whose log was deleted is not played again; with Accept its standings are there again.
func TestLostLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "quick.toml")
	if err := os.WriteFile(path, []byte(quickEvent), 0o666); err != nil {
		t.Fatal(err)
	}
	want := finished(t, &Play{Path: path, Notes: io.Discard})
	if err := os.RemoveAll(filepath.Join(StoreBeside(path), "jetstream")); err != nil {
		t.Fatal(err)
	}
	var lost *engine.LostError
	err := (&Play{Path: path, Notes: io.Discard, Out: io.Discard}).Run(t.Context())
	if !errors.As(err, &lost) || lost.Has != 0 || lost.Had != 360 || !strings.Contains(err.Error(), "so 360 are missing") {
		t.Fatalf("%v", err)
	}
	if got := finished(t, &Play{Path: path, Notes: io.Discard, Accept: true}); got.Fingerprint != want.Fingerprint || !got.Complete {
		t.Errorf("%+v, want the fingerprint %s", got, want.Fingerprint)
	}
	if got := finished(t, &Play{Path: path, Notes: io.Discard}); got.Fingerprint != want.Fingerprint {
		t.Errorf("at the next start: %+v", got)
	}
}

// TestFairMachine: run and serve say how many programs this machine can judge fairly, if the event has programs.
func TestFairMachine(t *testing.T) {
	fair := doctor.FairText(doctor.Fair())
	for name, c := range map[string]struct {
		play *Play
		bot  entrant.Kind
		want bool
	}{
		"programs":                {&Play{}, entrant.Program, fair != ""},
		"built-in bots":           {&Play{}, entrant.Builtin, false},
		"it tells nothing":        {&Play{Quiet: true}, entrant.Program, false},
		"it plays nothing itself": {&Play{Jobs: -1}, entrant.Program, false},
	} {
		var out strings.Builder
		c.play.Notes = &out
		c.play.announceMachine(&event.Event{Bots: []event.Bot{{Entrant: entrant.Entrant{Kind: c.bot}}}})
		if got := strings.HasSuffix(out.String(), fair+"\n") && out.Len() > 0; got != c.want {
			t.Errorf("%s: %q", name, out.String())
		}
	}
}
