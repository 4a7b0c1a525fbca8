package command

import (
	"errors"
	"fmt"
	"io"

	"blastyard/internal/newfile"
)

// WriteNewFile writes a file in one go; one that is there already stays, unless force says otherwise.
func WriteNewFile(path string, force bool, write func(io.Writer) error) error {
	err := newfile.Write(path, force, write)
	if errors.Is(err, newfile.ErrExists) {
		return fmt.Errorf("%w; name another file or use --force", err)
	}
	return err
}
