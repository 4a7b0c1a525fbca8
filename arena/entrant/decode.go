//go:build unix || windows

package entrant

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"blastyard/internal/regular"
)

// decode reads a TOML file. An unknown key is an error.
func decode(file string, into any) error {
	text, err := regular.ReadFile(file, maxFile)
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return fileError{fmt.Errorf("%s: %w", file, path.Err)}
	case err != nil:
		return fileError{fmt.Errorf("%s: %w", file, err)}
	}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err = d.Decode(into)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		line, _ := unknown.Errors[0].Position()
		key := strings.Join(unknown.Errors[0].Key(), ".")
		return fileError{fmt.Errorf("%s:%d: there is no key %s", file, line, key)}
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		return fileError{fmt.Errorf("%s:%d: %s", file, line, strings.TrimPrefix(wrong.Error(), "toml: "))}
	case err != nil:
		return fileError{fmt.Errorf("%s: %w", file, err)}
	}
	return nil
}
