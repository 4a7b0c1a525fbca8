package event

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/internal/newfile"
)

// TestInit: the example is a valid event, overwrites nothing, and names only bots that can be started.
func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cup")
	if err := Init(dir); err != nil {
		t.Fatal(err)
	}
	e, err := ReadFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(e.Bots); n < 3 || e.Name != "Example" || e.Bots[0].Name != "hunter" {
		t.Errorf("the example has %d bots: %+v", n, e)
	}
	if _, err := os.Stat(filepath.Join(dir, "bots", exampleBot, "bot.toml")); err != nil {
		t.Error(err)
	}
	if err := Init(dir); !errors.Is(err, newfile.ErrExists) {
		t.Errorf("a second time: %v", err)
	}
}

// TestExample: the lines that are commented out in the example are valid, too.
func TestExample(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "bots", exampleBot), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bots", exampleBot, "bot.py"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bots", exampleBot, "bot.toml"), []byte(`command = "python3 bot.py"`), 0o666); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(example, "\n") {
		if rest, is := strings.CutPrefix(line, "# "); is && (strings.HasPrefix(rest, "[") || strings.Contains(rest, " = ")) {
			line = rest
		}
		lines = append(lines, line)
	}
	text := strings.Join(lines, "\n")
	text = strings.Replace(text, `format = "knockout"`, `format = "round-robin"`, 1)
	e, err := Parse([]byte(text), dir)
	if err != nil {
		t.Fatal(err)
	}
	if e.Schedule.Final == nil || e.Ends.IsZero() || e.Schedule.MaxMatches == 0 || e.Keep.Rule != KeepAll {
		t.Errorf("not all of the example was read: %+v", e)
	}
	plain, err := Parse([]byte(withoutBot(example)), dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"hunter", "greedy", "random"}; !slices.Equal(plain.Schedule.Entrants, want) {
		t.Errorf("without Python %q play, want %q", plain.Schedule.Entrants, want)
	}
}
