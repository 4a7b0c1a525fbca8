//go:build unix

package rounds

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const benchPython = "/usr/bin/python3"

// BenchmarkPythonRound measures a round of two trivial Python bots with its folders. BenchmarkPythonStarts measures
// only their two starts, also one after the other.
func BenchmarkPythonRound(b *testing.B) {
	tb := newTestMatch(b, Config{Interpreters: Interpreters{Python3: benchPython}}, pythonBot(b), pythonBot(b))
	for b.Loop() {
		if o := tb.round(); o[0].Command == 0 || o[1].Command == 0 {
			b.Fatalf("%q, %q", o[0].Why, o[1].Why)
		}
	}
}

func BenchmarkPythonStarts(b *testing.B) {
	bot, folder := pythonBot(b), b.TempDir()
	for b.Loop() {
		for range 2 {
			cmd := exec.Command(benchPython, filepath.Join(bot.Dir, "bot.py"), "A", folder)
			cmd.Dir = bot.Dir
			if err := cmd.Run(); err != nil {
				b.Error(err)
			}
		}
	}
}

func pythonBot(b *testing.B) *Bot {
	b.Helper()
	if _, err := os.Stat(benchPython); err != nil {
		b.Skip("no " + benchPython)
	}
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bot.py"), []byte("import sys\nopen(sys.argv[2] + '/move.txt', 'w').write('4')\n"), 0o666); err != nil {
		b.Fatal(err)
	}
	return &Bot{Dir: dir, NickName: "snake", Type: Python3, RunFile: "bot.py"}
}
