package command

import (
	"fmt"
	"io"

	"blastyard/internal/plain"
)

// NotesTo returns a function that writes each note as a line.
func NotesTo(w io.Writer) func(string, ...any) {
	return func(format string, args ...any) { fmt.Fprintln(w, plain.Line(fmt.Sprintf(format, args...))) }
}
