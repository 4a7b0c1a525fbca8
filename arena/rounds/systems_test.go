package rounds

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestSystems: what building and starting ask of each system.
func TestSystems(t *testing.T) {
	for _, c := range []struct {
		folder        string
		unix, windows []string
	}{
		{"bin", []string{"mkdir", "-p", "bin"}, []string{"cmd", "/c", "if", "not", "exist", "bin", "mkdir", "bin"}},
		{"a/b", []string{"mkdir", "-p", "a/b"}, []string{"cmd", "/c", "if", "not", "exist", `a\b`, "mkdir", `a\b`}},
	} {
		if got := makeFolder(c.folder, false); !slices.Equal(got, c.unix) {
			t.Errorf("makeFolder(%q) on Unix: %q", c.folder, got)
		}
		if got := makeFolder(c.folder, true); !slices.Equal(got, c.windows) {
			t.Errorf("makeFolder(%q) on Windows: %q", c.folder, got)
		}
	}
	paths := []string{"bot", filepath.Join("bin", "run.bat")}
	if got := withExe(paths, false); !slices.Equal(got, paths) {
		t.Errorf("withExe on Unix: %q", got)
	}
	if got := withExe(paths, true); !slices.Equal(got, []string{"bot.exe", "bot", paths[1]}) {
		t.Errorf("withExe on Windows: %q", got)
	}
	if unix, windows := pythonInside(false), pythonInside(true); unix != "bin/python" || windows != "Scripts/python.exe" {
		t.Errorf("pythonInside: %q and %q", unix, windows)
	}
}
