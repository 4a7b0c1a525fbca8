package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"blastyard/viewer/terminal"
)

// resultWriter is the standard output of a command. It remembers the first write that failed: a result that did not
// reach its reader must not end with exit code 0, whatever the command makes of the error.
type resultWriter struct {
	to io.Writer

	mu  sync.Mutex
	err error
}

// checked is what a command writes its results to. A terminal stays itself, for commands that draw on it.
func checked(stdout io.Writer) (io.Writer, *resultWriter) {
	w := &resultWriter{to: stdout}
	if f, ok := stdout.(*os.File); ok && terminal.IsTerminal(f) {
		return stdout, w
	}
	return w, w
}

func (w *resultWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		w.mu.Lock()
		if w.err == nil {
			w.err = err
		}
		w.mu.Unlock()
	}
	return n, err
}

// failure is the error of a command that had none, but whose output did not arrive.
func (w *resultWriter) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		return nil
	}
	return fmt.Errorf("cannot write to standard output: %w", w.err)
}
