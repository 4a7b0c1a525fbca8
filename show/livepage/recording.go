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

// Limits of a replay that is kept in memory for the page.
const (
	mostOfOne    = 32 << 20 // of a single match
	mostOfSeries = 2 << 20  // of a match of a series, of which live.DefaultKeep are kept
)

// A Recording is the source of a match's replay: a file that another recorder writes, or memory.
type Recording struct {
	file   *record.Recorder
	memory *record.Memory
	sink   arena.Sink
}

// FromFile returns the recording of a recorder, whose sink must come before the page's.
func FromFile(recorder *record.Recorder) *Recording { return &Recording{file: recorder} }

// InMemory returns a recording in memory, of a single match or of one in a series. It ignores Path of the options.
func InMemory(o record.Options, series bool) *Recording {
	most := mostOfOne
	if series {
		most = mostOfSeries
	}
	o.Memory = record.NewMemory(most)
	return &Recording{memory: o.Memory, sink: record.New(o)}
}

// Sink returns the recorder as a sink, or nil after FromFile.
func (r *Recording) Sink() arena.Sink { return r.sink }

// Open returns what is recorded so far, for Options.Replay.
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

// Replay reads what is recorded. For a match that is still being played it returns the existing part and an error.
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
