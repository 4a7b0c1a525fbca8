package game

import (
	"errors"
	"io/fs"
	"os"

	"blastyard/hexabomb"
	"blastyard/internal/regular"
	"blastyard/maps"
)

// openMap finds a map by its file or by the name of a built-in one. A file comes first: who names one means it.
func openMap(name string) (*hexabomb.Map, error) {
	m, builtin := maps.Load(name)
	if at, err := os.Stat(name); builtin == nil && (err != nil || at.IsDir()) {
		return m, nil
	}
	data, err := regular.ReadFile(name, maps.MaxFile)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, builtin
		}
		return nil, err
	}
	return maps.Decode(data, maps.Detect(data))
}
