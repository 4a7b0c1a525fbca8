package command

import (
	"errors"
	"fmt"
	"io"

	"blastyard/internal/newfile"
)

// WriteNewFile writes a file completely. It does not replace an existing file unless force is set.
func WriteNewFile(path string, force bool, write func(io.Writer) error) error {
	err := newfile.Write(path, force, write)
	if errors.Is(err, newfile.ErrExists) {
		return fmt.Errorf("%w; name another file or use --force", err)
	}
	return err
}
