package maps

import (
	"os"
	"strings"
	"testing"
)

// TestOpenFileNamedLikeABuiltinMap: the file has priority, and its faults are reported as the file's. A folder is no
// map file.
func TestOpenFileNamedLikeABuiltinMap(t *testing.T) {
	t.Chdir(t.TempDir())
	builtin, err := Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	one := `{"cells":[{"q":7,"r":0}],"initial_positions":{"0":[{"q":7,"r":0}]},"special_initial_positions":[]}`
	if err := os.WriteFile("tiny", []byte(one), 0o666); err != nil {
		t.Fatal(err)
	}
	if m, err := Open("tiny"); err != nil || len(m.Cells) != 1 || m.Cells[0].Q != 7 {
		t.Errorf("%+v, %v: expected the file", m, err)
	}
	if err := os.WriteFile("tiny", []byte("nothing"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open("tiny"); err == nil || !strings.Contains(err.Error(), "the file") || !strings.Contains(err.Error(), "not the built-in map") {
		t.Errorf("%v", err)
	}
	if err := os.Remove("tiny"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("tiny", 0o777); err != nil {
		t.Fatal(err)
	}
	if m, err := Open("tiny"); err != nil || len(m.Cells) != len(builtin.Cells) {
		t.Errorf("%+v, %v: expected the built-in map", m, err)
	}
}

func TestOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"small.txt": "a0  .", "small.json": "a0  .", "plain": "a0  ."} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{ // a part of the error; "": a map of 2 cells
		"small.txt": "", "plain": "",
		"small.json":   "small.json: map refused: line 1, column 1: it is no JSON: ", // a file with .json must be JSON
		"atlantis":     `there is no map "atlantis"; there are arena3, `,
		"none.txt":     "open none.txt: ",
		"tiny.json":    "; did you mean the built-in map tiny?",
		"builtin:Tiny": "; did you mean tiny?",
		"../tiny":      "open ../tiny: ",
		".":            "not a regular file",
	} {
		m, err := Open(name)
		if want == "" && (err != nil || len(m.Cells) != 2) {
			t.Errorf("%s: %v, %v", name, m, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := ReadFileAs("plain", JSON); err == nil || !strings.HasPrefix(err.Error(), "plain: ") {
		t.Errorf("as JSON: %v", err)
	}
	if m, err := ReadFileAs("small.json", Text); err != nil || len(m.Cells) != 2 {
		t.Errorf("as a text picture: %v, %v", m, err)
	}
	if m, err := Read(strings.NewReader("a0  .  "), "standard input", ""); err != nil || len(m.Cells) != 2 {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := Read(strings.NewReader("a0  ?"), "standard input", Text); err == nil || !strings.HasPrefix(err.Error(), "standard input: ") {
		t.Errorf("%v", err)
	}
	if _, err := Read(strings.NewReader(strings.Repeat(" ", MaxFile+1)), "standard input", ""); err == nil || !strings.Contains(err.Error(), "too big") {
		t.Errorf("a file without an end: %v", err)
	}
}

// TestMapOfTheManual: the picture in docs/maps.md is a map.
func TestMapOfTheManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/maps.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```text\n")
	drawn, _, _ := strings.Cut(rest, "```")
	m, err := Decode([]byte(drawn), Text)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Cells) != 23 || len(m.Starts) != 2 || len(m.Starts[0]) != 2 || len(m.SpecialStarts) != 1 {
		t.Errorf("%d cells, %d players of %d, %d special characters in\n%v", len(m.Cells), len(m.Starts), len(m.Starts[0]), len(m.SpecialStarts), m)
	}
}
