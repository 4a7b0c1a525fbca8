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
	byName map[string]*zip.File // by the path within the folder, with the number of the round
	folded map[string][]string  // those paths, by what they are in small letters
	rounds roundNames
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
	files := &zipFiles{file: f, byName: map[string]*zip.File{}, folded: map[string][]string{}, rounds: roundNames{}}
	for _, entry := range z.File {
		inside, ok := strings.CutPrefix(slashed(entry.Name), root)
		if !ok {
			continue
		}
		round, rest, isFolder := strings.Cut(inside, "/")
		n, ok := roundNumber(round)
		if !ok || !isFolder {
			continue
		}
		if err := files.rounds.add(round); err != nil {
			return nil, err
		}
		inside = inRound(n, rest)
		lower := strings.ToLower(inside)
		files.byName[inside] = entry
		files.folded[lower] = append(files.folded[lower], inside)
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
		if packed(name) {
			continue
		}
		if dir, ok := aroundFirst(name); ok {
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

// packed reports whether a file is one that macOS adds to a zip.
func packed(name string) bool {
	return strings.HasPrefix(name, packedByMac+"/") || strings.Contains(name, "/"+packedByMac+"/")
}

// aroundFirst returns what stands before the folder of round 0 in the name of its state.
func aroundFirst(name string) (dir string, ok bool) {
	folder, file := path.Split(name)
	dir, round := path.Split(strings.TrimSuffix(folder, "/"))
	n, ok := roundNumber(round)
	return dir, ok && n == 0 && strings.EqualFold(file, stateFile)
}

// named returns the file of a name, which may have other capitals; nil: there is none.
func (z *zipFiles) named(name string) (*zip.File, error) {
	same, err := inOtherCapitals(name, z.folded[strings.ToLower(name)])
	return z.byName[same], err
}

func (z *zipFiles) open(name string) (io.ReadCloser, error) {
	f, err := z.named(name)
	if err != nil {
		return nil, err
	}
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

func (z *zipFiles) has(round int) bool { return z.rounds[round] != "" }

func (z *zipFiles) last() int { return z.rounds.last() }

func (z *zipFiles) changed(name string) time.Time {
	if f, err := z.named(name); f != nil && err == nil {
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
