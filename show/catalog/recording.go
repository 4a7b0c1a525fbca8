package catalog

import (
	"fmt"
	"path/filepath"

	"blastyard/internal/regular"
	"blastyard/show/serve"
)

// recording is the file of the replay as it is now.
func (f *film) recording() (*serve.Recording, error) {
	if f.size == 0 {
		return nil, fmt.Errorf("%w: the match is a folder of the original engine, not a file", serve.ErrNoRecording)
	}
	file, err := regular.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("%w any more: the file cannot be opened", serve.ErrNoRecording)
	}
	return &serve.Recording{Name: filepath.Base(f.path), Content: file}, nil
}
