//go:build unix

package rounds

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

// TestLastRoundHasTheFinalState: the folder of who dies gets the state after the round, and stays empty afterwards;
// those who live get theirs at the end of the game.
func TestLastRoundHasTheFinalState(t *testing.T) {
	tb := newTestMatch(t, Config{})
	final := map[string]int{} // by player, the round whose folder has a final state
	for !tb.state.Over() {
		n := tb.state.Round()
		if err := tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
			t.Fatal(err)
		}
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
		tb.state.Step([]bomberman.Command{bomberman.PlaceBomb}, nil) // A stays on its bomb
		if err := tb.folders.End(n, nil, tb.state, &tb.text, tb.keys); err != nil {
			t.Fatal(err)
		}
		for _, key := range tb.keys {
			if _, err := os.Lstat(filepath.Join(tb.folders.Player(n, key), stateFile)); err == nil {
				final[string(key)] = n
				if got := tb.read(strconv.Itoa(n), string(key), mapFile); got != string(tb.text.AppendMap(nil, tb.state)) {
					t.Errorf("round %d: %c's final map is\n%s", n, key, got)
				}
			}
		}
	}
	last := tb.state.Round() - 1
	if len(final) != len(tb.keys) || final["A"] != tb.state.Player(0).KilledRound || tb.state.Player(0).Alive || final["B"] != last {
		t.Errorf("final states in the rounds %v of %d", final, last)
	}
}

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
	// What is no round is not ours to remove.
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
