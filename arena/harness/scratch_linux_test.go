package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDeepFoldersAreRemoved: nested folders are removed even if they are deeper than the limits for open files and
// for the length of a path.
func TestDeepFoldersAreRemoved(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "private")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	dig(t, folder, 1000)
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := unix.Rlimit{Cur: 256, Max: limit.Max}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	removeAll(folder)
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// dig creates nested folders, with a file and an empty folder in each, and removes the rights on some of them.
func dig(t *testing.T, folder string, levels int) {
	at, err := openFolder(unix.AT_FDCWD, folder)
	for i := 0; err == nil && i < levels; i++ {
		in := int(at.Fd())
		const name = "a folder with a rather long name, so that the path of the deepest is longer than the system allows"
		for _, dir := range []string{name, "empty", fmt.Sprintf("moved-%d", i)} {
			if err == nil {
				err = unix.Mkdirat(in, dir, 0o700)
			}
		}
		if err == nil {
			err = unix.Symlinkat("/", in, "link")
		}
		var next *os.File
		if err == nil {
			next, err = openFolder(in, name)
		}
		if err == nil && i%7 == 3 {
			err = at.Chmod(0)
		}
		at.Close()
		at = next
	}
	if err != nil {
		t.Fatal(err)
	}
	at.Close()
}

// TestAFolderThatIsTakenForAbandoned: a process that looks for abandoned folders before the lock is taken removes the
// folder; then there is another.
func TestAFolderThatIsTakenForAbandoned(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	scratches.Lock()
	defer scratches.Unlock()
	folder, lock, removed := scratches.folder, scratches.lock, ""
	takeLock = func() {
		removed, takeLock = scratches.folder, nil
		removeAbandoned()
	}
	err := openScratches()
	got, heldLock := scratches.folder, scratches.lock
	scratches.folder, scratches.lock = folder, lock
	if err != nil {
		t.Fatal(err)
	}
	defer heldLock.Close()
	if _, err := os.Stat(removed); removed == "" || !os.IsNotExist(err) {
		t.Errorf("the first folder, %q: %v, expected that it is removed", removed, err)
	}
	if _, err := os.Stat(got); err != nil {
		t.Error(err)
	}
}
