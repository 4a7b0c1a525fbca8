package newfile

import (
	"errors"
	"os"
	"path/filepath"
)

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
