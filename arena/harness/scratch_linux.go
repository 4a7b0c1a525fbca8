package harness

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// Temporary folders, such as the private folders of bots below SandboxNamespaces. All of a process are in one folder
// with a lock, so that the next process can recognise and remove those of a process that was killed.

const (
	scratchPrefix = "blastyard-run-"
	scratchLock   = ".lock"
)

var scratches struct {
	sync.Mutex
	folder string
	lock   *os.File
	inUse  int
	looked sync.Once
}

// scratch is a temporary folder.
type scratch struct{ path string }

func newScratch() (*scratch, error) {
	scratches.Lock()
	defer scratches.Unlock()
	if scratches.inUse == 0 {
		scratches.looked.Do(removeAbandoned)
		if err := openScratches(); err != nil {
			return nil, err
		}
	}
	path, err := os.MkdirTemp(scratches.folder, "bot-")
	if err != nil {
		closeScratches()
		return nil, err
	}
	scratches.inUse++
	return &scratch{path}, nil
}

func (s *scratch) remove() {
	if s == nil || s.path == "" {
		return
	}
	removeAll(s.path)
	s.path = ""
	scratches.Lock()
	defer scratches.Unlock()
	scratches.inUse--
	closeScratches()
}

// openScratches creates the folder of this process. scratches is locked.
func openScratches() error {
	for {
		err := createScratches()
		if err != nil {
			closeScratches()
			return err
		}
		// Before the lock was taken, another process may have removed the folder as abandoned.
		if there, err := os.Lstat(scratches.lock.Name()); err == nil {
			if held, err := scratches.lock.Stat(); err == nil && os.SameFile(there, held) {
				return nil
			}
		}
		closeScratches()
	}
}

func createScratches() (err error) {
	if scratches.folder, err = os.MkdirTemp("", scratchPrefix); err != nil {
		return noTempFolder(err)
	}
	if err = os.Chmod(scratches.folder, 0o711); err != nil { // a bot with its own user must be able to pass through
		return err
	}
	if scratches.lock, err = os.Create(filepath.Join(scratches.folder, scratchLock)); err != nil {
		return err
	}
	if takeLock != nil {
		takeLock()
	}
	return unix.Flock(int(scratches.lock.Fd()), unix.LOCK_EX)
}

// takeLock is called before the lock is taken. Tests set it.
var takeLock func()

// closeScratches removes the folder of this process if it is no longer used. scratches is locked.
func closeScratches() {
	if scratches.inUse > 0 {
		return
	}
	removeAll(scratches.folder)
	if scratches.lock != nil {
		scratches.lock.Close()
	}
	scratches.folder, scratches.lock = "", nil
}

// removeAbandonedOnce calls removeAbandoned before this process starts its first bot, which may need no temporary
// folder itself.
func removeAbandonedOnce() {
	scratches.Lock()
	defer scratches.Unlock()
	scratches.looked.Do(removeAbandoned)
}

// removeAbandoned removes the folders of processes that have ended, because their locks are free.
func removeAbandoned() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), scratchPrefix+"*"))
	for _, folder := range folders {
		var st unix.Stat_t
		if unix.Lstat(folder, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR || int(st.Uid) != os.Geteuid() {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(folder, scratchLock), os.O_RDWR|unix.O_NOFOLLOW, 0)
		if err != nil {
			continue // another process is creating it
		}
		if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			removeAll(folder)
		}
		lock.Close()
	}
}

// removeAll removes a folder, whatever a bot has left in it.
func removeAll(folder string) {
	if folder == "" || os.RemoveAll(folder) == nil {
		return
	}
	_ = os.Chmod(folder, 0o700)
	if top, err := openFolder(unix.AT_FDCWD, folder); err == nil {
		for moved, again := 0, true; again; {
			again = flatten(top, &moved)
		}
		top.Close()
	}
	_ = os.RemoveAll(folder)
}

// flatten removes the files in a folder and moves the contents of its subfolders into it. So it never has more than
// two folders open, however deep they are nested, and gives itself the rights on each first. It reports whether it
// must be called again.
func flatten(top *os.File, moved *int) (again bool) {
	to := int(top.Fd())
	for _, name := range namesIn(top) {
		if unix.Unlinkat(to, name, 0) == nil {
			continue
		}
		_ = unix.Fchmodat(to, name, 0o700, 0) // it is no link: links are removed by now
		f, err := openFolder(to, name)
		if err != nil {
			continue
		}
		from := int(f.Fd())
		for _, inner := range namesIn(f) {
			if unix.Unlinkat(from, inner, 0) == nil {
				continue
			}
			*moved++
			_ = unix.Fchmodat(from, inner, 0o700, 0)
			again = unix.Renameat(from, inner, to, "moved-"+strconv.Itoa(*moved)) == nil || again
		}
		f.Close()
		_ = unix.Unlinkat(to, name, unix.AT_REMOVEDIR)
	}
	return again
}

// openFolder opens a folder. A link is an error.
func openFolder(in int, name string) (*os.File, error) {
	fd, err := unix.Openat(in, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

func namesIn(folder *os.File) []string {
	_, _ = folder.Seek(0, io.SeekStart)
	names, _ := folder.Readdirnames(-1)
	return names
}

// TempFolder creates a temporary folder. remove removes it, whatever bots have left in it. If this process is killed,
// the next process that creates a temporary folder removes it.
func TempFolder() (folder string, remove func(), err error) {
	s, err := newScratch()
	if err != nil {
		return "", func() {}, fmt.Errorf("%w: %w", ErrHost, err)
	}
	return s.path, s.remove, nil
}

// privateBelowNamespaces returns the bot's private folder, which is a new one unless the caller has one.
func (s *supervised) privateBelowNamespaces() (folder string, err error) {
	if s.spec.Private != "" {
		return s.spec.Private, nil
	}
	if s.scratch, err = newScratch(); err != nil {
		return "", err
	}
	if s.slot.user != keepUser {
		return s.scratch.path, os.Chown(s.scratch.path, s.slot.user, s.slot.user)
	}
	return s.scratch.path, nil
}
