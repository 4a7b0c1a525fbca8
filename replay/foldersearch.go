package replay

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	// maxListed is how many replays an error lists.
	maxListed = 20
	// maxAround is how many folders may be around that of a match.
	maxAround = 5
)

// openRounds opens a folder and finds the folders of rounds in it. The error is ErrFolder if two are for one round.
func openRounds(dir string) (*os.Root, roundNames, error) {
	root, err := os.OpenRoot(dir) // no link that a bot left leads out of it
	if err != nil {
		return nil, nil, fmt.Errorf("replay: %w", err)
	}
	rounds, err := roundsIn(root)
	if err != nil {
		_ = root.Close() // it was only read
		return nil, nil, fmt.Errorf("%s: %w", dir, err)
	}
	return root, rounds, nil
}

// roundsAt returns the folders of rounds in a folder.
func roundsAt(dir string) (roundNames, error) {
	root, rounds, err := openRounds(dir)
	if err == nil {
		_ = root.Close() // it was only read
	}
	return rounds, err
}

// matchIn returns the folder of the match at dir: dir, or the only one in it that can be meant.
func matchIn(dir string) (string, error) {
	top := dir
	for range maxAround {
		rounds, err := roundsAt(dir)
		if err != nil || rounds[0] != "" {
			return dir, err
		}
		inner, err := onlyFolder(dir)
		if err != nil {
			return "", err
		}
		if inner == "" && len(rounds) > 0 {
			return "", rounds.missingFirst(dir)
		}
		if inner == "" {
			break
		}
		dir = inner
	}
	return "", fmt.Errorf("%w: %s holds no folders 0, 1, 2, … of rounds, and no replays", ErrFolder, top)
}

// onlyFolder returns the folder in dir in which the match must be, or "" for none. The error lists the replays in dir
// if there are several.
func onlyFolder(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("replay: %w", err)
	}
	var found, folders []string
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".") || e.Name() == packedByMac:
			continue
		case !e.IsDir() && strings.EqualFold(e.Name(), stateFile):
			return "", fmt.Errorf("%w: %s is the folder of one round: name the folder above it", ErrFolder, dir)
		case !e.IsDir() && strings.HasSuffix(e.Name(), Ending):
			found = append(found, name)
		case e.IsDir():
			if rounds, err := roundsAt(name); rounds[0] != "" || errors.Is(err, ErrFolder) {
				found = append(found, name)
			}
			if _, round := roundNumber(e.Name()); !round {
				folders = append(folders, name)
			}
		}
	}
	switch {
	case len(found) == 1 && !strings.HasSuffix(found[0], Ending):
		return found[0], nil
	case len(found) == 0 && len(folders) == 1:
		return folders[0], nil
	case len(found) == 0:
		return "", nil
	}
	more := ""
	if len(found) > maxListed {
		more = fmt.Sprintf(" and %d more", len(found)-maxListed)
		found = found[:maxListed]
	}
	return "", fmt.Errorf("%w: %s holds replays, choose one: %s%s", ErrFolder, dir, strings.Join(found, ", "), more)
}
