package prompt

import (
	"bytes"
	"io"
)

// keyboard is the terminal that term.Terminal reads and writes. term.Terminal treats Ctrl-C as the end of input, even
// if there is text on the line. So keyboard passes another key instead, which the callback of term.Terminal handles.
// After that key term.Terminal reads again before it looks at other keys. Only one goroutine reads.
type keyboard struct {
	in   io.Reader
	out  io.Writer
	rest []byte // read from the terminal and not yet returned
	over bool   // the next Read returns io.EOF
}

const (
	ctrlC  = 3
	cancel = 0x1d // replaces Ctrl-C: Ctrl-], which term.Terminal does not use
)

func (k *keyboard) Read(p []byte) (int, error) {
	if k.over {
		return 0, io.EOF
	}
	if len(k.rest) == 0 {
		b := make([]byte, len(p))
		n, err := k.in.Read(b)
		if n == 0 {
			return 0, err
		}
		k.rest = bytes.ReplaceAll(b[:n], []byte{cancel}, []byte{0})
	}
	n := len(k.rest)
	i := bytes.IndexByte(k.rest, ctrlC)
	if i >= 0 {
		n = i + 1
	}
	n = copy(p, k.rest[:n])
	k.rest = k.rest[n:]
	if i >= 0 && n == i+1 {
		p[i] = cancel
	}
	return n, nil
}

func (k *keyboard) Write(p []byte) (int, error) { return k.out.Write(p) }
