package control

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWriteCSV: all files of a played event have their rows.
func TestWriteCSV(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "event.toml")
	text := "name = \"cup\"\nmaps = [\"tiny\"]\nturns = 10\nformat = \"round-robin\"\n"
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
	o, err := Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	out := filepath.Join(dir, "csv")
	files, err := WriteCSV(t.Context(), o, out)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"standings.csv": 3, "cross-table.csv": 6, "matches.csv": 12, "entrants.csv": 3, "pairs.csv": 6}
	for name, rows := range want {
		text, err := os.ReadFile(filepath.Join(out, name))
		if got := strings.Count(string(text), "\n") - 1; err != nil || got != rows {
			t.Errorf("%s has %d rows, error %v, want %d:\n%s", name, got, err, rows, text)
		}
		if !slices.Contains(files, name) {
			t.Errorf("%s is not among the files %q", name, files)
		}
	}
	if _, err := WriteCSV(t.Context(), o, out); err == nil {
		t.Error("a folder that is there was written to")
	}
}
