package submission

import (
	"errors"
	"io/fs"
	"os"
)

// exists reports whether a file exists.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
