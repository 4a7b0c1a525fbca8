//go:build unix

package harness

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSplitIn: paths as Windows has them become paths of the folder, and nothing else changes.
func TestSplitIn(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"src/Bot.py", "bot.py", "run.sh", "data/A.txt", "my bots/x.py"} {
		file = filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string][]string{
		`python3 src\bot.py`:          {"python3", "src/Bot.py"},
		`python3 -u .\SRC\BOT.PY -v`:  {"python3", "-u", "./src/Bot.py", "-v"},
		`.\run.sh --data data\a.txt`:  {"./run.sh", "--data", "data/A.txt"},
		`java -jar Bot.PY`:            {"java", "-jar", "bot.py"},
		`python3 "my bots\x.py"`:      {"python3", "my bots/x.py"},
		`python3 my\ bots/x.py`:       {"python3", "my bots/x.py"}, // a blank that a backslash protects, as ever
		`python3 bot.py a\ b \$x`:     {"python3", "bot.py", "a b", "$x"},
		`python3 bot.py Data/a.txt`:   {"python3", "bot.py", "Data/a.txt"}, // an argument says what it says
		`python3 none.py C:\x\bot.py`: {"python3", "none.py", "C:xbot.py"},
		`./bot "a b" 'c'`:             {"./bot", "a b", "c"},
		`python3 src\`:                {"python3", "src/"},
	} {
		got, err := SplitIn(line, dir)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", line, err, d)
		}
	}
	if _, err := SplitIn(`python3 "src\bot.py`, dir); err == nil {
		t.Error("a quote without a partner is taken")
	}
}
