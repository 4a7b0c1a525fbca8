//go:build linux

package anypath

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"src/Bot.py", "bot.py", "Run.sh", "two/A.txt", "two/a.TXT", `back\slash`} {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"bot.py": "bot.py", "src/Bot.py": "src/Bot.py", `src\Bot.py`: "src/Bot.py", `SRC\bot.PY`: "src/Bot.py", `.\src\bot.py`: "./src/Bot.py",
		"./run.sh": "./Run.sh", "SRC": "src", `src\`: "src/", `back\slash`: `back\slash`, `..\` + filepath.Base(dir) + `\bot.py`: "../" + filepath.Base(dir) + "/bot.py",
		"two/A.txt": "two/A.txt", dir + "/bot.py": dir + "/bot.py",
	} {
		if got, ok := Find(dir, path); !ok || got != want {
			t.Errorf("%q is found as %q, %v, want %q", path, got, ok, want)
		}
	}
	for _, path := range []string{"none.py", `src\none.py`, "two/a.txt", "bot.py/x", `C:\bots\bot.py`, "/BOT.py"} {
		if got, ok := Find(dir, path); ok || got != path {
			t.Errorf("%q is found as %q, %v", path, got, ok)
		}
	}
}
