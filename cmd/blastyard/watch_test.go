package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"blastyard/viewer/serve"
)

// TestReplayCatalog: all replays of a folder are listed and open, a damaged one with its valid part, new ones appear, and an
// id is no path.
func TestReplayCatalog(t *testing.T) {
	dir := t.TempDir()
	play := func(name string, args ...string) {
		t.Helper()
		args = append([]string{"play", "--quiet", "--seed", "3", "--replay", filepath.Join(dir, name)}, args...)
		if code, _, stderr := run(t, "", args...); code != 0 {
			t.Fatal(stderr)
		}
	}
	play("hexa gon.blast", "--map", "tiny", "--turns", "12")
	play("deep/bomber.blast", "bomberman", "--players", "2", "--turns", "8")
	whole, err := os.ReadFile(filepath.Join(dir, "hexa gon.blast"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cut.blast"), whole[:len(whole)*2/3], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "junk.blast"), []byte("junk"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := newReplayCatalog(dir)
	if err != nil {
		t.Fatal(err)
	}
	turns := map[string]int{}
	for _, e := range c.List() {
		m, err := c.Open(e.ID)
		if err != nil {
			t.Fatal(err)
		}
		if m.Turn() != e.Turn || !m.Ended() || e.Live {
			t.Errorf("%+v: the match is at turn %d", e, m.Turn())
		}
		turns[e.ID] = e.Turn
	}
	if cut := turns["cut"]; len(turns) != 3 || turns["hexa_gon"] != 12 || turns["bomber"] < 1 || cut < 1 || cut > 11 {
		t.Errorf("the list is %v", turns)
	}
	if lines := c.problems(); len(lines) != 2 {
		t.Errorf("problems: %q", lines)
	}
	for _, id := range []string{"", "..", "../x", "hexa gon.blast", filepath.Join(dir, "cut.blast")} {
		if _, err := c.Open(id); !errors.Is(err, serve.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	play("late.blast", "--map", "tiny", "--turns", "3")
	c.read = c.read.Add(-rereadReplays)
	if list := c.List(); len(list) != 4 || list[3].ID != "late" {
		text, _ := json.Marshal(list)
		t.Errorf("after a new replay: %s", text)
	}
}
