package newfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTry: a file that can be written is gone again, one that is there stays, and a folder in the way is told.
func TestTry(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "a.blast")
	if err := Try(path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("it is there: %v", err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Try(path); err == nil {
		t.Error("one that is there could be written")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "x" {
		t.Errorf("it has %q, error %v", text, err)
	}
	if err := Try(filepath.Join(path, "below")); err == nil {
		t.Error("a file below a file could be written")
	}
}
