//go:build unix

package regular

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A device without an end and a pipe that nobody writes to are refused, also behind a link.
func TestDevicesAndPipes(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, link, "/dev/zero"} {
		if _, err := ReadFile(path, 1000); !errors.Is(err, ErrIrregular) {
			t.Errorf("%s: %v, want ErrIrregular", path, err)
		}
	}
}
