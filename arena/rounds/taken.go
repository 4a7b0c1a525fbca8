package rounds

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"blastyard/arena/harness"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// MoveFile is the name of the file to which a bot writes its command.
const MoveFile = "move.txt"

// ErrNoMove is wrapped by errors about a move file that cannot be read.
var ErrNoMove = errors.New("no " + MoveFile)

// What a bot may leave in its folder of a round. The rest is removed.
const (
	maxLeft     = 1 << 20 // bytes in all; a longer move file is cut to wire.MoveFileSize bytes
	maxLeftRows = 100     // files and folders
)

// taken is what a bot has left in its folder of a round.
type taken struct {
	command bomberman.Command
	extra   string   // what followed the command
	err     error    // why there is no command, which is the bot's fault
	faults  []string // what the bot did that it must not do
}

// take reads the move of a bot that has ended, and checks what it has done to the files of the round. An error is a
// failure of the arena.
func (f *Folders) take(key byte) (t taken, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.players[key]
	if p == nil {
		return t, fmt.Errorf("rounds: player %c has no folder in round %d", key, f.round)
	}
	round := strconv.Itoa(f.round)
	if t.err = f.checkFolder(key, p); t.err != nil {
		if harness.HostFault(t.err) {
			return t, hostError(fmt.Errorf("rounds: folder of player %c: %w", key, t.err))
		}
		t.faults = append(t.faults, t.err.Error())
	} else {
		t.command, t.extra, t.err = readMove(p)
		if harness.HostFault(t.err) {
			return t, hostError(fmt.Errorf("rounds: %s of player %c: %w", MoveFile, key, t.err))
		}
		for _, w := range f.files[:copies] {
			if !changed(p, w.name, w.data) {
				continue
			}
			t.faults = append(t.faults, "its "+w.name+" was changed or removed")
			if f.keep {
				if err := f.write(filepath.Join(round, string(key)), w.name, w.data); err != nil {
					return t, err
				}
			}
		}
		t.faults = append(t.faults, f.trim(p)...)
		if f.lent[key] {
			fault, err := f.bring(filepath.Join(round, string(key)), p, ".")
			if err != nil {
				return t, err
			}
			t.faults = append(t.faults, fault...)
		}
	}
	for _, w := range f.files {
		if name := filepath.Join(round, w.name); changed(f.root, name, w.data) {
			t.faults = append(t.faults, "the round's "+w.name+" was changed or removed")
			if err := f.write(round, w.name, w.data); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}

// checkFolder reports whether a player's folder is the one that Begin created.
func (f *Folders) checkFolder(key byte, p *os.Root) error {
	if f.lent[key] {
		return nil // a bot cannot replace the copy, because only root can write to its parent folder
	}
	held, err := p.Stat(".")
	if err != nil {
		return fmt.Errorf("%w that can be read: %w", ErrNoMove, err)
	}
	there, err := f.root.Lstat(filepath.Join(strconv.Itoa(f.round), string(key)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w that can be read: %w", ErrNoMove, err)
	}
	if err != nil || !os.SameFile(held, there) {
		return fmt.Errorf("%w: its folder was removed or replaced", ErrNoMove)
	}
	return nil
}

// changed reports whether a file is no longer the regular file that was written.
func changed(root *os.Root, name string, want []byte) bool {
	f, err := openRegular(root, name)
	if err != nil {
		return !harness.HostFault(err)
	}
	defer f.Close()
	got, err := io.ReadAll(io.LimitReader(f, int64(len(want))+1))
	return err == nil && !bytes.Equal(got, want)
}

// errNotRegular means that something other than a regular file is in a file's place.
var errNotRegular = errors.New("not a regular file")

// openRegular opens a regular file. It opens neither a link nor the target of a link, and fails if the file was
// replaced while it was opened.
func openRegular(root *os.Root, name string) (*os.File, error) {
	there, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !there.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not block
	if err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || !os.SameFile(there, st) {
		return nil, errors.Join(errNotRegular, f.Close())
	}
	return f, nil
}

// readMove reads the command that a bot left in its folder of a round, and what follows it, which is ignored. With an
// error the command is Nothing.
func readMove(p *os.Root) (c bomberman.Command, extra string, err error) {
	f, err := openRegular(p, MoveFile)
	if errors.Is(err, fs.ErrNotExist) {
		if other := otherCase(p); other != "" {
			f, err = openRegular(p, other)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return bomberman.Nothing, "", ErrNoMove
	case errors.Is(err, errNotRegular):
		return bomberman.Nothing, "", fmt.Errorf("%w: %w", ErrNoMove, errNotRegular)
	case err != nil:
		return bomberman.Nothing, "", fmt.Errorf("%w that can be read: %w", ErrNoMove, errors.Unwrap(err))
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, wire.MoveFileSize))
	if err != nil {
		return bomberman.Nothing, "", fmt.Errorf("%w that can be read: %w", ErrNoMove, err)
	}
	c, err = wire.ParseMove(head)
	if err != nil {
		return c, "", fmt.Errorf("%s: %w", MoveFile, err)
	}
	if first := head[0]; first >= '0' && first <= '9' {
		extra = strings.TrimSpace(string(head[1:]))
	}
	return c, extra, nil
}

// otherCase finds the move file of a bot that writes its name in other letters, such as Move.txt: on Windows that is
// the same file. "": there is none, or more than one.
func otherCase(p *os.Root) (name string) {
	entries, _ := someEntries(p, ".", maxLeftRows+copies+1)
	for _, e := range entries {
		switch {
		case !strings.EqualFold(e.Name(), MoveFile):
		case name != "":
			return ""
		default:
			name = e.Name()
		}
	}
	return name
}

// trim limits what a bot leaves in its folder of a round.
func (f *Folders) trim(p *os.Root) (faults []string) {
	if st, err := p.Lstat(MoveFile); err == nil && st.Mode().IsRegular() && st.Size() > maxLeft {
		fault := fmt.Sprintf("its %s of %d bytes was cut to %d", MoveFile, st.Size(), wire.MoveFileSize)
		if err := cut(p, MoveFile, wire.MoveFileSize); err != nil {
			fault = fmt.Sprintf("its %s of %d bytes cannot be cut: %v", MoveFile, st.Size(), err)
		}
		faults = append(faults, fault)
	}
	left := leftovers{rows: maxLeftRows, size: maxLeft}
	left.count(p, ".", f.isCopy)
	if left.rows >= 0 && left.size >= 0 {
		return faults
	}
	faults = append(faults, fmt.Sprintf("it left more than %d KiB or %d files in its folder: they were removed",
		maxLeft>>10, maxLeftRows))
	if err := removeEntries(p, func(name string) bool { return name == MoveFile || f.isCopy(name) }); err != nil {
		faults = append(faults, fmt.Sprintf("what it left cannot be removed: %v", err))
	}
	return faults
}

// leftovers is how much more a bot may leave.
type leftovers struct {
	rows int
	size int64
}

// count subtracts what is in a folder, and stops when nothing is left. What cannot be read counts as one entry.
func (l *leftovers) count(p *os.Root, dir string, skip func(path string) bool) {
	entries, _ := someEntries(p, dir, l.rows+1)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if skip(path) && e.Type().IsRegular() {
			continue
		}
		if l.rows--; l.rows < 0 || l.size < 0 {
			return
		}
		if e.IsDir() {
			l.count(p, path, skip)
		} else if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			l.size -= info.Size()
		}
	}
}

// someEntries returns the first entries of a folder.
func someEntries(p *os.Root, dir string, n int) ([]fs.DirEntry, error) {
	d, err := p.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	entries, err := d.ReadDir(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return entries, err
}

// removeEntries empties a folder except for the regular files to keep.
func removeEntries(p *os.Root, keep func(name string) bool) error {
	for {
		entries, err := someEntries(p, ".", 1000)
		removed := 0
		for _, e := range entries {
			if e.Type().IsRegular() && keep(e.Name()) {
				continue
			}
			if err := removeAll(p, e.Name()); err != nil {
				return err
			}
			removed++
		}
		if removed == 0 {
			return err
		}
	}
}

func (f *Folders) isCopy(path string) bool { return path == mapFile || path == stateFile }

// cut keeps the first n bytes of a file.
func cut(root *os.Root, name string, n int) error {
	r, err := openRegular(root, name)
	if err != nil {
		return err
	}
	head, err := io.ReadAll(io.LimitReader(r, int64(n)))
	err = errors.Join(err, r.Close(), root.Remove(name))
	if err != nil {
		return err
	}
	return root.WriteFile(name, head, 0o666)
}

// hostError marks an error as a failure of the arena.
func hostError(err error) error {
	if err == nil || errors.Is(err, harness.ErrHost) {
		return err
	}
	return fmt.Errorf("%w: %w", harness.ErrHost, err)
}
