// Package regular opens files that others may have put in place. It opens only regular files up to a given size, so a
// device without an end or a pipe without a writer cannot block the program.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"blastyard/internal/text"
)

// Errors of Open and ReadFile, wrapped in an fs.PathError.
var (
	ErrIrregular = errors.New("not a regular file")
	ErrTooBig    = errors.New("too big")
)

// Open opens a regular file for reading. It follows links and never waits.
func Open(path string) (*os.File, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	}
	if err != nil {
		_ = f.Close() // it was only opened
		return nil, err
	}
	return f, nil
}

// ReadFile reads a regular file of at most limit bytes.
func ReadFile(path string, limit int) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	data, err := ReadAll(f, limit)
	_ = f.Close() // it was only read
	if errors.Is(err, ErrTooBig) {
		err = &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, err
}

// ReadText reads a text from a regular file of at most limit bytes, in any encoding: see text.Decode. A file that is
// packed, or a document, is an error that says so: see text.CheckForeign.
func ReadText(path string, limit int) ([]byte, error) {
	data, err := ReadFile(path, limit)
	if err == nil {
		if foreign := text.CheckForeign(data); foreign != nil {
			return nil, &fs.PathError{Op: "read", Path: path, Err: foreign}
		}
	}
	return text.Decode(data), err
}

// ReadAllText is ReadText for a stream.
func ReadAllText(r io.Reader, limit int) ([]byte, error) {
	data, err := ReadAll(r, limit)
	if err == nil {
		err = text.CheckForeign(data)
	}
	return text.Decode(data), err
}

// ReadAll reads a stream of at most limit bytes.
func ReadAll(r io.Reader, limit int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooBig, limit)
	}
	return data, nil
}
