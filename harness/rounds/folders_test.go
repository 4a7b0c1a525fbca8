//go:build unix

package rounds

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/bomberman"
)

// tree lists the files and folders below dir.
func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, p); rel != "." && !d.IsDir() {
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return names
}

func TestFoldersOfAMatchAtTheirMoments(t *testing.T) {
	tb := newTable(t, Config{})
	f, dir := tb.folders, tb.folders.Dir()
	begin := func() {
		t.Helper()
		if err := f.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want ...string) {
		t.Helper()
		if got := tree(t, dir); !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	}
	begin()
	expect("0/A/map.txt", "0/A/state.json", "0/B/map.txt", "0/B/state.json", "0/map.txt", "0/roundInfo.json", "0/state.json")
	if got := tb.read("0", "B", "state.json"); got != string(tb.text.AppendState(nil, tb.state)) {
		t.Errorf("state.json is\n%s", got)
	}
	if got := tb.read("0", "map.txt"); got != string(tb.text.AppendMap(nil, tb.state)) || !strings.Contains(got, "Current Round: 0,") {
		t.Errorf("map.txt is\n%s", got)
	}
	if got := tb.read("0", "roundInfo.json"); !strings.HasPrefix(got, `{"MapSeed":7,"Round":0,"Winner":{"Author":"Player 1"`) {
		t.Errorf("roundInfo.json is %s", got)
	}
	if err := f.WriteMove(0, 'A', bomberman.PlaceBomb); err != nil {
		t.Error(err)
	}
	if err := f.EndPlayer(0, 'A', []byte("log\n")); err != nil {
		t.Error(err)
	}
	expect("0/A/log.txt", "0/A/move.txt", "0/B/map.txt", "0/B/state.json", "0/map.txt", "0/roundInfo.json", "0/state.json")
	f.keep = true
	if err := f.EndPlayer(0, 'B', nil); err != nil {
		t.Error(err)
	}
	if err := f.End(0, []byte("end\n")); err != nil {
		t.Error(err)
	}
	expect("0/A/log.txt", "0/A/move.txt", "0/B/log.txt", "0/B/map.txt", "0/B/state.json", "0/engine.log", "0/map.txt", "0/roundInfo.json", "0/state.json")
	if f.Player(12, 'C') != filepath.Join(dir, "12", "C") || !filepath.IsAbs(dir) || filepath.Base(dir) != "7" {
		t.Errorf("folders %s, %s", dir, f.Player(12, 'C'))
	}
}

func TestAnEarlierMatchWithTheSameSeedIsKept(t *testing.T) {
	root := t.TempDir()
	for i, want := range []string{"", "-3.1", "-3.2"} {
		f, moved, err := NewFolders(root, -3, false)
		if err != nil {
			t.Fatal(err)
		}
		if base := filepath.Base(moved); moved != "" && base != want || moved == "" && want != "" {
			t.Errorf("match %d: the earlier one is in %q, want %q", i, moved, want)
		}
		if err := f.End(0, []byte{byte('0' + i), '\n'}); err != nil {
			t.Error(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{"-3.1": "0\n", "-3.2": "1\n", "-3": "2\n"} {
		if got, err := os.ReadFile(filepath.Join(root, name, "0", "engine.log")); string(got) != want || err != nil {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
		}
	}
}
