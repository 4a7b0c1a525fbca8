package prompt

import (
	"bytes"
	"io"
)

// keyboard is the terminal as term.Terminal reads and writes it. term.Terminal takes Ctrl-C for the end of input,
// whatever stands on the line. So it gets another key instead, which its callback knows. After that key it reads again
// before it looks at others. One goroutine reads.
type keyboard struct {
	in   io.Reader
	out  io.Writer
	rest []byte // what was read and not yet given
	over bool   // the input is to end
}

const (
	ctrlC  = 3
	cancel = 0x1d // what stands for Ctrl-C: Ctrl-], which means nothing to term.Terminal
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
