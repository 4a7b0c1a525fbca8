package maps

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"blastyard/internal/regular"
	"blastyard/rules/hexabomb"
)

// Open opens a map: a file of any format, or a built-in map by its name. A file has priority, because whoever names
// one means it. A folder is not a map.
func Open(name string) (*hexabomb.Map, error) {
	m, builtinErr := Load(name)
	if builtinErr == nil {
		if at, _ := os.Stat(name); at == nil || at.IsDir() {
			return m, nil
		}
		m, err := ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%w (this is the file %s, not the built-in map of that name)", err,
				filepath.Join(".", name))
		}
		return m, nil
	}
	m, err := ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsRune(name, filepath.Separator) && filepath.Ext(name) == "" {
		return nil, builtinErr
	}
	bare := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if _, noMap := Load(bare); errors.Is(err, fs.ErrNotExist) && noMap == nil {
		err = fmt.Errorf("%w; did you mean the built-in map %s?", err, bare)
	}
	return m, err
}

// ReadFile reads a map from a regular file of at most MaxFile bytes. Its content determines the format, but a file
// with the extension .json must be JSON.
func ReadFile(path string) (*hexabomb.Map, error) {
	data, err := regular.ReadText(path, MaxFile)
	if err != nil {
		return nil, err
	}
	format := Detect(data)
	if byName, _ := FormatOf(path); byName == JSON && format == Text {
		format = JSON
	}
	return decodeNamed(path, data, format)
}

// ReadFileAs reads a map of one format from a regular file.
func ReadFileAs(path string, f Format) (*hexabomb.Map, error) {
	data, err := regular.ReadText(path, MaxFile)
	if err != nil {
		return nil, err
	}
	return decodeNamed(path, data, f)
}

// Read reads a map of at most MaxFile bytes from a stream. name is its name in errors. An empty format means to
// detect it.
func Read(r io.Reader, name string, f Format) (*hexabomb.Map, error) {
	data, err := regular.ReadAllText(r, MaxFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if f == "" {
		f = Detect(data)
	}
	return decodeNamed(name, data, f)
}

func decodeNamed(name string, data []byte, f Format) (*hexabomb.Map, error) {
	m, err := Decode(data, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}
