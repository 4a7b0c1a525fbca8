package harness

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"blastyard/internal/plain"
)

// tail keeps the last lines of a stream, each cut at maxTailLine bytes. Its memory is bounded and reused.
type tail struct {
	mu    sync.Mutex
	lines [][]byte // a ring buffer
	next  int      // index of the next line
	count int      // number of lines kept
	open  []byte   // the line that has not ended yet
}

func newTail(lines int) *tail { return &tail{lines: make([][]byte, lines)} }

// push adds a whole line.
func (t *tail) push(line []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	slot := &t.lines[t.next]
	*slot = append((*slot)[:0], cut(line)...)
	t.next = (t.next + 1) % len(t.lines)
	t.count = min(t.count+1, len(t.lines))
	t.open = t.open[:0]
}

// pending sets the beginning of the line that has not ended yet.
func (t *tail) pending(line []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = append(t.open[:0], cut(line)...)
}

// last returns up to n lines, oldest first.
func (t *tail) last(n int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	for i := t.count; i > 0; i-- {
		out = append(out, plain.Stored(string(t.lines[(t.next-i+len(t.lines))%len(t.lines)])))
	}
	if len(t.open) > 0 {
		out = append(out, plain.Stored(string(t.open)))
	}
	return out[max(0, len(out)-max(0, n)):]
}

func cut(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) > maxTailLine {
		end := maxTailLine
		for end > maxTailLine-utf8.UTFMax && !utf8.RuneStart(line[end]) {
			end--
		}
		return append(bytes.Clone(line[:end]), "…"...)
	}
	return line
}
