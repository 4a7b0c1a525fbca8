// Package foreground reads a terminal safely in a program that runs in the background ("program &"). A plain read from
// the terminal would stop the program.
package foreground

import (
	"context"
	"io"
	"os"
)

// NewReader returns a reader of f. If f is the terminal of this process, Read waits until the process is in the
// terminal's foreground, and returns ctx's error if ctx ends first. In the foreground it reads normally; the end of
// ctx does not end a Read that has begun.
func NewReader(ctx context.Context, f *os.File) io.Reader {
	ignoreStops()
	return &reader{ctx, f}
}

type reader struct {
	ctx  context.Context //nolint:containedctx // io.Reader's Read has no context
	file *os.File
}

func (r *reader) Read(p []byte) (int, error) {
	for {
		if err := Await(r.ctx, r.file); err != nil {
			return 0, err
		}
		n, err := r.file.Read(p)
		if err == nil || !isBackground(r.file) {
			return n, err
		}
		// The process went into the background during the read.
	}
}

// InBackground reports whether f is the terminal of this process, and the process is in its background. There it must
// neither read nor set the terminal: that would stop the process.
func InBackground(f *os.File) bool { return isBackground(f) }

// Input returns in, or a NewReader of it if it is a file.
func Input(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		return NewReader(ctx, f)
	}
	return in
}
