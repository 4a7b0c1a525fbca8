package harness

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// A bot that is a command line, such as "python3 mine/bot.py", works in the folder from which the arena was started,
// where other files lie, such as other bots. It expects to write there, for example a log, but must not change those.
// So it gets an empty folder of its own in place of it, in which only its own folder and what it may read appear.

// needsWork reports whether the bot may not write in its working folder. It is called at SandboxFiles and above.
func (s *supervised) needsWork() bool {
	dir := s.spec.Dir
	shown := slices.Concat([]string{s.spec.Folder}, s.spec.Readable, s.spec.Writable)
	if s.spec.Level >= SandboxNamespaces { // what is shown there must not be hidden
		hides := func(p string) bool { return within(dir, p) }
		if slices.ContainsFunc(systemFolders, hides) || slices.ContainsFunc(privateNames, hides) {
			return false
		}
	}
	return s.spec.Private == "" && !inSystem(dir) && !inKernel(dir) &&
		!slices.ContainsFunc(shown, func(p string) bool { return within(p, dir) })
}

// workBelowNamespaces makes the empty working folder, with links to what the bot may open of the real one. own is its
// folder, which may have been copied since.
func (s *supervised) workBelowNamespaces(own string) (err error) {
	if s.work, err = newScratch(); err != nil {
		return err
	}
	work := filepath.Join(s.work.path, filepath.Base(s.spec.Dir)) // some tools go by the name of the folder
	err = os.Mkdir(work, 0o700)
	if err == nil {
		err = s.linkInto(work, own, s.spec.Folder)
	}
	for _, path := range s.spec.Readable {
		err = errors.Join(err, s.linkInto(work, path, path))
	}
	if err == nil && s.slot.user != keepUser {
		err = errors.Join(os.Chown(s.work.path, s.slot.user, s.slot.user), os.Chown(work, s.slot.user, s.slot.user))
	}
	if err != nil {
		return fmt.Errorf("making its working folder: %w", err)
	}
	s.spec.Dir, s.spec.Writable = work, append(s.spec.Writable, work)
	return nil
}

// linkInto puts a link to a target where a path is relative to the working folder. A path outside of it, one that does
// not exist, and one for which a link is there already get none.
func (s *supervised) linkInto(work, path, target string) error {
	rel, _ := filepath.Rel(s.spec.Dir, path) // "" is not local
	if rel == "." || !filepath.IsLocal(rel) || !exists(target) {
		return nil
	}
	at := filepath.Join(work, rel)
	for dir := filepath.Dir(at); dir != work; dir = filepath.Dir(dir) {
		if st, err := os.Lstat(dir); err == nil && !st.IsDir() {
			return nil // a link
		}
	}
	err := os.MkdirAll(filepath.Dir(at), 0o755)
	if err == nil {
		err = os.Symlink(target, at)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// makeWork mounts an empty folder over the bot's working folder.
func (s *botSpec) makeWork() error {
	if !s.Work {
		return nil
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	size := fmt.Sprintf("size=%d,nr_inodes=%d,mode=1777", s.ScratchSize, s.ScratchFiles)
	if err := unix.Mount("work", s.Dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, size); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	return nil
}
