package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/internal/stage"
	"blastyard/replay"
	"blastyard/train/observe"
)

const folder = "../../../replay/testdata/golden/"

var golden = []string{"hexabomb-classical", "hexabomb-sudden-death", "hexabomb-over-the-wire", "bomberman"}

func path(name string) string { return filepath.Join(folder, name+replay.Ending) }

func newBatch(s *observe.Spec, rows int) *Batch {
	return &Batch{Rows: rows, Channels: make([]byte, rows*s.ViewBytes()), Scalars: make([]float32, rows*len(s.Scalars)),
		Mask: make([]byte, rows*s.MaskBytes()), Legal: make([]byte, rows*s.Characters),
		Actions: make([]byte, rows*s.Characters), Replay: make([]int32, rows), Turn: make([]int32, rows),
		Player: make([]int32, rows), Score: make([]int32, rows), Rank: make([]int32, rows), Won: make([]byte, rows)}
}

// add appends the first rows of another batch.
func (b *Batch) add(s *observe.Spec, o *Batch, rows int) {
	b.Rows += rows
	b.Channels = append(b.Channels, o.Channels[:rows*s.ViewBytes()]...)
	b.Scalars = append(b.Scalars, o.Scalars[:rows*len(s.Scalars)]...)
	b.Mask = append(b.Mask, o.Mask[:rows*s.MaskBytes()]...)
	b.Legal = append(b.Legal, o.Legal[:rows*s.Characters]...)
	b.Actions = append(b.Actions, o.Actions[:rows*s.Characters]...)
	for _, f := range [][2]*[]int32{{&b.Replay, &o.Replay}, {&b.Turn, &o.Turn}, {&b.Player, &o.Player},
		{&b.Score, &o.Score}, {&b.Rank, &o.Rank}} {
		*f[0] = append(*f[0], (*f[1])[:rows]...)
	}
	b.Won = append(b.Won, o.Won[:rows]...)
}

// all reads all rows in batches of this size.
func all(t *testing.T, d *Dataset, size int) (*Batch, []Fault) {
	t.Helper()
	got, part := newBatch(d.Spec, 0), newBatch(d.Spec, size)
	var faults []Fault
	for {
		rows, more := d.Next(part)
		faults = append(faults, more...)
		got.add(d.Spec, part, rows)
		if rows == 0 {
			break
		}
	}
	if rows, more := d.Next(part); rows != 0 || len(more) != 0 {
		t.Errorf("after the end: %d rows, %v", rows, more)
	}
	return got, faults
}

func open(t *testing.T, o Options, paths ...string) *Dataset {
	t.Helper()
	d, err := Open(paths, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// same compares batches.
func same(t *testing.T, what string, got, want *Batch) {
	t.Helper()
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if !bytes.Equal(g, w) {
		t.Errorf("%s: %d rows differ from the %d expected", what, got.Rows, want.Rows)
	}
}

// TestRowsAreTheMatch compares each row of recorded matches with a replayed match: the observation of that turn,
// computed anew, the actions, read by another JSON decoder, and the result in the file.
func TestRowsAreTheMatch(t *testing.T) {
	stage.Plain(t, "compares many rows")
	for _, name := range golden {
		for _, form := range []observe.Form{observe.Planes, observe.Cells} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d := open(t, Options{Form: form}, path(name))
				got, faults := all(t, d, 100)
				if len(faults) > 0 || got.Rows < 200 {
					t.Fatalf("%d rows, %v", got.Rows, faults)
				}
				r, err := replay.Open(path(name))
				if err != nil {
					t.Fatal(err)
				}
				same(t, name, got, naive(t, r, form, len(r.Turns), true))
			})
		}
	}
}

// TestBatchesAndRewind: the rows do not depend on the size of the batches, and come again after Rewind.
func TestBatchesAndRewind(t *testing.T) {
	stage.Plain(t, "reads many rows")
	paths := []string{path("hexabomb-classical"), path("hexabomb-classical"), path("hexabomb-classical")}
	d := open(t, Options{}, paths...)
	want, _ := all(t, d, 1<<10)
	for i, number := range want.Replay {
		if number != int32(i/(want.Rows/3)) {
			t.Fatalf("row %d of %d is of replay %d", i, want.Rows, number)
		}
	}
	for _, size := range []int{1, 7, 236} {
		d.Rewind()
		got, _ := all(t, d, size)
		same(t, "batches", got, want)
	}
	d.Rewind()
	d.Next(newBatch(d.Spec, 3))
	d.Rewind()
	got, _ := all(t, d, 50)
	same(t, "after a rewind in the middle", got, want)
	if rows, _ := d.Next(&Batch{Rows: 5}); rows != 0 {
		t.Errorf("%d rows after the end", rows)
	}
	d.Rewind()
	if rows, _ := d.Next(&Batch{Rows: 5}); rows != 5 {
		t.Errorf("%d rows without memory for any of their parts, expected 5", rows)
	}
}

func TestWinnersOnly(t *testing.T) {
	every, _ := all(t, open(t, Options{}, path("bomberman")), 64)
	won, _ := all(t, open(t, Options{Winners: true}, path("bomberman")), 64)
	want := 0
	for i, w := range every.Won {
		if w == 1 {
			want++
			if every.Rank[i] != 1 || every.Score[i] != 674 || every.Player[i] != 0 {
				t.Fatalf("winner %d: rank %d, score %d", every.Player[i], every.Rank[i], every.Score[i])
			}
		}
	}
	if won.Rows != want || want == 0 || slices.Contains(won.Won, 0) {
		t.Errorf("%d rows of the winner, expected %d", won.Rows, want)
	}
}

