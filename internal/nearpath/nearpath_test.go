package nearpath

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestHint: names as people write them lead to the file that they mean, or to what they can do.
func TestHint(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	for _, name := range []string{"a (1).blast", "Cup/event.toml", "caf\u00e9.json", "it's.txt", "100%.csv", "results.jsonl"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		`"a (1).blast"`: "a (1).blast", `“a (1).blast”`: "a (1).blast", "a%20(1).blast": "a (1).blast", `a\ \(1\).blast`: "a (1).blast",
		"a (1).blast ": "a (1).blast", "a (1).blast\r": "a (1).blast", "A (1).BLAST": "a (1).blast", `'A%20(1).blast'`: "a (1).blast",
		"file://" + filepath.ToSlash(dir) + "/a%20(1).blast": dir + "/a (1).blast", "file://localhost" + dir + "/Cup": dir + "/Cup",
		"~/Cup": dir + "/Cup", "$HOME/Cup/event.toml": dir + "/Cup/event.toml",
		`Cup\event.toml`: "Cup/event.toml", `.\cup\Event.toml`: "Cup/event.toml", "cup": "Cup", "Cup/evnt.toml": "Cup/event.toml", "Cup/event.tml": "Cup/event.toml", "results": "results.jsonl", "b (1).blast": "a (1).blast",
		"cafe\u0301.json": "caf\u00e9.json", `it\'s.txt`: "it's.txt", "100%25.csv": "100%.csv", "result.jsonl": "results.jsonl", "b.blast": "", "": "", "100%zz": "",
	} {
		if got := Path(name); runtime.GOOS != "windows" && got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"Cup/evnt.toml": "did you mean Cup/event.toml?", "HTTPS://x.example/a.blast": "download", "~ann/x": "write the home folder out",
		"nothing/of/it": "", "result.jsonl": "did you mean results.jsonl?",
	} {
		if got := Hint(name); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
	if got := Hint(`D:\bots\x`); runtime.GOOS != "windows" && !strings.Contains(got, "a path of Windows") {
		t.Error(got)
	}
}
