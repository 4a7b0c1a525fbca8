// Package newfile writes files that are complete or not there at all, and replaces nothing unasked.
package newfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrExists is the error for a path where a file is already.
var ErrExists = errors.New("exists already")

// Write calls write with a temporary file beside path and then gives it that name. A file that exists already stays,
// unless replace is set; anything else but a regular file always stays. When write fails, nothing is left.
func Write(path string, replace bool, write func(io.Writer) error) error {
	if err := Check(path, replace); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		var where *fs.PathError
		if errors.As(err, &where) {
			where.Path = path // the caller's, not that of the temporary file
		}
		return err
	}
	defer os.Remove(f.Name()) // where it was not renamed
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Check says what Write would refuse about a path before it writes.
func Check(path string, replace bool) error {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is there and no regular file; name another one", path)
	case !replace:
		return fmt.Errorf("%s %w", path, ErrExists)
	}
	return nil
}

// Try finds out whether a file can be written, and makes its folder. The file is gone again afterwards.
func Try(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 1<<10)) // an empty file fits on a full disk
	return errors.Join(err, f.Close(), os.Remove(file))
}
