// Package botsum computes a hash of the files of a bot.
package botsum

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"blastyard/internal/regular"
)

// Limits on the files of a bot. If there are more, it has no hash.
const (
	maxFiles = 10_000
	maxBytes = 256 << 20
)

// Of returns the SHA-256 in hexadecimal of the files and folders among the words of a command line. It is empty if
// there are none, or more than can be read. In a folder every file counts, with its path, except for those that
// building or running a bot leaves: hidden files, logs, __pycache__, and packages that are installed from a list
// beside them.
func Of(words []string) string {
	s := summer{hash: sha256.New(), files: maxFiles, bytes: maxBytes}
	for _, w := range words {
		info, err := os.Stat(w)
		switch {
		case err != nil:
		case info.IsDir():
			s.folder(w)
		case info.Mode().IsRegular():
			s.file(w, "")
		}
	}
	if s.files == maxFiles || s.failed {
		return ""
	}
	return hex.EncodeToString(s.hash.Sum(nil))
}

type summer struct {
	hash   hash.Hash
	files  int // how many more files may be added
	bytes  int64
	failed bool
}

// folder adds the files of a folder in the order of their paths. It does not follow links to other folders.
func (s *summer) folder(dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && left(d.Name()) && d.IsDir():
			return fs.SkipDir
		case d.IsDir() || left(d.Name()) || d.Type()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0:
			return nil
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return nil //nolint:nilerr // a link to nothing, or to a folder
		}
		name, err := filepath.Rel(dir, path)
		if err == nil {
			s.file(path, filepath.ToSlash(name))
		}
		if s.failed {
			return fs.SkipAll
		}
		return err
	})
	s.failed = s.failed || err != nil
}

// left reports whether a file or folder is left by building or running a bot.
func left(name string) bool {
	switch name {
	case "__pycache__", "node_modules", "venv":
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".log") || strings.HasSuffix(name, ".pyc")
}

// file adds a file: its name in a folder, its size and its content.
func (s *summer) file(path, name string) {
	f, err := regular.Open(path)
	if err != nil {
		s.failed = true
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if s.files--; err != nil || s.files < 0 || info.Size() > s.bytes {
		s.failed = true
		return
	}
	if name != "" {
		s.hash.Write(binary.BigEndian.AppendUint64([]byte(name+"\x00"), uint64(info.Size())))
	}
	n, err := io.Copy(s.hash, io.LimitReader(f, s.bytes))
	s.bytes -= n
	s.failed = s.failed || err != nil
}
