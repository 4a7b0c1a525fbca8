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

// place is where a bot plays: normally in its own folder and its folder of the round. There are two exceptions, in
// which what it sees is beside no folder of a rival:
//
//   - At SandboxFiles its folder of the round is a copy, inside a copy of the folder of the round.
//   - Where root runs the arena, and the sandbox cannot make the bot the owner of these folders, the bot runs as a user
//     of its own, which owns copies of them and of the bot's folder. As root it could do much more harm.
type place struct {
	bot    *Bot          // as it is run
	user   *harness.User // nil if the bot runs as this program's user, or in namespaces
	dir    string        // contains the copies; the bot cannot write here; "": there are none
	remove func()
}

// newPlace decides where a bot plays, and copies its folder if necessary.
func newPlace(b *Bot, box *harness.Sandbox) (*place, error) {
	if box == nil {
		return &place{bot: b}, nil
	}
	user, err := harness.TakeUser(box.Level)
	if err != nil || user == nil && box.Level != harness.SandboxFiles {
		return &place{bot: b}, err
	}
	p := &place{bot: b, user: user, remove: func() {}}
	if p.dir, p.remove, err = harness.TempFolder(); err == nil && user != nil {
		err = p.furnish(b)
	}
	if err != nil {
		p.leave()
		return nil, err
	}
	return p, nil
}

// What every user may do with the files that a bot's own user must reach.
const (
	enterable = 0o711 // pass through a folder; only its owner can list and change it
	shown     = 0o755 // list a folder, too
	readable  = 0o644 // read a file
)

// furnish copies the bot's folder. Other bots cannot read the copy.
func (p *place) furnish(b *Bot) (err error) {
	if p.bot, err = b.Copy(filepath.Join(p.dir, "bot")); err != nil {
		return err
	}
	if err = os.Chmod(p.bot.Dir, 0o700); err == nil {
		err = p.user.Own(p.bot.Dir)
	}
	if err == nil {
		err = os.Chmod(p.dir, enterable)
	}
	return hostError(err)
}

// folder returns the bot's folder of the round that f has begun, and what the bot may read beside it: the files of the
// round, which the original engine writes before it starts the first bot. Call giveBack when its move was taken.
func (p *place) folder(f *Folders, key byte) (path string, read []string, giveBack func(), err error) {
	if p.dir == "" {
		return f.Player(f.round, key), f.roundFiles(), func() {}, nil
	}
	path, giveBack, err = f.lend(key, p)
	return path, []string{filepath.Dir(path)}, giveBack, err
}

// roundFiles returns the paths of the files that Begin has written for everybody.
func (f *Folders) roundFiles() (paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.files {
		paths = append(paths, filepath.Join(f.dir, strconv.Itoa(f.round), w.name))
	}
	return paths
}

// leave removes the copies.
func (p *place) leave() {
	if p.remove != nil {
		p.remove()
	}
	if p.user != nil {
		p.user.Free()
	}
}

// lend makes a copy of the folder of the round with the folder of one player. Until it is given back, take reads the
// copy.
func (f *Folders) lend(key byte, p *place) (path string, giveBack func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	round := filepath.Join(p.dir, strconv.Itoa(f.round))
	path = filepath.Join(round, string(key))
	copied, err := f.copyFor(round, path, p.user)
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
		_ = os.RemoveAll(round)
	}, nil
}

// copyFor makes the copy: the files of the round, and the player's folder, which belongs to a user if there is one.
// f.mu is locked.
func (f *Folders) copyFor(round, path string, user *harness.User) (*os.Root, error) {
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
	if err := os.Chmod(round, shown); err != nil {
		return nil, err
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
