package serve

import (
	"bytes"
	"errors"
	"io"
)

// ErrNoRecording says why there is no replay of a match to be had; what wraps it says more.
var ErrNoRecording = errors.New("there is no replay of this match")

// A Recording is the replay of a match as a file (.blast).
type Recording struct {
	Name    string // of the file, without folders
	Content io.ReadSeekCloser
}

// RecordingOf is a recording in memory.
func RecordingOf(name string, content []byte) *Recording {
	return &Recording{name, inMemory{bytes.NewReader(content)}}
}

type inMemory struct{ *bytes.Reader }

// Close implements io.Closer.
func (inMemory) Close() error { return nil }

// RecordedBy says who has the replay of the match. The function is called by many goroutines at once; of a match that
// goes on it may give what there is so far. Its error is for readers and wraps ErrNoRecording.
func (m *Match) RecordedBy(recording func() (*Recording, error)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recording = recording
}

// Recording is the replay of the match, to be closed; an error that wraps ErrNoRecording says why there is none.
func (m *Match) Recording() (*Recording, error) {
	m.mu.Lock()
	recording := m.recording
	m.mu.Unlock()
	if recording == nil {
		return nil, ErrNoRecording
	}
	return recording()
}
