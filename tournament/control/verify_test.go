package control

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/tournament/engine"
)

// TestVerify: a played event equals its log, and a modified replay is found.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "event.toml")
	text := "name = \"cup\"\nmaps = [\"tiny\"]\nturns = 10\nformat = \"round-robin\"\nplayers = 2\nrounds = 2\n"
	for _, bot := range []string{"hunter", "greedy", "random"} {
		text += "[[bot]]\ncommand = \"builtin:" + bot + "\"\n"
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := Play{Path: file, Quiet: true, Out: io.Discard, Notes: io.Discard}
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	check := func(asJSON, want bool) string {
		t.Helper()
		var out strings.Builder
		ok, err := Verify(t.Context(), file, &out, io.Discard, asJSON)
		if err != nil {
			t.Fatal(err)
		}
		if ok != want {
			t.Errorf("%v, want %v: %s", ok, want, out.String())
		}
		return out.String()
	}
	if said := check(false, true); !strings.HasPrefix(said, "12 matches: 12 replays played again") {
		t.Errorf("it says %q", said)
	}
	e, err := engine.ReadEvent(p.Store)
	if err != nil {
		t.Fatal(err)
	}
	busy, err := engine.Open(t.Context(), engine.Options{Dir: p.Store, Event: e, Jobs: -1})
	if err != nil {
		t.Fatal(err)
	}
	if said := check(true, true); !strings.Contains(said, `"replays": 12`) && !strings.Contains(said, `"replays":12`) {
		t.Errorf("while somebody has the store open it says %q", said)
	}
	if err := busy.Close(); err != nil {
		t.Fatal(err)
	}
	replays, err := filepath.Glob(filepath.Join(p.Store, "replays", "*", "*"))
	if err != nil || len(replays) != 12 {
		t.Fatalf("%d replays, %v", len(replays), err)
	}
	if err := os.WriteFile(replays[3], []byte("something else"), 0o666); err != nil {
		t.Fatal(err)
	}
	if said := check(false, false); strings.Count(said, "FAULT") != 1 || !strings.Contains(said, "its replay cannot be read") {
		t.Errorf("it says %q", said)
	}
}
