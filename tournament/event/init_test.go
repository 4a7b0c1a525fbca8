package event

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/internal/newfile"
)

// TestInit: the example is a valid event, overwrites nothing, and names only bots that can be started.
func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cup")
	if made, err := Init(dir, ""); err != nil || made.Bots != nil {
		t.Fatal(made, err)
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
	if _, err := Init(dir, ""); !errors.Is(err, newfile.ErrExists) {
		t.Errorf("a second time: %v", err)
	}
}

// TestInitOfGames: the example of every game can be read, and its bots play that game.
func TestInitOfGames(t *testing.T) {
	for _, k := range games.All() {
		dir := filepath.Join(t.TempDir(), "cup")
		if _, err := Init(dir, k.Name); err != nil {
			t.Fatal(err)
		}
		e, err := ReadFile(dir)
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		rivals := min(3, len(k.Usual))
		if e.Game != k.Name || len(e.Bots) < rivals || e.Bots[0].Name != k.Usual[0] || rivals == 0 {
			t.Errorf("%s: %s, %+v", k.Name, e.Game, e.Bots)
		}
	}
	if _, err := Init(filepath.Join(t.TempDir(), "cup"), "chess"); err == nil || !strings.Contains(err.Error(), `unknown game "chess"`) {
		t.Errorf("of a game that is not there: %v", err)
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

// botFolder writes the folder of a bot.
func botFolder(t *testing.T, path, file, text string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o777); err != nil {
		t.Fatal(err)
	}
	if file == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(path, file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestInitTakesBots: a folder with bots becomes an event of these, also one level deeper; what is no bot is named.
func TestInitTakesBots(t *testing.T) {
	for _, below := range []string{".", "students"} {
		dir := filepath.Join(t.TempDir(), "class 7b")
		for _, name := range []string{"zoe", "ann", "bob"} {
			botFolder(t, filepath.Join(dir, below, name), "bot.toml", `command = "true"`)
		}
		botFolder(t, filepath.Join(dir, below, "notes"), "", "")
		botFolder(t, filepath.Join(dir, below, ".git"), "bot.toml", `command = "true"`)
		made, err := Init(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		at := func(name string) string { return filepath.ToSlash(filepath.Join(below, name)) }
		if want := []string{at("ann"), at("bob"), at("zoe")}; !slices.Equal(made.Bots, want) {
			t.Errorf("%q take part, want %q", made.Bots, want)
		}
		if !slices.Equal(made.Others, []string{at("notes")}) {
			t.Errorf("%q are no bots", made.Others)
		}
		e, err := ReadFile(dir)
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"ann", "bob", "zoe"}; !slices.Equal(e.Schedule.Entrants, want) || e.Name != "class 7b" {
			t.Errorf("%q play in %q, want %q", e.Schedule.Entrants, e.Name, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "bots")); err == nil {
			t.Error("the example's bot was written, too")
		}
	}
}

// TestFolderPattern: a [[bot]] with a pattern stands for all folders that fit, each with its own name.
func TestFolderPattern(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"zoe", "ann"} {
		botFolder(t, filepath.Join(dir, "students", name), "bot.toml", `command = "true"`)
	}
	botFolder(t, filepath.Join(dir, "students", "cup.store"), "", "")
	botFolder(t, filepath.Join(dir, "students"), "list.txt", "x")
	e, err := Parse([]byte("[[bot]]\nfolder = \"students/*\"\n[[bot]]\ncommand = \"builtin:hunter\"\n"), dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"ann", "zoe", "hunter"}; !slices.Equal(e.Schedule.Entrants, want) || e.Bots[0].Source != "students/ann" {
		t.Errorf("%q play, want %q", e.Schedule.Entrants, want)
	}
	botFolder(t, filepath.Join(dir, "students", "notes"), "", "")
	for text, want := range map[string]string{
		"[[bot]]\nfolder = \"students/*\"":                   "notes",
		"[[bot]]\nfolder = \"nothing/*\"":                    "there is none",
		"[[bot]]\nfolder = \"students/[*\"":                  "expected a pattern",
		"[[bot]]\nfolder = \"students/a*\"\nname = \"both\"": "the folder is a pattern",
	} {
		if _, err := Parse([]byte(text), dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
