package versions

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/arena/entrant"
)

// keep keeps a version of mybot that must be kept.
func keep(t *testing.T, version string, at time.Time) Kept {
	t.Helper()
	k, same, err := Keep(t.Context(), "mybot", version, at, io.Discard)
	if err != nil || same {
		t.Fatalf("version %q: %+v, the same: %v, %v", version, k, same, err)
	}
	return k
}

// TestKeep: a version is kept with the files that a competition gets, built, and found by its name in the order of the
// days; the same files are not kept twice.
func TestKeep(t *testing.T) {
	t.Chdir(t.TempDir())
	day := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	put(t, "mybot/bot.toml", "command = \"./run\"\nname = \"The Bombers\"\n", 0o666)
	put(t, "mybot/run", "#!/bin/sh\necho one\n", 0o777)
	put(t, "mybot/games/a.log", "x", 0o666)
	put(t, "mybot/.blastyardignore", "/games/\n", 0o666)
	put(t, "mybot/.git/config", "x", 0o666)
	if k := keep(t, "", day); k.Version != "1" || !k.Saved.Equal(day) || len(k.Hash) != 64 {
		t.Errorf("%+v", k)
	}
	if k, same, err := Keep(t.Context(), "mybot", "", day, io.Discard); err != nil || !same || k.Version != "1" {
		t.Errorf("the same files again: %+v, %v, %v", k, same, err)
	}
	put(t, "mybot/run", "#!/bin/sh\necho two\n", 0o777)
	keep(t, "fast", day.Add(time.Hour))
	put(t, "mybot/run", "#!/bin/sh\necho three\n", 0o777)
	keep(t, "", day.Add(2*time.Hour))
	if _, _, err := Keep(t.Context(), "mybot", "fast", day, io.Discard); err == nil || !strings.Contains(err.Error(), "version fast is kept already") {
		t.Errorf("a version that is there: %v", err)
	}
	list, err := ListKept("mybot")
	var called []string
	for _, k := range list {
		called = append(called, k.Version)
	}
	if err != nil || !slices.Equal(called, []string{"1", "fast", "2"}) {
		t.Errorf("kept: %q, %v", called, err)
	}
	for spec, text := range map[string]string{"mybot#1": "one", "./mybot#fast": "two", "stdio:mybot#2": "three"} {
		e, err := entrant.Parse(spec, entrant.Options{})
		if err != nil || e.Name != "The Bombers"+spec[strings.IndexByte(spec, '#'):] || e.Spec() == "" {
			t.Errorf("%s: %+v, %v", spec, e, err)
			continue
		}
		got, err := os.ReadFile(filepath.Join(e.Dir, "run"))
		if err != nil || !strings.Contains(string(got), text) {
			t.Errorf("%s holds %q, %v", spec, got, err)
		}
		for _, none := range []string{"games", ".git"} {
			if _, err := os.Stat(filepath.Join(e.Dir, none)); err == nil {
				t.Errorf("%s has %s", spec, none)
			}
		}
	}
	if entries, err := os.ReadDir("mybot.versions"); err != nil || len(entries) != 4 { // three versions and the list
		t.Errorf("%d entries, %v", len(entries), err)
	}
	t.Chdir("mybot")
	if e, err := entrant.Parse(".#fast", entrant.Options{}); err != nil || filepath.Base(e.Dir) != "fast" {
		t.Errorf("from its own folder: %+v, %v", e, err)
	}
}

// TestKeepRefuses: what cannot be built, or has a link that leaves the folder, is not kept, and leaves nothing.
func TestKeepRefuses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh and links")
	}
	t.Chdir(t.TempDir())
	put(t, "mybot/bot.toml", "command = \"./run\"\nbuild = \"sh -c 'exit 3'\"\n", 0o666)
	if _, _, err := Keep(t.Context(), "mybot", "", time.Now(), io.Discard); err == nil || !strings.Contains(err.Error(), "exit code 3") {
		t.Errorf("a build that fails: %v", err)
	}
	put(t, "mybot/bot.toml", "command = \"./run\"\n", 0o666)
	if err := os.Symlink("/etc/passwd", "mybot/link"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Keep(t.Context(), "mybot", "", time.Now(), io.Discard); err == nil || !strings.Contains(err.Error(), "outside of the folder") {
		t.Errorf("a link that leaves: %v", err)
	}
	if entries, err := os.ReadDir("mybot.versions"); err != nil || len(entries) != 0 {
		t.Errorf("%d entries were left, %v", len(entries), err)
	}
}
