package record

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrTooLong says that a replay in memory would have become larger than it may be.
var ErrTooLong = errors.New("record: the match is too long for a replay in memory")

// Memory is where a replay goes that is kept in memory. Its methods may be called by several goroutines at once.
type Memory struct {
	most int

	mu      sync.Mutex
	content []byte
	full    bool
}

// NewMemory returns room for a replay of so many bytes at most.
func NewMemory(most int) *Memory { return &Memory{most: most} }

// Write implements io.Writer. A replay that becomes too large is dropped as a whole: ErrTooLong.
func (m *Memory) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full || len(m.content)+len(p) > m.most {
		m.full, m.content = true, nil
		return 0, fmt.Errorf("%w of %d bytes", ErrTooLong, m.most)
	}
	m.content = append(m.content, p...)
	return len(p), nil
}

// Content is what was recorded so far, which is not to be changed. It fails with ErrTooLong, and with io.EOF before the
// match has begun.
func (m *Memory) Content() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.full:
		return nil, fmt.Errorf("%w of %d bytes", ErrTooLong, m.most)
	case len(m.content) == 0:
		return nil, io.EOF
	default:
		return m.content[:len(m.content):len(m.content)], nil // what comes later goes behind it, or elsewhere
	}
}
