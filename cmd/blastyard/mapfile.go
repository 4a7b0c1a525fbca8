package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"blastyard/hexabomb"
	"blastyard/internal/regular"
	"blastyard/maps"
)

// readMapFile reads a map from a file: hexabomb's map file, a text picture, or a JSON export of Tiled. The content tells
// which, but what ends with .json is taken for JSON.
func readMapFile(path string) (*hexabomb.Map, error) {
	data, err := regular.ReadFile(path, maps.MaxFile)
	if err != nil {
		return nil, err
	}
	format := maps.Detect(data)
	if byName, _ := maps.FormatOf(path); byName == maps.JSON && format == maps.Text {
		format = maps.JSON
	}
	m, err := maps.Decode(data, format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func loadBuiltinMap(name string) (*hexabomb.Map, error) { return maps.Load(name) }

// loadMap finds a map by its file or by the name of a built-in one. A file comes first: who names one means it.
func loadMap(name string) (*hexabomb.Map, error) {
	m, builtinErr := maps.Load(name)
	if builtinErr == nil {
		if at, _ := os.Stat(name); at == nil || at.IsDir() {
			return m, nil
		}
		m, err := readMapFile(name)
		if err != nil {
			return nil, fmt.Errorf("%w (this is the file %s, not the built-in map of that name)", err, filepath.Join(".", name))
		}
		return m, nil
	}
	m, err := readMapFile(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsRune(name, filepath.Separator) && filepath.Ext(name) == "" {
		return nil, builtinErr
	}
	return m, err
}
