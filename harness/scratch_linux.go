package harness

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
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
	folder, err := os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return noTempFolder(err)
	}
	scratches.folder = folder
	if err = os.Chmod(folder, 0o711); err != nil { // a bot with its own user must be able to pass through
		closeScratches()
		return err
	}
	if scratches.lock, err = os.Create(filepath.Join(folder, scratchLock)); err == nil {
		err = unix.Flock(int(scratches.lock.Fd()), unix.LOCK_EX)
	}
	if err != nil {
		closeScratches()
	}
	return err
}

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

// removeAll removes a folder, even if a bot has taken away our rights on its contents.
func removeAll(folder string) {
	if folder == "" || os.RemoveAll(folder) == nil {
		return
	}
	root, err := os.OpenRoot(folder)
	if errors.Is(err, os.ErrPermission) && os.Chmod(folder, 0o700) == nil {
		root, err = os.OpenRoot(folder)
	}
	if err != nil {
		return
	}
	unlock(root, ".", 0)
	root.Close()
	_ = os.RemoveAll(folder)
}

// unlock makes folders accessible to their owner again, without following links.
func unlock(root *os.Root, name string, depth int) {
	const deepest = 1000
	if depth > deepest || root.Chmod(name, 0o700) != nil && name != "." {
		return
	}
	f, err := root.Open(name)
	if err != nil {
		return
	}
	entries, _ := f.ReadDir(-1)
	f.Close()
	for _, e := range entries {
		if e.IsDir() {
			unlock(root, strings.TrimPrefix(name+"/"+e.Name(), "./"), depth+1)
		}
	}
}
