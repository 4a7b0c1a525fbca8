package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/serve"
)

// writeReplay writes a replay of some players without turns. A list shows only its first board and its result.
func writeReplay(t testing.TB, file string, seed uint64, names ...string) {
	t.Helper()
	r, err := replay.Open(filepath.Join(golden, "hexabomb-classical"+replay.Ending))
	if err != nil {
		t.Fatal(err)
	}
	h := r.Header
	h.Seed, h.Map.Name, h.Players = seed, "small", nil
	result := &replay.Result{Winner: int(seed) % len(names)}
	for i, n := range names {
		h.Players = append(h.Players, replay.Player{Name: n, Entrant: i + 1, Bot: "builtin:" + n})
		result.Scores = append(result.Scores, 10*i)
		result.Players = append(result.Players, replay.Fate{Reason: "finished", Late: i})
	}
	w, err := replay.Create(file, &h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(result); err != nil {
		t.Fatal(err)
	}
}

// copies creates a folder of n replays, which are copies of a few.
func copies(t testing.TB, n int) string {
	t.Helper()
	dir, from := t.TempDir(), t.TempDir()
	var data [][]byte
	for i := range 20 {
		file := filepath.Join(from, fmt.Sprint(i, replay.Ending))
		writeReplay(t, file, uint64(i), "ann", "bob", "cid", fmt.Sprint("guest", i%4))
		d, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, d)
	}
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("m%05d%s", i, replay.Ending)), data[i%len(data)], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// count returns how many entries a catalogue lists.
func count(c *Catalog) (n int) {
	for range c.Newest() {
		n++
	}
	return n
}

// TestManyReplays: a folder of many replays is listed at once with the newest ones, the list grows to all of them,
// and an entry takes little memory.
func TestManyReplays(t *testing.T) {
	const n = 500
	dir := copies(t, n)
	before := heap()
	c := open(t, dir, Config{Problem: func(text string) { t.Errorf("a problem: %s", text) }})
	if first := count(c); first < firstFiles {
		t.Errorf("%d replays are listed at first, expected %d at least", first, firstFiles)
	}
	until(t, "all replays in the list", func() bool { return count(c) == n })
	if each := (heap() - before) / n; each > 2048 {
		t.Errorf("a replay takes %d bytes of memory", each)
	}
	for e := range c.Newest() {
		if e.Map != "small" || len(e.Scores) != 4 || !slices.Equal(e.Late, []int{0, 1, 2, 3}) || e.Winner < 0 || e.File == "" {
			t.Fatalf("%+v", e)
		}
		if e.Players[0] != "ann" || e.Entrants[0] != 1 || e.Entrants[2] != 3 || e.Entrants[3] < 4 {
			t.Fatalf("%v have the numbers %v", e.Players, e.Entrants)
		}
	}
	m := match(t, c, "m00007")
	if end := endOf(t, m); !m.Ended() || end.Winner != 7%4 {
		t.Errorf("%+v", end)
	}
}

// TestEntrantsOfAFolder: a name has the same number throughout a folder, also in the header of an opened match. A
// match in which too many names would look the same keeps its own numbers.
func TestEntrantsOfAFolder(t *testing.T) {
	dir := t.TempDir()
	for i, names := range [][]string{{"ann", "bob"}, {"bob", "cid"}, {"cid", "ann", "dan"}} {
		file := filepath.Join(dir, fmt.Sprint(i, replay.Ending))
		writeReplay(t, file, uint64(i), names...)
		when := time.Now().Add(time.Duration(i-100) * time.Hour)
		if err := os.Chtimes(file, when, when); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, dir, Config{})
	numbers := map[string]int{}
	for _, e := range c.List() {
		for id, name := range e.Players {
			if n, known := numbers[name]; known && n != e.Entrants[id] || e.Entrants[id] < 1 {
				t.Errorf("%s has the numbers %d and %d", name, n, e.Entrants[id])
			}
			numbers[name] = e.Entrants[id]
		}
		m := match(t, c, e.ID)
		if m.Turn() != 0 {
			t.Errorf("%s: turn %d", e.ID, m.Turn())
		}
		header := string(headerOf(t, c, e.ID))
		for id, name := range e.Players {
			if want := fmt.Sprintf(`{"name":%q,"bot":"builtin:%s","special":false,"entrant":%d`, name, name, e.Entrants[id]); !strings.Contains(header, want) {
				t.Errorf("the header has no %s: %.300s", want, header)
			}
		}
	}
	if len(numbers) != 4 {
		t.Errorf("%v", numbers)
	}
	many := newCast()
	for i := range 3 * len(viewer.Palette) {
		many.number(fmt.Sprint("bot", i), 0)
	}
	own := serve.Entry{Players: []string{"bot0", fmt.Sprint("bot", len(viewer.Palette))}, Entrants: []int{1, 2}}
	if many.assign(&own); !slices.Equal(own.Entrants, []int{1, 2}) {
		t.Errorf("two that would look the same have %v", own.Entrants)
	}
}

