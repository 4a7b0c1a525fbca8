package doctor

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestMissing: without /proc and without a folder for temporary files bots cannot play, and that is a fault which names
// what is missing.
func TestMissing(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nosuch")
	if f := lookProcesses("linux", missing); f.Verdict != Fault || !strings.Contains(f.Detail, missing) {
		t.Errorf("without /proc: %+v", f)
	}
	if f := lookProcesses("darwin", missing); f.Verdict != OK {
		t.Errorf("on a system without /proc: %+v", f)
	}
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	for _, c := range Machine(func(context.Context) error { return nil }, nil) {
		if f := c.Run(t.Context()); c.Name == "temp folder" && (f.Verdict != Fault || !strings.Contains(f.Detail, "nosuch")) {
			t.Errorf("without a temporary folder: %+v", f)
		}
	}
}