// rewrite changes a replay and writes it.
func rewrite(t *testing.T, name string, change func(*replay.Replay)) string {
	t.Helper()
	r, err := replay.Open(path(name))
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	file := filepath.Join(t.TempDir(), "changed"+replay.Ending)
	w, err := replay.Create(file, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(r.Result); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestDamage: of a replay that is cut, or whose hash is wrong, the valid part is given without the end of the match.
// The fault names the file. Other replays are not affected.
func TestDamage(t *testing.T) {
	whole, err := os.ReadFile(path("hexabomb-classical"))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut"+replay.Ending)
	if err := os.WriteFile(cut, whole[:len(whole)*2/3], 0o666); err != nil {
		t.Fatal(err)
	}
	differs := rewrite(t, "hexabomb-classical", func(r *replay.Replay) { r.Turns[40].Hash.Whole ^= 1 })
	start := rewrite(t, "hexabomb-classical", func(r *replay.Replay) { r.Header.Hash.Whole ^= 1 })
	good := path("hexabomb-classical")
	missing := filepath.Join(t.TempDir(), "missing"+replay.Ending)
	r, err := replay.Open(cut)
	if !errors.Is(err, replay.ErrCut) || len(r.Turns) < 10 {
		t.Fatalf("the cut file has %d turns: %v", len(r.Turns), err)
	}
	paths := []string{missing, cut, good, differs, path("bomberman"), start, good}
	d := open(t, Options{}, paths...)
	got, faults := all(t, d, 33)
	full, err := replay.Open(good)
	if err != nil {
		t.Fatal(err)
	}
	want := newBatch(d.Spec, 0)
	for number, turns := range map[int]int{1: len(r.Turns), 2: 60, 3: 40, 6: 60} {
		part := naive(t, full, observe.Planes, turns, turns == 60)
		for i := range part.Replay {
			part.Replay[i] = int32(number)
		}
		rows := newBatch(d.Spec, 0)
		first, _ := slices.BinarySearch(got.Replay, int32(number))
		end, _ := slices.BinarySearch(got.Replay, int32(number+1))
		got.slice(d.Spec, rows, first, end)
		same(t, paths[number], rows, part)
		want.Rows += part.Rows
	}
	if got.Rows != want.Rows {
		t.Errorf("%d rows, expected %d", got.Rows, want.Rows)
	}
	numbers := []int{}
	for _, f := range faults {
		numbers = append(numbers, f.Replay)
		if !strings.Contains(f.Err.Error(), paths[f.Replay]) {
			t.Errorf("replay %d: %v; expected the name %s", f.Replay, f.Err, paths[f.Replay])
		}
	}
	if !slices.Equal(numbers, []int{0, 1, 3, 4, 5}) {
		t.Errorf("faults of %v: %v", numbers, faults)
	}
}

// slice appends the rows first ≤ i < end to another batch.
func (b *Batch) slice(s *observe.Spec, dst *Batch, first, end int) {
	part := &Batch{Channels: b.Channels[first*s.ViewBytes():], Scalars: b.Scalars[first*len(s.Scalars):],
		Mask: b.Mask[first*s.MaskBytes():], Legal: b.Legal[first*s.Characters:],
		Actions: b.Actions[first*s.Characters:],
		Replay:  b.Replay[first:], Turn: b.Turn[first:], Player: b.Player[first:], Score: b.Score[first:],
		Rank: b.Rank[first:], Won: b.Won[first:]}
	dst.add(s, part, end-first)
}

// TestWhoHasNoRows: players that left or were late have no rows, and nobody has won a match that was interrupted.
func TestWhoHasNoRows(t *testing.T) {
	file := rewrite(t, "hexabomb-classical", func(r *replay.Replay) {
		r.Turns[10].Late = []int{2}
		r.Turns[20].Gone = []replay.Gone{{Player: 1, Reason: "crashed"}}
		r.Result.Why, r.Result.Winner, r.Result.Players = "interrupted", -1, nil
	})
	got, faults := all(t, open(t, Options{}, file), 99)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	full, _ := all(t, open(t, Options{}, path("hexabomb-classical")), 99)
	if want := full.Rows - 1 - 40; got.Rows != want {
		t.Errorf("%d rows, expected %d", got.Rows, want)
	}
	for i, k := range got.Player {
		if k == 2 && got.Turn[i] == 10 || k == 1 && got.Turn[i] >= 20 || got.Won[i] != 0 || got.Rank[i] != 0 {
			t.Fatalf("a row of player %d in turn %d: rank %d, won %d", k, got.Turn[i], got.Rank[i], got.Won[i])
		}
	}
}

func TestOpenFails(t *testing.T) {
	text := filepath.Join(t.TempDir(), "x.txt")
	if err := os.WriteFile(text, []byte("no replay"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, paths := range [][]string{{text}, {text, "missing"}} {
		if _, err := Open(paths, Options{}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: %v", paths, err)
		}
	}
	if _, err := Open(nil, Options{}); err == nil {
		t.Error("no replay at all was accepted")
	}
}

// BenchmarkRows reads, checks and observes replays. A row is what a player saw in a turn.
func BenchmarkRows(b *testing.B) {
	for _, name := range golden {
		b.Run(name, func(b *testing.B) {
			paths := slices.Repeat([]string{path(name)}, 16)
			d, err := Open(paths, Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			batch := newBatch(d.Spec, 512)
			rows := 0
			for b.Loop() {
				d.Rewind()
				for {
					n, faults := d.Next(batch)
					if len(faults) > 0 {
						b.Fatal(faults)
					}
					if rows += n; n == 0 {
						break
					}
				}
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
