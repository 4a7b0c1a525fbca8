package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// fileAttacks read and change files of others.
var fileAttacks = []attempt{
	{name: "read-rival", try: func(s *scenes.Scene) (string, error) { return readSecret(s, s.Rival) }},
	{name: "lease", try: lease},
	{name: "read-arena", try: func(s *scenes.Scene) (string, error) { return readSecret(s, s.Arena) }},
	{name: "read-home", try: func(s *scenes.Scene) (string, error) { return readSecret(s, s.Home) }},
	{name: "read-by-link", try: readByLink},
	{name: "list-rival", try: func(s *scenes.Scene) (string, error) { return list(s.Rival, "secret.txt") }},
	{name: "list-arena", try: func(s *scenes.Scene) (string, error) { return list(s.Arena, "secret.txt") }},
	{name: "list-home", try: func(s *scenes.Scene) (string, error) { return list(s.Home, "secret.txt") }},
	{name: "write-rival", try: func(s *scenes.Scene) (string, error) { return overwrite(s.Rival, "write-rival") }},
	{name: "write-arena", try: func(s *scenes.Scene) (string, error) { return overwrite(s.Arena, "write-arena") }},
	{name: "write-home", try: func(s *scenes.Scene) (string, error) { return overwrite(s.Home, "write-home") }},
	{name: "create-rival", try: func(s *scenes.Scene) (string, error) { return create(s.Rival, "created") }},
	{name: "create-arena", try: func(s *scenes.Scene) (string, error) { return create(s.Arena, "created") }},
	{name: "create-home", try: func(s *scenes.Scene) (string, error) { return create(s.Home, "created") }},
	{name: "remove-rival", try: func(s *scenes.Scene) (string, error) { return remove(s.Rival) }},
	{name: "remove-arena", try: func(s *scenes.Scene) (string, error) { return remove(s.Arena) }},
	{name: "rename-rival", try: rename},
	{name: "handle-rival", try: byHandle},
	{name: "stat-rival", try: stat},
	{name: "chmod-rival", try: chmod},
	{name: "touch-rival", try: touch},
	{name: "chown-rival", try: func(s *scenes.Scene) (string, error) {
		return "changed the owner", os.Chown(filepath.Join(s.Rival, "mode.txt"), os.Getuid(), -1)
	}},
	{name: "attribute-rival", try: func(s *scenes.Scene) (string, error) {
		return "set an attribute", unix.Setxattr(filepath.Join(s.Rival, "mode.txt"), "user.hostile", []byte("x"), 0)
	}},
	{name: "watch-rival", try: watch},
	{name: "terminal", try: writeTerminal},
	{name: "write-own", try: func(s *scenes.Scene) (string, error) { return overwrite(s.Own, "write-own") }},
	{name: "shared-tmp", try: sharedTmp},
	{name: "read-shadow", try: readShadow},
}

// readSecret reads the secret of a folder.
func readSecret(s *scenes.Scene, folder string) (string, error) {
	text, err := os.ReadFile(filepath.Join(folder, "secret.txt"))
	if err != nil {
		return "", err
	}
	if !strings.Contains(string(text), s.Secret) {
		return "", errMissed
	}
	return "read the secret", nil
}

// readByLink reads through a link that the bot makes wherever it may write.
func readByLink(s *scenes.Scene) (string, error) {
	return anywhere(s, func(folder string) error {
		link := filepath.Join(folder, "link-to-rival")
		if err := os.Symlink(s.Rival, link); err != nil {
			return err
		}
		defer os.Remove(link)
		_, err := readSecret(s, link)
		return err
	})
}

// anywhere tries something in each folder in which a bot may be able to write. It tries no disk again on which there is
// too little room.
func anywhere(s *scenes.Scene, try func(folder string) error) (got string, err error) {
	full := map[uint64]bool{}
	for _, folder := range writable(s) {
		var st unix.Stat_t
		e := unix.Stat(folder, &st)
		device := uint64(st.Dev) //nolint:unconvert // 32 bits wide on some systems
		if e != nil || full[device] {
			err = errors.Join(err, e)
			continue
		}
		if e := try(folder); e == nil {
			return "in " + folder, nil
		} else if err = errors.Join(err, e); errors.Is(e, unix.ENOSPC) {
			full[device] = true
		}
	}
	return "", err
}

