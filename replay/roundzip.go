//go:build !js

package replay

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// zipMagic is how a zip begins.
const zipMagic = "PK\x03\x04"

// isZip reports whether a file is a zip.
func isZip(f io.ReaderAt) bool {
	head := make([]byte, len(zipMagic))
	n, _ := f.ReadAt(head, 0) // what cannot be read is no zip
	return string(head[:n]) == zipMagic
}

// The limits on the list of files of a zip, in bytes.
const (
	maxZipList     = 32 << 20
	leanMaxZipList = 8 << 20
)

// zipFiles are the files of a folder in a zip.
type zipFiles struct {
	file   io.Closer
	byName map[string]*zip.File // by the path within the folder
	rounds map[int]bool
}

// openZip opens a zip with the folder of a match. It closes f if it fails.
func openZip(name string, f *os.File, limits Limits) (*Reader, error) {
	files, err := readZip(f, limits)
	if err != nil {
		_ = f.Close() // it was only read
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return newFolder(name, files, limits)
}

func readZip(f *os.File, limits Limits) (*zipFiles, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	list := &metered{r: f, left: maxZipList}
	if limits.Lean {
		list.left = leanMaxZipList
	}
	z, _ := zip.NewReader(list, info.Size()) // its errors are in Go's words
	if list.over {
		return nil, fmt.Errorf("%w: the zip holds too many files", ErrTooBig)
	}
	if z == nil {
		return nil, fmt.Errorf("%w: a damaged zip, or a part of one", ErrFormat)
	}
	list.open.Store(true)
	root, err := matchInZip(z.File)
	if err != nil {
		return nil, err
	}
	files := &zipFiles{file: f, byName: map[string]*zip.File{}, rounds: map[int]bool{}}
	for _, entry := range z.File {
		inside, ok := strings.CutPrefix(slashed(entry.Name), root)
		if !ok {
			continue
		}
		files.byName[inside] = entry
		round, _, _ := strings.Cut(inside, "/")
		if n, ok := roundNumber(round); ok {
			files.rounds[n] = true
		}
	}
	return files, nil
}

// slashed is the name of a file in a zip: old programs of Windows write backslashes.
func slashed(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
}

// matchInZip returns what the names of the files of the match in a zip begin with.
func matchInZip(files []*zip.File) (root string, err error) {
	var found, replays []string
	for _, f := range files {
		name := slashed(f.Name)
		dir, ok := strings.CutSuffix(name, firstRound+"/"+stateFile)
		if ok && (dir == "" || strings.HasSuffix(dir, "/")) && !strings.HasPrefix(name, "__MACOSX/") {
			found = append(found, dir)
		}
		if strings.HasSuffix(name, Ending) {
			replays = append(replays, name)
		}
	}
	slices.Sort(found)
	switch found = slices.Compact(found); {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", fmt.Errorf("%w: the zip holds %d matches, the first in %s: unpack it and choose one", ErrFolder,
			len(found), path.Clean(found[0]))
	case len(replays) > 0:
		return "", fmt.Errorf("%w: the zip holds replays such as %s: unpack it", ErrFolder, replays[0])
	}
	return "", fmt.Errorf("%w: the zip holds no %s/%s", ErrFolder, firstRound, stateFile)
}

func (z *zipFiles) open(name string) (io.ReadCloser, error) {
	f := z.byName[name]
	switch {
	case f == nil:
		return nil, fmt.Errorf("replay: %s: %w", name, fs.ErrNotExist)
	case !f.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is no file", ErrFormat, name)
	case f.Flags&1 != 0:
		return nil, fmt.Errorf("%w: %s needs a password: unpack the zip", ErrFormat, name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
	}
	return r, nil
}

func (z *zipFiles) has(round int) bool { return z.rounds[round] }

func (z *zipFiles) last() int {
	most := -1
	for n := range z.rounds {
		most = max(most, n)
	}
	return most
}

func (z *zipFiles) changed(name string) time.Time {
	if f := z.byName[name]; f != nil {
		return f.Modified.UTC()
	}
	return time.Time{}
}

func (z *zipFiles) close() { _ = z.file.Close() } // it was only read

// metered limits how much is read until it is open.
type metered struct {
	r    io.ReaderAt
	left int
	over bool
	open atomic.Bool
}

func (m *metered) ReadAt(p []byte, at int64) (int, error) {
	if !m.open.Load() {
		if m.left -= len(p); m.left < 0 {
			m.over = true
			return 0, ErrTooBig
		}
	}
	return m.r.ReadAt(p, at)
}
