package harness

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// A bot may expect to write into its own folder, for example because it opens a log there, but what it writes must not
// be there in its next match. So it plays in a copy. At SandboxNamespaces the copy is in memory, at the path of the
// folder; below, it is another folder, and the paths in the command line are changed.

// errNotCopied says that a folder is too large to be copied, or that it contains other things than files.
var errNotCopied = errors.New("not copied")

// folderSize returns what a copy of a folder needs.
func folderSize(folder string) (bytes int64, files int, err error) {
	st, err := os.Stat(folder)
	if err != nil || !st.IsDir() {
		return 0, 0, errNotCopied
	}
	err = filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() {
			bytes += info.Size()
		}
		if files++; files > mostCopiedFiles || bytes > mostCopied || !copied(info.Mode()) {
			return errNotCopied
		}
		return nil
	})
	return bytes, files, err
}

// copied reports whether files of this kind are copied.
func copied(mode fs.FileMode) bool {
	return mode.IsRegular() || mode.IsDir() || mode&fs.ModeSymlink != 0
}

// copyFolder copies the contents of a folder into an existing one, which is given to a user, unless it is keepUser.
// Links are copied as links. Times stay, because Python compares them.
func copyFolder(from, to string, user int) error {
	type made struct {
		path string
		info fs.FileInfo
	}
	var folders []made // whose times are set last, because files are made in them
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		switch {
		case info.IsDir():
			folders = append(folders, made{target, info})
			if path != from {
				err = os.Mkdir(target, 0o700|info.Mode().Perm())
			}
		case info.Mode()&fs.ModeSymlink != 0:
			var text string
			if text, err = os.Readlink(path); err == nil {
				err = os.Symlink(text, target)
			}
		case info.Mode().IsRegular():
			var there bool
			if there, err = copyFile(path, target, info); !there {
				return err
			}
		}
		if err == nil && user != keepUser {
			err = os.Lchown(target, user, user)
		}
		return err
	})
	for i := len(folders) - 1; i >= 0 && err == nil; i-- {
		err = os.Chtimes(folders[i].path, folders[i].info.ModTime(), folders[i].info.ModTime())
	}
	return err
}

// copyFile copies a file. It leaves out one that cannot be read, because the bot could not read it either.
func copyFile(from, to string, info fs.FileInfo) (there bool, err error) {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrPermission) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600|info.Mode().Perm())
	if err != nil {
		return false, err
	}
	_, err = io.Copy(out, in)
	return true, errors.Join(err, out.Close(), os.Chtimes(to, info.ModTime(), info.ModTime()))
}

// copyBelowNamespaces makes the bot's copy of its folder, and changes what the bot is started with.
func (s *supervised) copyBelowNamespaces() (err error) {
	if s.copy, err = newScratch(); err != nil {
		return err
	}
	from, err := filepath.EvalSymlinks(s.spec.Folder)
	if err != nil {
		return err
	}
	to := filepath.Join(s.copy.path, filepath.Base(from)) // some tools go by the name of the folder
	if err = os.Mkdir(to, 0o700); err == nil {
		err = copyFolder(from, to, s.slot.user)
	}
	if err == nil && s.slot.user != keepUser {
		err = os.Chown(s.copy.path, s.slot.user, s.slot.user)
	}
	if err != nil {
		return fmt.Errorf("copying its folder: %w", err)
	}
	s.spec.move([]string{s.spec.Folder, from}, to)
	s.spec.Readable = append(s.spec.Readable, s.spec.Folder) // scripts of a virtual environment name it
	s.spec.Folder, s.spec.FolderWritable = to, true
	return nil
}

// move changes the paths of files of a folder in what the bot is started with.
func (s *botSpec) move(folders []string, to string) {
	moved := func(path string) (string, bool) {
		for _, folder := range folders {
			if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) {
				return filepath.Join(to, rel), true
			}
		}
		return path, false
	}
	dir, inside := moved(s.Dir)
	for i, word := range s.Args {
		path := word
		if !filepath.IsAbs(word) {
			path = filepath.Join(s.Dir, word)
			if _, err := os.Lstat(path); err != nil || word == "" || i == 0 && !strings.Contains(word, "/") {
				continue
			}
		}
		// A relative path stays valid where the file and the working folder move, or neither does.
		if there, is := moved(path); filepath.IsAbs(word) || is != inside {
			s.Args[i] = there
		}
	}
	s.Path, _ = moved(s.Path)
	s.Dir = dir
}

// copyTree mounts a copy of a folder in memory over the folder. The bot may write it, within the limits of the private
// folder.
func (s *botSpec) copyTree(folder string) error {
	bytes, files, err := folderSize(folder)
	if err != nil {
		return err
	}
	const aside = "/copy"
	if err := os.Mkdir(aside, 0o700); err != nil {
		return err
	}
	const perFile = 4096 // a page
	size := fmt.Sprintf("size=%d,nr_inodes=%d,mode=755", bytes+int64(files)*perFile+s.ScratchSize, files+s.ScratchFiles)
	if err := unix.Mount("copy", aside, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, size); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if err := copyFolder(folder, aside, s.User); err != nil {
		return fmt.Errorf("copying: %w", err)
	}
	if err := unix.Mount(aside, folder, "", unix.MS_MOVE, ""); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	return os.Remove(aside)
}
