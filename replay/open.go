package replay

import (
	"errors"
	"fmt"
	"os"

	"blastyard/internal/regular"
)

// Open reads a replay: a file, or the folder of one match of 2016-Bomberman (Replays/SEED), which may be in a zip. Like
// Read, it may return both a replay and an error. For a folder with several replays the error lists them.
func Open(path string) (*Replay, error) {
	reader, err := OpenReader(path, Limits{})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	r, err := reader.All()
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return r, err
}

// IsFolder reports whether there is a folder at path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IsRounds reports whether a replay is a match of 2016-Bomberman in folders of rounds, and no file of this package: a
// folder, or a zip with one.
func IsRounds(path string) bool {
	if IsFolder(path) {
		return true
	}
	f, err := regular.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return isZip(f)
}

// ErrFolder means that a folder is not the folder of one match.
var ErrFolder = errors.New("replay: not the folder of a match")
