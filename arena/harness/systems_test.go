package harness

import "testing"

// TestSystems: what a word of a command line is on each system, and what is said of a file that cannot be started.
func TestSystems(t *testing.T) {
	for _, c := range []struct {
		word          string
		unix, windows bool
	}{
		{"bot", false, false},
		{"./bot", true, true},
		{`.\bot`, false, true},
		{`C:\bots\bot.exe`, false, true},
		{"C:bot.exe", false, true},
		{"bot.exe", false, false},
		{"a b/bot", true, true},
	} {
		if unix, windows := isPath(c.word, false), isPath(c.word, true); unix != c.unix || windows != c.windows {
			t.Errorf("isPath(%q): %v on Unix, %v on Windows", c.word, unix, windows)
		}
	}
	for _, c := range []struct{ path, unix, windows string }{
		{"/x/bot", "chmod +x it", "expected a name that ends in .exe, .bat or .cmd: build it as bot.exe"},
		{"/x/bot.bin", "chmod +x it", "expected a name that ends in .exe, .bat or .cmd"},
		{"/x/bot.py", "chmod +x it, or start it with python3", "start it with python"},
		{"/x/bot.JS", "chmod +x it, or start it with node", "start it with node"},
	} {
		if unix, windows := makeRunnable(c.path, false), makeRunnable(c.path, true); unix != c.unix || windows != c.windows {
			t.Errorf("makeRunnable(%q): %q on Unix, %q on Windows", c.path, unix, windows)
		}
	}
}
