package botsum

import (
	"os"
	"path/filepath"
	"testing"
)

func put(t *testing.T, text string, names ...string) {
	t.Helper()
	file := filepath.Join(names...)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Two bots whose bot.json is the same differ where their programs do; what running them leaves changes nothing.
func TestFolders(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, dir := range []string{a, b} {
		put(t, `{"NickName":"x"}`, dir, "bot.json")
		put(t, "print(1)", dir, "src", "bot.py")
	}
	first := Of([]string{a})
	if len(first) != 64 || first != Of([]string{b}) {
		t.Fatalf("two folders with the same files: %q and %q", first, Of([]string{b}))
	}
	for _, name := range []string{"x.log", "src/__pycache__/bot.pyc", ".venv/bin/python", "node_modules/m/index.js"} {
		put(t, "left", b, filepath.FromSlash(name))
	}
	if got := Of([]string{b}); got != first {
		t.Error("what a bot leaves changes its sum")
	}
	put(t, "print(2)", b, "src", "bot.py")
	if Of([]string{b}) == first {
		t.Error("another program has the same sum")
	}
	put(t, "print(1)", b, "src", "bot.py")
	if err := os.Rename(filepath.Join(b, "src", "bot.py"), filepath.Join(b, "src", "bat.py")); err != nil {
		t.Fatal(err)
	}
	if Of([]string{b}) == first {
		t.Error("another name has the same sum")
	}
}

// Of a command line the files that it names count; what names none has no sum, nor has what is too large.
func TestCommandLines(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bot.py")
	put(t, "print(1)", file)
	if got := Of([]string{"python3", "-u", file}); len(got) != 64 || got != Of([]string{"python", file}) {
		t.Errorf("%q", got)
	}
	if got := Of([]string{"python3", "-c", "nosuch"}) + Of(nil); got != "" {
		t.Errorf("no files: %q", got)
	}
	if err := os.Truncate(file, maxBytes+1); err != nil {
		t.Skip(err)
	}
	if got := Of([]string{file}); got != "" {
		t.Errorf("a file that is too large: %q", got)
	}
}
