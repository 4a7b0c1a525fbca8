// Package results writes the standard output of a command, and records whether all of it was written.
package results

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"

	"blastyard/show/terminal"
)

// Writer is the standard output of a command. It records the first failed write: a result that did not reach its reader
// must not end with exit code 0, whatever the command does with the error.
type Writer struct {
	to io.Writer

	mu  sync.Mutex
	err error
}

// Checked returns a writer for the results of a command. A terminal stays a terminal, for commands that draw on it.
func Checked(stdout io.Writer) (io.Writer, *Writer) {
	w := &Writer{to: stdout}
	if f, ok := stdout.(*os.File); ok && terminal.IsTerminal(f) {
		return stdout, w
	}
	return w, w
}

func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		w.mu.Lock()
		w.err = cmp.Or(w.err, err)
		w.mu.Unlock()
	}
	return n, err
}

// Failure returns the first write error of a command that returned no error itself.
func (w *Writer) Failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		return nil
	}
	return fmt.Errorf("cannot write to standard output: %w", w.err)
}