// writable are the folders that a bot may be able to write.
func writable(s *scenes.Scene) []string {
	return []string{os.Getenv("TMPDIR"), os.Getenv("HOME"), s.Own, "/tmp", "/dev/shm"}
}

func list(folder, name string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name() == name {
			return fmt.Sprintf("%d names", len(entries)), nil
		}
	}
	return "", errMissed
}

// overwrite writes over what is there.
func overwrite(folder, text string) (string, error) {
	f, err := os.OpenFile(filepath.Join(folder, "victim.txt"), os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = f.WriteString(text)
	return "wrote over a file", err
}

func create(folder, name string) (string, error) {
	f, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	return "made a file", f.Close()
}

func remove(folder string) (string, error) {
	return "removed a file", os.Remove(filepath.Join(folder, "removable.txt"))
}

func rename(s *scenes.Scene) (string, error) {
	return "renamed a file", os.Rename(filepath.Join(s.Rival, "renamable.txt"), filepath.Join(s.Rival, "renamed.txt"))
}

func stat(s *scenes.Scene) (string, error) {
	st, err := os.Stat(filepath.Join(s.Rival, "secret.txt"))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d bytes, %v", st.Size(), st.ModTime().Unix()), nil
}

func chmod(s *scenes.Scene) (string, error) {
	return "changed a mode", os.Chmod(filepath.Join(s.Rival, "mode.txt"), 0o600)
}

func touch(s *scenes.Scene) (string, error) {
	old := time.Unix(1_000_000_000, 0)
	return "changed a time", os.Chtimes(filepath.Join(s.Rival, "time.txt"), old, old)
}

// watch is told the names of files that others make in the rival's folder.
func watch(s *scenes.Scene) (string, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	_, err = unix.InotifyAddWatch(fd, s.Rival, unix.IN_CREATE)
	return "watches the folder", err
}

// writeTerminal writes to the organiser's terminal.
func writeTerminal(s *scenes.Scene) (string, error) {
	f, err := os.OpenFile(s.Terminal, os.O_WRONLY|unix.O_NOCTTY, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = f.WriteString("terminal\n")
	return "wrote a line", err
}

// byHandle opens a file by its handle, which goes past folders that a process cannot enter.
func byHandle(s *scenes.Scene) (string, error) {
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, filepath.Join(s.Rival, "secret.txt"), 0)
	if err != nil {
		return "", err
	}
	mount, err := unix.Open(s.Own, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(mount)
	fd, err := unix.OpenByHandleAt(mount, handle, unix.O_RDONLY|unix.O_CLOEXEC)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	text := make([]byte, 4096)
	n, err := unix.Read(fd, text)
	if err != nil || !strings.Contains(string(text[:max(n, 0)]), s.Secret) {
		return "", fmt.Errorf("%w: %w", errMissed, err)
	}
	return "read the secret", nil
}

// sharedTmp leaves a file in the folder for temporary files that everybody shares.
func sharedTmp(s *scenes.Scene) (string, error) {
	name := "/tmp/" + filepath.Base(s.Root) + "-left"
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		return "", err
	}
	return "left " + name, nil
}

func readShadow(*scenes.Scene) (string, error) {
	f, err := os.Open("/etc/shadow")
	if err != nil {
		return "", err
	}
	defer f.Close()
	n, err := f.Read(make([]byte, 1))
	return fmt.Sprintf("read %d byte", n), err
}

// word is the address of a value as a system call wants it.
func word[T any](v *T) uintptr { return uintptr(unsafe.Pointer(v)) }

// lease asks to be told, and waited for, when somebody opens a file.
func lease(s *scenes.Scene) (string, error) {
	return anywhere(s, func(folder string) error {
		return inFile(filepath.Join(folder, "leased"), func(f *os.File) error {
			_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_WRLCK)
			return err
		})
	})
}
