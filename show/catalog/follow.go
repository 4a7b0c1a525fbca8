package catalog

import (
	"errors"
	"fmt"
	"io"
	"os"

	"blastyard/internal/regular"
	"blastyard/replay"
)

// followed is a file that may still be written. At its end it calls grown, which may wait for more.
type followed struct {
	file  *os.File
	grown func(more func() bool) bool
	over  bool
}

func (f *followed) Read(p []byte) (int, error) {
	for {
		n, err := f.file.Read(p)
		if n > 0 || !errors.Is(err, io.EOF) || f.over {
			return n, err
		}
		if !f.grown(f.more) {
			f.over = true // read what was written in the meantime, then stop
		}
	}
}

// more reports whether there is more to read.
func (f *followed) more() bool {
	at, err := f.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return false
	}
	info, err := f.file.Stat()
	return err == nil && info.Size() > at
}

// openFollowed opens a replay. If it is a file, grown is called at its end, on the reader's goroutine.
func openFollowed(path string, grown func(more func() bool) bool) (*replay.Reader, error) {
	if replay.IsRounds(path) {
		return replay.OpenReader(path, replay.Limits{Lean: true})
	}
	f, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return replay.NewFileReader(&followed{file: f, grown: grown}, f, replay.Limits{Lean: true})
}
