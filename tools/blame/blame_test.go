//go:build linux

package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena/harness"
	"blastyard/bots/testbot"
	"blastyard/internal/stage"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if filepath.Base(os.Args[0]) == bot {
		play()
		return
	}
	m.Run()
}

var update = flag.Bool("update", false, "write what was measured into the manual")

// TestManual compares what the manual shows with the measurement.
func TestManual(t *testing.T) {
	const page = "../../docs/sandbox.md"
	rows, err := readRows("measured.jsonl")
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), manualHead)
	_, after, ends := strings.Cut(rest, "\n| 95 % interval |")
	if !found || !ends {
		t.Fatalf("%s has no part that begins with %q and ends with the intervals", page, manualHead)
	}
	_, after, _ = strings.Cut(after, "\n")
	want := before + manual(rows) + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s does not show what was measured: go test ./tools/blame -run TestManual -update", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRows: a file is read as it was written, sums are those of its cells, and the cell with the fewest turns is next.
func TestRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	if rows, err := readRows(file); rows != nil || err != nil {
		t.Fatalf("no file: %v, %v", rows, err)
	}
	if c, ok := next(nil, 10, ""); !ok || c != (cell{loads[0].name, cast[0].name}) {
		t.Errorf("first comes %+v", c)
	}
	at := time.Date(2026, 11, 28, 21, 0, 0, 0, time.UTC)
	for i, l := range loads {
		for k, b := range cast {
			r := row{At: at, Beside: l.name, Bot: b.name, Played: 40, Late: 20, Own: 2, Busy: float64(i), Cores: 2}
			if i == 3 && k == 2 {
				r.Played, r.Late = 30, 12
			}
			if i == 4 && k == 1 { // hardly ever late
				r.Played, r.Late, r.Own = 22, 0, 0
			}
			if err := addRow(file, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	rows, err := readRows(file)
	if err != nil || len(rows) != len(loads)*len(cast) || rows[0].At != at || rows[9].Late != 20 {
		t.Fatalf("%+v, %v", rows, err)
	}
	for late, want := range map[int]cell{20: {loads[4].name, cast[1].name}, 11: {}, 12: {loads[4].name, cast[1].name}} {
		if c, ok := next(rows, late, ""); c != want || ok != (want != cell{}) {
			t.Errorf("of %d late turns, next is %+v", late, c)
		}
	}
	more := append(rows, row{Beside: loads[4].name, Bot: cast[1].name, Played: 100})
	if c, _ := next(more, 20, ""); c != (cell{loads[3].name, cast[2].name}) {
		t.Errorf("then comes %+v", c)
	}
	text := manual(rows)
	for _, want := range []string{
		"\nThe table is of 64 matches on 2026-11-28, on 2 cores that did other work as well (load average 0 to 7).",
		"\n| timers of 20 µs | 20, 2 | 0, 0 | 20, 2 |", "\n| together | 160, 16 | 140, 14 | 152, 16 |",
		"\n| blamed, in 100 | 10.0 | 10.0 | 10.5 |", "\n| 95 % interval | 6.2 to 15.6 |", // Wilson's formula by hand: 0.0625, 0.1563
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if err := addRow(file, row{Played: 2, Late: 3}); err != nil {
		t.Fatal(err)
	}
	if _, err := readRows(file); err == nil {
		t.Error("three late turns of two are read")
	}
}

// TestMeasure plays a match of each bot beside each load; in the daily tests only one that needs no processor.
func TestMeasure(t *testing.T) {
	if _, err := exec.LookPath("taskset"); err != nil {
		t.Skip(err)
	}
	core, err := testbot.Processor()
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlayground()
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	m := measurement{core: core, turns: 20, programs: 9}
	for _, l := range loads {
		for _, b := range cast {
			if l.way != "" || b.name != "sleeps 120 ms" {
				if !stage.All() {
					continue
				}
			}
			r, err := m.play(t.Context(), p, cell{l.name, b.name})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%+v", r)
			wrong, most := r.Own, 1+r.Late/20
			if b.guilty { // who sleeps is now and then excused on a busy machine: docs/sandbox.md says why, and how often
				wrong = r.Late - r.Own
				if r.Late < m.turns/2 {
					t.Errorf("beside %s, one that %s was late in %d of %d turns", l.name, b.name, r.Late, r.Played)
				}
			}
			if wrong > most {
				t.Errorf("beside %s, one that %s was late in %d turns, %d of them blamed on it", l.name, b.name, r.Late, r.Own)
			}
		}
	}
}
