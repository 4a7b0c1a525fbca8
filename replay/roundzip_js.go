package replay

import (
	"fmt"
	"io"
	"os"
)

// The module in a page reads replays of one file only, and is smaller without zips.

func isZip(io.ReaderAt) bool { return false }

func openZip(name string, _ *os.File, _ Limits) (*Reader, error) {
	return nil, fmt.Errorf("%w: %s: a zip", ErrFormat, name)
}
