package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/maps"
)

// readMapFile reads a map from a file.
func readMapFile(path string) (*hexabomb.Map, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m, err := wire.DecodeMap(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func loadBuiltinMap(name string) (*hexabomb.Map, error) { return maps.Load(name) }

// loadMap finds a map by the name of a built-in one or by its file.
func loadMap(name string) (*hexabomb.Map, error) {
	m, builtinErr := maps.Load(name)
	if builtinErr == nil {
		return m, nil
	}
	m, err := readMapFile(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsRune(name, filepath.Separator) && filepath.Ext(name) == "" {
		return nil, builtinErr
	}
	return m, err
}
