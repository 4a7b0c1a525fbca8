package rounds

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"blastyard/arena/harness"
)

// copiesName is the name of the folder of copied rounds in a bot's place.
const copiesName = "match"

// lend makes a copy of the folder of the round with the folder of one player. Until it is given back, take reads the
// copy.
func (f *Folders) lend(key byte, p *place) (path string, giveBack func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	match := filepath.Join(p.dir, copiesName)
	round := filepath.Join(match, strconv.Itoa(f.round))
	path = filepath.Join(round, string(key))
	copied, err := f.copyFor(match, round, path, p.user)
	if err != nil {
		err = hostError(fmt.Errorf("rounds: copy of the folder of player %c in round %d: %w", key, f.round, err))
		return "", nil, errors.Join(err, os.RemoveAll(round))
	}
	if held := f.players[key]; held != nil {
		_ = held.Close()
	}
	f.players[key], f.lent[key] = copied, true
	return path, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		_ = copied.Close()
		delete(f.players, key)
		delete(f.lent, key)
	}, nil
}

// removeHidden removes the copies of the rounds that bots do not see any more. f.mu is locked.
func (f *Folders) removeHidden(match string) error {
	root, err := os.OpenRoot(match)
	if err != nil {
		return err
	}
	defer root.Close()
	entries, err := someEntries(root, ".", -1)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && f.isSeen(n) && n != f.round {
			continue
		}
		if err := removeAll(root, e.Name()); err != nil {
			return err
		}
	}
	return nil
}

// copyFor makes the copy: the files of the round, and the player's folder, which belongs to a user if there is one.
// f.mu is locked.
func (f *Folders) copyFor(match, round, path string, user *harness.User) (*os.Root, error) {
	if err := os.MkdirAll(match, 0o700); err != nil {
		return nil, err
	}
	if err := f.removeHidden(match); err != nil {
		return nil, err
	}
	for _, dir := range []string{round, path} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return nil, err
		}
	}
	for _, w := range f.files {
		file := filepath.Join(round, w.name)
		if err := os.WriteFile(file, w.data, readable); err != nil {
			return nil, err
		}
		if err := os.Chmod(file, readable); err != nil { // whatever the umask
			return nil, err
		}
	}
	for _, w := range f.files[:copies] {
		if err := os.WriteFile(filepath.Join(path, w.name), w.data, readable); err != nil {
			return nil, err
		}
	}
	if user != nil {
		if err := user.Own(path); err != nil {
			return nil, err
		}
	}
	for _, dir := range []string{match, round} {
		if err := os.Chmod(dir, shown); err != nil {
			return nil, err
		}
	}
	return os.OpenRoot(path)
}

// bring copies what a bot has left in a lent folder to the player's own folder: regular files and the folders with
// them. The copies belong to the arena. trim has made sure that there is not too much. f.mu is locked.
func (f *Folders) bring(to string, from *os.Root, dir string) (faults []string, err error) {
	entries, err := someEntries(from, dir, maxLeftRows+copies+1)
	if err != nil {
		return []string{fmt.Sprintf("what it left cannot be read: %v", err)}, hostFault(err)
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		more, err := []string(nil), error(nil)
		switch {
		case f.isCopy(name): // the player's own folder has it
		case e.IsDir():
			more, err = f.bring(to, from, name)
		case e.Type().IsRegular():
			err = f.bringFile(to, from, name)
		}
		if hostFault(err) != nil {
			return faults, hostFault(err)
		}
		if err != nil {
			more = append(more, fmt.Sprintf("a file that it left cannot be kept: %v", err))
		}
		faults = append(faults, more...)
	}
	return faults, nil
}

func (f *Folders) bringFile(to string, from *os.Root, name string) error {
	r, err := openRegular(from, name)
	if err != nil {
		return err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxLeft))
	if err != nil {
		return err
	}
	root, err := f.open(false)
	if err != nil {
		return err
	}
	file := filepath.Join(to, name)
	return writeNew(root, filepath.Dir(file), file, data)
}

// hostFault returns err if it is a failure of the arena, else nil.
func hostFault(err error) error {
	if !harness.HostFault(err) {
		return nil
	}
	return hostError(err)
}
