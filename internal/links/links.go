// Package links gives a program more names.
package links

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// A Link is another name of a program.
type Link struct {
	Path string
	Made bool // false: it was there already
}

// Install makes those links to the program self in a folder that are not there. Anything else by their names stays,
// and is an error; then no link is made.
func Install(self, dir string, names ...string) ([]Link, error) {
	this, err := os.Stat(self)
	if err != nil {
		return nil, err
	}
	var there, missing []Link
	for _, name := range names {
		path := filepath.Join(dir, name)
		if runtime.GOOS == "windows" {
			path += ".exe"
		}
		file, err := os.Stat(path)
		switch {
		case err == nil && os.SameFile(this, file):
			there = append(there, Link{Path: path})
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, Link{path, true})
		case err != nil:
			return nil, err
		default:
			return nil, fmt.Errorf("%s is another program: remove it, or choose another folder", path)
		}
	}
	for i, l := range missing {
		if err := link(self, l.Path); err != nil {
			return append(there, missing[:i]...), err
		}
	}
	return append(there, missing...), nil
}

// link makes a symbolic link, or, where that is not allowed (on Windows, say), another name of the file.
func link(self, path string) error {
	err := os.Symlink(self, path)
	if err != nil && !errors.Is(err, fs.ErrExist) && os.Link(self, path) == nil {
		return nil
	}
	return err
}
