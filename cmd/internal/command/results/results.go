// Package results is the standard output of a command, and remembers whether all of it arrived.
package results

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"

	"blastyard/show/terminal"
)

// Writer is the standard output of a command. It remembers the first write that failed: a result that did not
// reach its reader must not end with exit code 0, whatever the command makes of the error.
type Writer struct {
	to io.Writer

	mu  sync.Mutex
	err error
}

// Checked is what a command writes its results to. A terminal stays itself, for commands that draw on it.
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

// Failure is the error of a command that had none, but whose output did not arrive.
func (w *Writer) Failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		return nil
	}
	return fmt.Errorf("cannot write to standard output: %w", w.err)
}
