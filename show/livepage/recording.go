package livepage

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/replay"
	"blastyard/show/serve"
)

// How large the replay of a match may become that is kept in memory for the page.
const (
	mostOfOne    = 32 << 20 // where one match is played
	mostOfSeries = 2 << 20  // where as many as live.DefaultKeep are kept
)

// A Recording is what a match on a page is recorded to: a file that somebody else writes, or memory.
type Recording struct {
	file   *record.Recorder
	memory *record.Memory
	sink   arena.Sink
}

// FromFile is a recording by a recorder that hears of the match before the page does.
func FromFile(recorder *record.Recorder) *Recording { return &Recording{file: recorder} }

// InMemory is a recording for the page alone, of one match or of one in a series. Of the options Path is not used.
func InMemory(o record.Options, series bool) *Recording {
	most := mostOfOne
	if series {
		most = mostOfSeries
	}
	o.Memory = record.NewMemory(most)
	return &Recording{memory: o.Memory, sink: record.New(o)}
}

// Sink hears of the match; nil where another recorder does.
func (r *Recording) Sink() arena.Sink { return r.sink }

// Open is what is recorded so far, for Options.Replay.
func (r *Recording) Open() (*serve.Recording, error) {
	if r.memory != nil {
		content, err := r.memory.Content()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", serve.ErrNoRecording, err)
		}
		return serve.RecordingOf("match"+replay.Ending, content), nil
	}
	f, err := os.Open(r.file.Path())
	if err != nil {
		return nil, fmt.Errorf("%w: its file is gone", serve.ErrNoRecording)
	}
	return &serve.Recording{Name: filepath.Base(r.file.Path()), Content: f}, nil
}

// Replay reads what is recorded. Of a match that goes on it is the part that is there; the error says so, too.
func (r *Recording) Replay() (*replay.Replay, error) {
	if r.memory == nil {
		return replay.Open(r.file.Path())
	}
	content, err := r.memory.Content()
	if err != nil {
		return nil, err
	}
	return replay.Read(bytes.NewReader(content))
}
