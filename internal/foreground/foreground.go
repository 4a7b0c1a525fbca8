// Package foreground lets a program that runs in the background of a terminal ("program &") go on: a plain read from that
// terminal would stop it.
package foreground

import (
	"context"
	"io"
	"os"
)

// NewReader reads from f. Where f is the terminal of this process, a Read waits until the process is in the terminal's
// foreground, and ends with ctx's error when ctx ends first. What runs in the foreground reads as ever; a Read that has
// begun is not ended by ctx.
func NewReader(ctx context.Context, f *os.File) io.Reader {
	ignoreStops()
	return &reader{ctx, f}
}

type reader struct {
	ctx  context.Context //nolint:containedctx // io.Reader's Read takes none
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
		// It went into the background while it read.
	}
}

// Input is in, or, where that is a file, a NewReader of it.
func Input(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		return NewReader(ctx, f)
	}
	return in
}
