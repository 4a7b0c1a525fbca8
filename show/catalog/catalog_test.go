package catalog

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/playback"
	"blastyard/show/serve"
)

func TestMain(m *testing.M) {
	followFor = time.Hour
	goleak.VerifyTestMain(m)
}

const golden = "../../replay/testdata/golden"

// copyFile copies a golden replay, or a part of it.
func copyFile(t *testing.T, name, to string, part float64) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(golden, name+replay.Ending))
	if err != nil {
		t.Fatal(err)
	}
	put(t, to, data[:int(float64(len(data))*part)])
}

func put(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// old makes files look as if nobody writes to them any more.
func old(t *testing.T, files ...string) {
	t.Helper()
	for _, f := range files {
		when := time.Now().Add(-time.Hour)
		if err := os.Chtimes(f, when, when); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, path string, config Config) *Catalog {
	t.Helper()
	c, err := New(path, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func match(t *testing.T, c *Catalog, id string) *serve.Match {
	t.Helper()
	m, err := c.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// frames returns the lines of a chunk.
func frames(t *testing.T, c *Catalog, id string, chunk int) []string {
	t.Helper()
	match(t, c, id)
	f, err := c.film(id)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := f.Chunk(chunk)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
}

// TestFolder: all replays of a folder are listed and can be opened. Of a damaged one the valid part is shown. Links
// are followed, new replays appear, and an id is no path.
func TestFolder(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	copyFile(t, "hexabomb-classical", filepath.Join(dir, "hexa gon.blast"), 1)
	copyFile(t, "bomberman", filepath.Join(dir, "deep/bomber.blast"), 1)
	copyFile(t, "hexabomb-over-the-wire", filepath.Join(elsewhere, "linked.blast"), 1)
	copyFile(t, "hexabomb-classical", filepath.Join(dir, "cut.blast"), 0.6)
	put(t, filepath.Join(dir, "junk.blast"), []byte("junk"))
	old(t, filepath.Join(dir, "cut.blast"))
	links := os.Symlink(elsewhere, filepath.Join(dir, "link")) == nil && os.Symlink(dir, filepath.Join(dir, "deep", "loop")) == nil
	problems := make(chan string, 10)
	c := open(t, dir, Config{Problem: func(text string) { problems <- text }})
	turns := map[string]int{}
	for _, e := range c.List() {
		m := match(t, c, e.ID)
		if m.Turn() != e.Turn || !m.Ended() || e.Live {
			t.Errorf("%+v: the match is at turn %d", e, m.Turn())
		}
		turns[e.ID] = e.Turn
	}
	want := map[string]int{"hexa_gon": 60, "bomber": 442, "cut": turns["cut"]}
	if links {
		want["linked"] = 37
	}
	if d := cmp.Diff(want, turns); d != "" || turns["cut"] < 1 || turns["cut"] > 59 {
		t.Errorf("the list:\n%s", d)
	}
	if len(problems) != 2 {
		t.Errorf("%d problems, want that of the junk and that of the cut file", len(problems))
	}
	for _, id := range []string{"", "..", "../x", "hexa gon.blast", filepath.Join(dir, "cut.blast")} {
		if _, err := c.Open(id); !errors.Is(err, serve.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	changed := c.Changed()
	copyFile(t, "bomberman", filepath.Join(dir, "late.blast"), 1)
	until(t, "a new replay in the list", func() bool {
		list := c.List()
		return len(list) > 0 && list[len(list)-1].ID == "late" && list[len(list)-1].Turn == 442
	})
	select {
	case <-changed:
	default:
		t.Error("nobody was told of the new replay")
	}
	if _, err := New(t.TempDir(), Config{}); err == nil || !strings.Contains(err.Error(), "no replay") {
		t.Errorf("an empty folder: %v", err)
	}
	if links {
		if list := open(t, filepath.Join(dir, "link"), Config{}).List(); len(list) != 1 || list[0].ID != "linked" {
			t.Errorf("a link to a folder: %+v", list)
		}
	}
}

// TestChunksAreThoseOfThePlayback: each chunk has the frames of the whole replay, whichever is asked for first.
func TestChunksAreThoseOfThePlayback(t *testing.T) {
	for _, name := range []string{"hexabomb-classical", "hexabomb-sudden-death", "hexabomb-over-the-wire", "bomberman"} {
		file := filepath.Join(golden, name+replay.Ending)
		r, err := replay.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := playback.New(r, games.All())
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for f, err := range p.Frames() {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(f.AppendJSON(nil)))
		}
		c := open(t, file, Config{})
		id := c.List()[0].ID
		last := (len(want) - 1) / replay.BlockTurns
		for k := last; k >= 0; k-- {
			part := want[k*replay.BlockTurns : min(len(want), (k+1)*replay.BlockTurns)]
			if d := cmp.Diff(part, frames(t, c, id, k)); d != "" {
				t.Errorf("%s, chunk %d:\n%s", name, k, d)
			}
		}
		end := *p.End()
		if got := endOf(t, match(t, c, id)); got.Winner != end.Winner || got.Turns != end.Turns || got.Why != "" {
			t.Errorf("%s: %+v, want %+v", name, got, end)
		}
	}
}

func endOf(t *testing.T, m *serve.Match) (end viewer.End) {
	t.Helper()
	if err := json.Unmarshal(m.EndJSON(), &end); err != nil {
		t.Fatal(err)
	}
	return end
}

// TestReplayGrows: a replay that was opened while it was being written grows to its end, for later readers too.
func TestReplayGrows(t *testing.T) {
	whole, err := replay.Open(filepath.Join(golden, "hexabomb-classical"+replay.Ending))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "grows.blast")
	w, err := replay.Create(file, &whole.Header)
	if err != nil {
		t.Fatal(err)
	}
	write := func(from, to int) {
		for i := from; i < to; i++ {
			if err := w.Turn(&whole.Turns[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(0, 20)
	until(t, "the file", func() bool { r, _ := replay.Open(file); return r != nil && len(r.Turns) == 20 })
	c := open(t, file, Config{Problem: func(text string) { t.Errorf("a problem: %s", text) }})
	m := match(t, c, "grows")
	if m.Turn() != 20 || m.Ended() || !c.List()[0].Live {
		t.Fatalf("turn %d, ended %v, %+v", m.Turn(), m.Ended(), c.List()[0])
	}
	if n := len(frames(t, c, "grows", 0)); n != 21 {
		t.Errorf("%d frames, want 21", n)
	}
	write(20, 40)
	until(t, "turn 40", func() bool { return m.Turn() == 40 })
	if n := len(frames(t, c, "grows", 0)); n != 41 {
		t.Errorf("%d frames, want 41", n)
	}
	write(40, 60)
	if err := w.Close(whole.Result); err != nil {
		t.Fatal(err)
	}
	until(t, "the end", m.Ended)
	if end := endOf(t, m); m.Turn() != 60 || end.Winner != whole.Result.Winner || end.Why != "" {
		t.Errorf("turn %d, %+v", m.Turn(), end)
	}
	until(t, "the list", func() bool { e := c.List()[0]; return e.Turn == 60 && !e.Live && e.Winner == whole.Result.Winner })
}

// TestReplayThatWentOnIsReadAgain: a file that was incomplete when opened, long after its last change, is read again
// when it grows after all.
func TestReplayThatWentOnIsReadAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "on.blast")
	copyFile(t, "hexabomb-classical", file, 0.5)
	old(t, file)
	c := open(t, file, Config{})
	m := match(t, c, "on")
	if end := endOf(t, m); !m.Ended() || !strings.Contains(end.Why, "ends before the match") {
		t.Fatalf("%+v", end)
	}
	copyFile(t, "hexabomb-classical", file, 1)
	until(t, "the whole match", func() bool { return match(t, c, "on").Turn() == 60 && match(t, c, "on").Ended() })
}

// TestMarksAreThinned: marks are thinned out, and a chunk is the same from whatever mark it is drawn.
func TestMarksAreThinned(t *testing.T) {
	file := filepath.Join(golden, "bomberman"+replay.Ending)
	c := open(t, file, Config{})
	want := frames(t, c, "bomberman", 6)
	f, err := c.film("bomberman")
	if err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	if len(f.marks.list) != 7 {
		t.Errorf("%d marks, want 7", len(f.marks.list))
	}
	f.marks = marks{every: 4, list: []*playback.Mark{f.marks.list[0], f.marks.list[4]}}
	f.cache = cache{}
	f.mu.Unlock()
	if d := cmp.Diff(want, frames(t, c, "bomberman", 6)); d != "" {
		t.Errorf("from a mark farther away:\n%s", d)
	}
}

// TestMarksAreBounded: the size of all marks of a match is limited, and they stay evenly spaced from the start.
func TestMarksAreBounded(t *testing.T) {
	r, err := replay.Open(filepath.Join(golden, "bomberman"+replay.Ending))
	if err != nil {
		t.Fatal(err)
	}
	film, err := playback.NewFilm(&r.Header, games.All())
	if err != nil {
		t.Fatal(err)
	}
	cursor, err := film.Start()
	if err != nil {
		t.Fatal(err)
	}
	idle := &replay.Turn{}
	var m marks
	most := marksMost / cursor.MarkSize()
	blocks := 2*most + 10
	for k := range blocks {
		m.add(cursor)
		if m.size > marksMost {
			t.Fatalf("%d marks take %d bytes", len(m.list), m.size)
		}
		for cursor.Turn() < (k+1)*replay.BlockTurns-1 {
			if err := cursor.Step(idle); err != nil {
				t.Fatal(err)
			}
		}
	}
	if m.every != 4 || len(m.list) < most/4 {
		t.Errorf("%d marks, one before every %d blocks", len(m.list), m.every)
	}
	for k := range blocks {
		mark, block := m.before(k)
		if block > k || k-block >= m.every || block > 0 && mark.Turn() != block*replay.BlockTurns-1 {
			t.Fatalf("before block %d: the mark of turn %d, said to stand before block %d", k, mark.Turn(), block)
		}
	}
}

// TestClip: the page limits the texts of bots.
func TestClip(t *testing.T) {
	x := &replay.Turn{Notes: make([]string, 2*maxTold), Output: []replay.Line{{Text: strings.Repeat("x", 3*maxText)}}}
	for i := range x.Notes {
		x.Notes[i] = fmt.Sprint(strings.Repeat("n", maxText), i)
	}
	clip(x)
	size := 0
	for _, n := range x.Notes {
		size += len(n)
	}
	if len(x.Notes) != maxTold || len(x.Output[0].Text) > maxText+10 || size > maxTurn+maxTold*10 {
		t.Errorf("%d notes of %d bytes, %d bytes of output", len(x.Notes), size, len(x.Output[0].Text))
	}
}

// TestHeavyReplaysHoldUpNobody: reading a heavy replay delays neither the list nor another replay. Neither does its
// survey.
func TestHeavyReplaysHoldUpNobody(t *testing.T) {
	dir := t.TempDir()
	copyFile(t, "hexabomb-classical", filepath.Join(dir, "light.blast"), 1)
	copyFile(t, "bomberman", filepath.Join(dir, "heavy.blast"), 1)
	c := open(t, dir, Config{})
	c.mu.Lock()
	for _, f := range c.files {
		if f.entry.ID == "heavy" {
			f.whole = false // as if a quick survey could not read all of it
		}
	}
	c.mu.Unlock()
	for range cap(c.slots.heavy) {
		c.slots.heavy <- struct{}{} // other heavy replays are being read
	}
	opened := make(chan error, 1)
	go func() {
		_, err := c.Open("heavy")
		opened <- err
	}()
	until(t, "the film of the heavy one", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.films) == 1
	})
	copyFile(t, "hexabomb-sudden-death", filepath.Join(dir, "new.blast"), 1)
	for _, id := range []string{"light", "new"} {
		until(t, id+" in the list", func() bool {
			for _, e := range c.List() {
				if e.ID == id && e.Turn > 0 {
					return true
				}
			}
			return false
		})
		if n := len(frames(t, c, id, 0)); n < 60 {
			t.Errorf("%s: %d frames", id, n)
		}
	}
	select {
	case err := <-opened:
		t.Fatalf("the heavy one was opened without a slot: %v", err)
	default:
	}
	for range cap(c.slots.heavy) {
		<-c.slots.heavy
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// TestSurveyOfALargeReplayWaits: a replay that is known to be large is not surveyed while another large one is drawn,
// because both together would need too much memory.
func TestSurveyOfALargeReplayWaits(t *testing.T) {
	dir := t.TempDir()
	copyFile(t, "hexabomb-classical", filepath.Join(dir, "large.blast"), 1)
	c := open(t, dir, Config{})
	for range cap(c.slots.heavy) {
		c.slots.heavy <- struct{}{} // another one is being drawn
	}
	c.mu.Lock()
	f := c.files[0]
	f.cells, f.whole, f.surveyed = heavyCells+1, false, 0 // as if it had grown
	c.mu.Unlock()
	c.close() // those that wait give up
	c.survey(f, quickSurvey)
	if c.mu.Lock(); f.surveyed != 0 {
		t.Error("it was surveyed beside what is drawn")
	}
	c.mu.Unlock()
}

// TestOldMatchInAZip: the zip of a folder of April 2016 is shown, and so is a replay that was unpacked.
func TestOldMatchInAZip(t *testing.T) {
	list := open(t, "../../replay/testdata/engine-1.1.0.zip", Config{}).List()
	if len(list) != 1 || list[0].Turn != 3 || !strings.Contains(list[0].Title, "not checked: an engine before 1.2.5") {
		t.Errorf("%+v", list)
	}
	c := open(t, "../../replay/testdata/engine-1.1.0.zip", Config{})
	m := match(t, c, c.List()[0].ID)
	if m.Turn() != 3 {
		t.Errorf("the match is at turn %d", m.Turn())
	}
	if _, err := m.Recording(); !errors.Is(err, serve.ErrNoRecording) {
		t.Errorf("a zip is handed out as a replay: %v", err)
	}
	packed, err := os.Open(filepath.Join(golden, "hexabomb-classical.blast"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	lines, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "unpacked.blast")
	put(t, file, lines)
	if list := open(t, file, Config{}).List(); len(list) != 1 || list[0].Turn != 60 {
		t.Errorf("%+v", list)
	}
}
