package replay

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// People keep old matches under other names than the engine wrote: rounds as "Round 12", files as STATE.JSON, and a
// folder around everything. A name that can only mean one thing is read; names that compete are an error.

// packedByMac is the folder that macOS adds to a zip. Its files are not those of the match.
const packedByMac = "__MACOSX"

// roundNumber reads the name of a round's folder: 12, 012, "Round 12", round_12, ROUND-12 or round12.
func roundNumber(name string) (int, bool) {
	digits := name
	if word := "round"; len(name) > len(word) && strings.EqualFold(name[:len(word)], word) {
		digits = strings.TrimLeft(name[len(word):], " _-")
	}
	if strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n <= maxTurns
}

// roundNames are the names of the folders of rounds, by number.
type roundNames map[int]string

// add takes the name of a folder, if it is that of a round.
func (r roundNames) add(folder string) error {
	n, ok := roundNumber(folder)
	if !ok {
		return nil
	}
	if other, has := r[n]; has && other != folder {
		two := []string{other, folder}
		slices.Sort(two)
		return fmt.Errorf("%w: %q and %q are both the folder of round %d: remove one of them",
			ErrFolder, two[0], two[1], n)
	}
	r[n] = folder
	return nil
}

// last returns the highest number of a round, -1 for none.
func (r roundNames) last() int {
	most := -1
	for n := range r {
		most = max(most, n)
	}
	return most
}

// missingFirst is the error for folders of rounds without that of round 0.
func (r roundNames) missingFirst(at string) error {
	least := r.last()
	for n := range r {
		least = min(least, n)
	}
	return fmt.Errorf("%w: %s has no folder of round 0: the first is %q", ErrFolder, at, r[least])
}

// inOtherCapitals returns the one of some names that is the name but for its capitals, or "" for none.
func inOtherCapitals(name string, names []string) (string, error) {
	var found []string
	for _, n := range names {
		if strings.EqualFold(n, name) {
			found = append(found, n)
		}
	}
	switch {
	case len(found) == 0:
		return "", nil
	case len(found) == 1 || slices.Contains(found, name):
		return found[max(0, slices.Index(found, name))], nil
	}
	slices.Sort(found)
	return "", fmt.Errorf("%w: %q and %q are there, expected one %s", ErrFormat, found[0], found[1], path.Base(name))
}

// eachEntry calls do for each entry of a folder.
func eachEntry(root *os.Root, dir string, do func(fs.DirEntry) error) error {
	f, err := root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close() // it is only read
	for {
		entries, err := f.ReadDir(1000)
		for _, e := range entries {
			if err := do(e); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// roundsIn returns the folders of rounds in a folder.
func roundsIn(root *os.Root) (roundNames, error) {
	names := roundNames{}
	err := eachEntry(root, ".", func(e fs.DirEntry) error {
		if !e.IsDir() {
			return nil
		}
		return names.add(e.Name())
	})
	return names, err
}

// at returns the path of a file of a round in the folder, whose names may have other capitals.
func (r rootFiles) at(name string) (string, error) {
	parts := strings.Split(name, "/")
	if n, ok := roundNumber(parts[0]); ok && r.rounds[n] != "" {
		parts[0] = r.rounds[n]
	}
	for i := 1; i < len(parts); i++ {
		if _, err := r.root.Lstat(path.Join(parts[:i+1]...)); !errors.Is(err, fs.ErrNotExist) {
			continue // it is there, or cannot be read, which who opens it will say
		}
		var similar []string
		err := eachEntry(r.root, path.Join(parts[:i]...), func(e fs.DirEntry) error {
			if strings.EqualFold(e.Name(), parts[i]) {
				similar = append(similar, path.Join(path.Join(parts[:i]...), e.Name()))
			}
			return nil
		})
		if err != nil {
			return "", missing(name, err)
		}
		other, err := inOtherCapitals(path.Join(parts[:i+1]...), similar)
		if err != nil {
			return "", err
		}
		if other != "" {
			parts[i] = path.Base(other)
		}
	}
	return path.Join(parts...), nil
}
