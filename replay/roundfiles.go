package replay

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// roundFiles are the files of the rounds of a match, in folders by the round's number. Names have slashes.
type roundFiles interface {
	open(name string) (io.ReadCloser, error) // of a regular file; ErrFormat for what else a bot may have left
	has(round int) bool
	last() int                     // the highest number of a round; -1: there is none
	changed(name string) time.Time // the zero time if that is not known
	close()
}

// rootFiles are the files of a folder.
type rootFiles struct {
	root   *os.Root
	rounds roundNames
}

func (r rootFiles) open(name string) (io.ReadCloser, error) {
	at, err := r.at(name)
	if err != nil {
		return nil, err
	}
	at = filepath.FromSlash(at)
	info, err := r.root.Lstat(at)
	if err != nil {
		return nil, missing(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is no file", ErrFormat, name)
	}
	f, err := r.root.Open(at)
	if err != nil {
		return nil, missing(name, err)
	}
	return f, nil
}

// missing is an error about a file of a round, in words without those of the operating system's calls.
func missing(name string, err error) error {
	if inner, ok := err.(*fs.PathError); ok { //nolint:errorlint // the outermost one
		err = inner.Err
	}
	return fmt.Errorf("replay: %s: %w", name, err)
}

func (r rootFiles) has(round int) bool {
	if r.rounds[round] != "" {
		return true
	}
	_, err := r.root.Lstat(strconv.Itoa(round)) // it may be new, or no folder
	return err == nil
}

func (r rootFiles) last() int { return r.rounds.last() }

func (r rootFiles) changed(name string) time.Time {
	at, err := r.at(name)
	if err != nil {
		return time.Time{}
	}
	info, err := r.root.Stat(filepath.FromSlash(at))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime().UTC()
}

func (r rootFiles) close() { _ = r.root.Close() } // the folder was only read