// headerOf returns the header of a match as its page receives it.
func headerOf(t *testing.T, c *Catalog, id string) []byte {
	t.Helper()
	f, err := c.film(id)
	if err != nil {
		t.Fatal(err)
	}
	<-f.ready
	return f.film.Header().AppendJSON(nil)
}

// TestFolderChanges: the catalogue notices a replay that is replaced, one that is removed and one of the same name
// elsewhere. Ids do not change.
func TestFolderChanges(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, sub, "same"+replay.Ending)
		writeReplay(t, file, 1, "ann", "bob")
		old(t, file)
	}
	c := open(t, dir, Config{})
	id := func(file string) string {
		for e := range c.Newest() {
			if e.File == file {
				return e.ID
			}
		}
		return ""
	}
	first, second := id("a/same.blast"), id("b/same.blast")
	if first == "" || second == "" || first == second {
		t.Fatalf("ids %q and %q", first, second)
	}
	match(t, c, second)
	if err := os.Remove(filepath.Join(dir, "a", "same"+replay.Ending)); err != nil {
		t.Fatal(err)
	}
	until(t, "the removal", func() bool { return id("a/same.blast") == "" })
	if _, err := c.Open(first); !errors.Is(err, serve.ErrNotFound) {
		t.Errorf("a replay that was removed: %v", err)
	}
	if now := id("b/same.blast"); now != second {
		t.Errorf("the other one was %q, is %q", second, now)
	}
	other := filepath.Join(t.TempDir(), "other"+replay.Ending)
	writeReplay(t, other, 2, "eve", "bob", "ann")
	if err := os.Rename(other, filepath.Join(dir, "b", "same"+replay.Ending)); err != nil {
		t.Fatal(err)
	}
	until(t, "the new one in the list", func() bool {
		for e := range c.Newest() {
			if e.ID == second && len(e.Players) == 3 {
				return true
			}
		}
		return false
	})
	if end := endOf(t, match(t, c, second)); len(end.Players) != 3 {
		t.Errorf("the new one opens as %+v", end)
	}
}

// TestEndsAreNotTrusted: the information at the end of a file is used for the list only. An opened file is read like
// any other, and shows its real content.
func TestEndsAreNotTrusted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"honest", "liar"} {
		copyFile(t, "hexabomb-classical", filepath.Join(dir, name+replay.Ending), 1)
	}
	honest, err := replay.Open(filepath.Join(dir, "honest"+replay.Ending))
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	w, err := replay.NewWriter(&said, &replay.Header{Game: honest.Header.Game, Rules: honest.Header.Rules, Map: honest.Header.Map,
		Players: honest.Header.Players, Hash: honest.Header.Hash})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(&replay.Result{Winner: 1, Scores: make([]int, len(honest.Header.Players))}); err != nil {
		t.Fatal(err)
	}
	// Append the end of that file to another one.
	end := said.Bytes()[bytes.LastIndex(said.Bytes(), []byte{0x5B, 0x2A, 0x4D, 0x18}):]
	liar := filepath.Join(dir, "liar"+replay.Ending)
	data, err := os.ReadFile(liar)
	if err != nil {
		t.Fatal(err)
	}
	put(t, liar, append(data, end...))
	old(t, liar, filepath.Join(dir, "honest"+replay.Ending))
	c := open(t, dir, Config{})
	turns := map[string]int{}
	for e := range c.Newest() {
		turns[e.ID] = e.Turn
	}
	if turns["liar"] != 0 || turns["honest"] != 60 {
		t.Fatalf("the list: %v", turns)
	}
	m := match(t, c, "liar")
	if m.Turn() != 60 || endOf(t, m).Winner != honest.Result.Winner {
		t.Errorf("turn %d, %+v", m.Turn(), endOf(t, m))
	}
	for e := range c.Newest() {
		if e.ID == "liar" && (e.Turn != 60 || !slices.Equal(e.Scores, honest.Result.Scores)) {
			t.Errorf("the list still says %+v", e)
		}
	}
}

// BenchmarkManyReplays opens a folder of 10,000 replays. It measures the time until the first list and until the
// complete one, and the memory.
func BenchmarkManyReplays(b *testing.B) {
	const n = 10_000
	dir := copies(b, n)
	for b.Loop() {
		before, began := heap(), time.Now()
		c, err := New(dir, Config{})
		if err != nil {
			b.Fatal(err)
		}
		first, at := count(c), time.Since(began)
		for count(c) < n {
			time.Sleep(5 * time.Millisecond)
		}
		b.ReportMetric(at.Seconds()*1000, "ms-to-first-list")
		b.ReportMetric(float64(first), "replays-in-first-list")
		b.ReportMetric(time.Since(began).Seconds()*1000, "ms-to-whole-list")
		b.ReportMetric(float64(heap()-before)/n, "B/replay")
		c.Close()
	}
}
