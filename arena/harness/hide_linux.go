package harness

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// secrets are the entries of /etc that bots do not need, besides what others cannot read anyway.
var secrets = []string{
	"ssh", "ssl/private", "sudoers.d", "wireguard", "krb5.keytab", "NetworkManager", "netplan", "machine-id",
}

// entry is an entry of a folder.
type entry struct {
	name string
	mode uint32 // of the entry itself, not of what a link shows to
}

func (e entry) is(kind uint32) bool { return e.mode&unix.S_IFMT == kind }

// etcEntries returns the entries of /etc that every user may read, without secrets, and the others.
func etcEntries() (shown, hidden []entry) {
	folder, err := openFolder(unix.AT_FDCWD, "/etc")
	if err != nil {
		return nil, nil
	}
	defer folder.Close()
	for _, name := range namesIn(folder) {
		var st unix.Stat_t
		err := unix.Fstatat(int(folder.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW)
		if e := (entry{name, st.Mode}); err == nil && readableByAll(st.Mode) && !slices.Contains(secrets, name) {
			shown = append(shown, e)
		} else {
			hidden = append(hidden, e)
		}
	}
	return shown, hidden
}

// readableByAll reports whether every user may read an entry with a mode.
func readableByAll(mode uint32) bool {
	switch mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return true // the target of the link decides
	case unix.S_IFDIR:
		return mode&0o5 == 0o5
	}
	return mode&0o4 != 0
}

// hideSecrets covers the parts of /etc that not every user may read.
func hideSecrets() error {
	if err := errors.Join(touch(nothing), os.Mkdir(emptyFolder, 0o755)); err != nil {
		return err
	}
	_, hidden := etcEntries()
	for _, e := range hidden {
		if err := e.cover("/etc"); err != nil {
			return err
		}
	}
	for _, name := range secrets {
		if strings.Contains(name, "/") {
			if err := cover("/etc/" + name); err != nil {
				return err
			}
		}
	}
	return nil
}

// What is mounted on files and on folders that the bot must not see.
const nothing, emptyFolder = "/nothing", "/empty"

// cover hides an entry of a folder.
func (e entry) cover(in string) error {
	path, by := in+"/"+e.name, nothing
	switch {
	case e.is(unix.S_IFDIR):
		by = emptyFolder
	case !e.is(unix.S_IFREG): // a mount would follow a link
		return cover(path)
	}
	if err := unix.Mount(by, path, "", unix.MS_BIND, ""); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("covering %s: %w", path, err)
	}
	return nil
}

// cover hides a file or folder, if it exists.
func cover(path string) error {
	by := nothing
	st, err := os.Lstat(path)
	if err != nil {
		return nil //nolint:nilerr // there is nothing to hide
	}
	if st.IsDir() {
		by = emptyFolder
	}
	fd, err := unix.OpenTree(unix.AT_FDCWD, by, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err = unix.MoveMount(fd, "", unix.AT_FDCWD, path, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("covering %s: %w", path, err)
	}
	return nil
}

// hideMachine hides the parts of /proc that tell what the machine is and what others do on it. What is left are the
// processes of the bot and the files that interpreters read.
func hideMachine() error {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := "/proc/" + e.Name()
		if _, err := strconv.Atoi(e.Name()); err == nil || e.Type()&fs.ModeSymlink != 0 || path == "/proc/sys" ||
			slices.Contains(systemFiles, path) {
			continue
		}
		kind := uint32(unix.S_IFREG)
		if e.IsDir() {
			kind = unix.S_IFDIR
		}
		if err := (entry{e.Name(), kind}).cover("/proc"); err != nil {
			return err
		}
	}
	return cover("/proc/sys/kernel/random/boot_id")
}
