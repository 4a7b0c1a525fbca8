package serve

import (
	"bytes"
	"errors"
	"io"
)

// ErrNoRecording says that there is no replay of a match. An error that wraps it says why.
var ErrNoRecording = errors.New("there is no replay of this match")

// A Recording is the replay of a match as a file (.blast).
type Recording struct {
	Name    string // of the file, without folders
	Content io.ReadSeekCloser
}

// RecordingOf returns a recording in memory.
func RecordingOf(name string, content []byte) *Recording {
	return &Recording{name, inMemory{bytes.NewReader(content)}}
}

type inMemory struct{ *bytes.Reader }

// Close implements io.Closer.
func (inMemory) Close() error { return nil }

// RecordedBy sets the function that returns the replay of the match. It is called concurrently. During the match it
// may return the part that exists. Its error is shown to readers and wraps ErrNoRecording.
func (m *Match) RecordedBy(recording func() (*Recording, error)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recording = recording
}

// Recording returns the replay of the match, which the caller must close. Without one the error wraps ErrNoRecording.
func (m *Match) Recording() (*Recording, error) {
	m.mu.Lock()
	recording := m.recording
	m.mu.Unlock()
	if recording == nil {
		return nil, ErrNoRecording
	}
	return recording()
}
