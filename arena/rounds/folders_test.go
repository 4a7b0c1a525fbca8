//go:build unix

package rounds

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/rules/bomberman"
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
	tb := newTestMatch(t, Config{})
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
	if err := os.WriteFile(filepath.Join(f.Player(0, 'A'), MoveFile), []byte("5"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := f.EndPlayer(0, 'A', []byte("log\n")); err != nil {
		t.Error(err)
	}
	expect("0/A/log.txt", "0/A/move.txt", "0/B/map.txt", "0/B/state.json", "0/map.txt", "0/roundInfo.json", "0/state.json")
	f.keep = true
	if err := f.EndPlayer(0, 'B', nil); err != nil {
		t.Error(err)
	}
	tb.state.Step(nil, nil)
	if err := f.End(0, []byte("end\n"), tb.state, &tb.text, tb.keys); err != nil {
		t.Error(err)
	}
	expect("0/A/log.txt", "0/A/move.txt", "0/B/log.txt", "0/B/map.txt", "0/B/state.json", "0/engine.log", "0/map.txt", "0/roundInfo.json", "0/state.json")
	if f.Player(12, 'C') != filepath.Join(dir, "12", "C") || !filepath.IsAbs(dir) || filepath.Base(dir) != "7" {
		t.Errorf("folders %s, %s", dir, f.Player(12, 'C'))
	}
}

// TestFinalStates: the final state of a dead player is in the folder of the last round that the original tells it of,
// and, if that is not the last one, in that of the end of the match. Other folders of the dead stay empty.
func TestFinalStates(t *testing.T) {
	for name, c := range map[string]struct {
		bombs string // the players that stay on their bombs, one after the other
		final func(killed [3]int, last int) []string
	}{
		"a later key lives": {"AC", func(_ [3]int, last int) []string {
			return []string{inRound(last, "A"), inRound(last, "B"), inRound(last, "C")}
		}},
		"no later key lives": {"CA", func(killed [3]int, last int) []string {
			return []string{inRound(killed[2], "C"), inRound(last, "A"), inRound(last, "B"), inRound(last+1, "C")}
		}},
		"no later key lives at last": {"BC", func(killed [3]int, last int) []string {
			return []string{inRound(last, "A"), inRound(last, "B"), inRound(last, "C")}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTestMatch(t, Config{}, testBot(t, "good"), testBot(t, "good"), testBot(t, "good"))
			begin := func(keys []byte) {
				t.Helper()
				if err := tb.folders.Begin(tb.state, &tb.text, tb.players, keys); err != nil {
					t.Fatal(err)
				}
			}
			bombs := c.bombs
			for !tb.state.Over() {
				n := tb.state.Round()
				begin(tb.keys)
				for k, key := range tb.keys {
					entries, err := os.ReadDir(tb.folders.Player(n, key))
					if alive := tb.state.Player(k).Alive; err != nil || (len(entries) > 0) != alive {
						t.Fatalf("round %d: the folder of %c, alive %v, has %v, %v", n, key, alive, entries, err)
					}
					if len(entries) > 0 {
						if err := tb.folders.EndPlayer(n, key, nil); err != nil {
							t.Fatal(err)
						}
					}
				}
				commands := make([]bomberman.Command, len(tb.keys))
				for len(bombs) > 0 && !tb.state.Player(int(bombs[0]-'A')).Alive {
					bombs = bombs[1:]
				}
				if bombs != "" {
					commands[bombs[0]-'A'] = bomberman.PlaceBomb
				}
				tb.state.Step(commands, nil)
				if err := tb.folders.End(n, nil, tb.state, &tb.text, tb.keys); err != nil {
					t.Fatal(err)
				}
			}
			begin(nil)
			last := tb.state.Round() - 1
			var killed [3]int
			for k := range killed {
				killed[k] = tb.state.Player(k).KilledRound
			}
			var got []string
			for n := range last + 2 {
				for _, key := range tb.keys {
					if _, err := os.Lstat(filepath.Join(tb.folders.Player(n, key), stateFile)); err == nil {
						got = append(got, inRound(n, string(key)))
						if text := tb.read(strconv.Itoa(n), string(key), mapFile); text != string(tb.text.AppendMap(nil, tb.state)) {
							t.Errorf("round %d: %c's final map is\n%s", n, key, text)
						}
					}
				}
			}
			if want := c.final(killed, last); !slices.Equal(got, want) {
				t.Errorf("final states in %q, want %q", got, want)
			}
			if ok, err := isMatch(tb.folders.Dir()); !ok {
				t.Error("the folder is no match:", err)
			}
		})
	}
}

func isMatch(dir string) (bool, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer root.Close()
	old, err := findRounds(root)
	return len(old) > 0, err
}

func inRound(n int, key string) string { return filepath.Join(strconv.Itoa(n), key) }

func TestRoundsOfAnEarlierMatchAreReplaced(t *testing.T) {
	dir := t.TempDir()
	tb := newTestMatch(t, Config{})
	keep := filepath.Join(dir, "notes", "1")
	if err := os.MkdirAll(keep, 0o777); err != nil {
		t.Fatal(err)
	}
	for match, rounds := range []int{3, 1, 2} {
		f, replaced, err := NewFolders(dir, false)
		if err != nil || replaced != (match > 0) {
			t.Fatalf("match %d: replaced is %v, %v", match, replaced, err)
		}
		s := bomberman.NewState(tb.state.Map())
		for n := range rounds {
			if err := f.Begin(s, &tb.text, tb.players, nil); err != nil {
				t.Fatal(err)
			}
			s.Step(nil, nil)
			if err := f.End(n, []byte{byte('0' + match)}, s, &tb.text, nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		for n := range 4 {
			got, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(n), "engine.log"))
			if n < rounds != (err == nil) || err == nil && string(got) != strconv.Itoa(match) {
				t.Errorf("match %d, round %d: %q, %v", match, n, got, err)
			}
		}
		if _, err := os.Stat(keep); err != nil {
			t.Error(err)
		}
	}
	// NewFolders does not remove anything that is not a round.
	if err := os.MkdirAll(filepath.Join(dir, "17", "holiday"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, _, err := NewFolders(dir, false)
	if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "17")+" is there and no round of a match") {
		t.Error(err)
	}
	for _, name := range []string{"17/holiday", "0/engine.log"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
