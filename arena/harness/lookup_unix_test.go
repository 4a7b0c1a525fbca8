//go:build unix

package harness

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestPipeOnPath: a named pipe with the name of a program does not block.
func TestPipeOnPath(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o777); err != nil {
		t.Skip("no pipes here:", err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	checked := make(chan error, 1)
	go func() { checked <- Command{Words: []string{"pipe"}}.Check() }()
	select {
	case <-checked: // the system reports the error when it starts the program
	case <-time.After(time.Minute):
		t.Fatal("Check waits for somebody to write into the pipe")
	}
}
