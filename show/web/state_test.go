package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ofBrowser finds what only a browser has, or what differs from one run to the next.
var ofBrowser = regexp.MustCompile(`\b(document|window|location\.|history\.|localStorage|sessionStorage|fetch\(|` +
	`setTimeout|setInterval|requestAnimationFrame|performance\.|Date\b|Math\.random|async\b|await\b|Promise|` +
	`HTML[A-Z]\w*|class [A-Z])`)

// TestStateIsPlain: what decides what the page shows is plain values and functions. It knows no browser, no time but
// what it is told, and waits for nothing.
func TestStateIsPlain(t *testing.T) {
	files, err := filepath.Glob("src/state/*.ts")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	tested := 0
	for _, name := range files {
		if strings.HasSuffix(name, ".test.ts") {
			tested++
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if trimmed := strings.TrimSpace(code); strings.HasPrefix(trimmed, "*") || strings.HasPrefix(trimmed, "/*") {
				continue
			}
			if found := ofBrowser.FindString(code); found != "" {
				t.Errorf("%s:%d: %q in: %s", name, i+1, found, strings.TrimSpace(line))
			}
		}
	}
	if tested == 0 {
		t.Error("no file has tests")
	}
}
