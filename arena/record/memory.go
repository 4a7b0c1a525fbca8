package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrTooLong says that a replay in memory would exceed its limit.
var ErrTooLong = errors.New("record: the match is too long for a replay in memory")

// Memory holds a replay in memory. Its methods may be called concurrently.
type Memory struct {
	most int

	mu      sync.Mutex
	content []byte
	tooLong bool
}

// NewMemory returns a Memory for a replay of at most most bytes.
func NewMemory(most int) *Memory { return &Memory{most: most} }

// Write implements io.Writer. If the replay would become too large, the whole replay is dropped and Write returns
// ErrTooLong.
func (m *Memory) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tooLong || len(m.content)+len(p) > m.most {
		m.tooLong, m.content = true, nil
		return 0, fmt.Errorf("%w of %d bytes", ErrTooLong, m.most)
	}
	m.content = append(m.content, p...)
	return len(p), nil
}

// WriteAt implements io.WriterAt, within what was written.
func (m *Memory) WriteAt(p []byte, at int64) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.tooLong:
		return 0, fmt.Errorf("%w of %d bytes", ErrTooLong, m.most)
	case at < 0 || at+int64(len(p)) > int64(len(m.content)):
		return 0, io.ErrShortWrite
	}
	m.content = bytes.Clone(m.content) // somebody may read it
	return copy(m.content[at:], p), nil
}

// Content returns what was recorded so far. The caller must not change it. The error is ErrTooLong, or io.EOF before
// the match has begun.
func (m *Memory) Content() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.tooLong:
		return nil, fmt.Errorf("%w of %d bytes", ErrTooLong, m.most)
	case len(m.content) == 0:
		return nil, io.EOF
	default:
		return m.content[:len(m.content):len(m.content)], nil // later writes append after it or copy it
	}
}
