// Package anypath finds files by paths that were written on another system: with backslashes, or in another case.
package anypath

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Find returns the path, as this system writes it, of a file or folder that a path below dir means. Where the path
// itself is there, it is that. Else backslashes count as slashes, and the case of letters does not count where it
// leaves only one name. ok is false if nothing is there.
func Find(dir, path string) (found string, ok bool) {
	if exists(dir, path) {
		return path, true
	}
	slashed := Slashed(path)
	if exists(dir, slashed) {
		return slashed, true
	}
	if filepath.IsAbs(slashed) {
		return path, false
	}
	for part := range strings.SplitSeq(filepath.ToSlash(slashed), "/") {
		name, ok := inFolder(filepath.Join(dir, found), part)
		if !ok {
			return path, false
		}
		if found == "" {
			found = name
		} else {
			found = filepath.Join(found, name)
		}
	}
	if strings.HasPrefix(slashed, "./") { // a program in this folder, and no name to look up
		found = "./" + found
	}
	return found, exists(dir, found)
}

// Slashed returns a path with slashes in place of backslashes, except on Windows, where both separate names.
func Slashed(path string) string {
	if runtime.GOOS == "windows" {
		return path
	}
	return strings.ReplaceAll(path, `\`, "/")
}

func exists(dir, path string) bool {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	_, err := os.Stat(path)
	return err == nil
}

// inFolder returns the name of a folder's entry that is called so: in this case of letters, or else in the only other.
func inFolder(dir, name string) (string, bool) {
	if name == "" || name == "." || name == ".." || exists(dir, name) {
		return name, true
	}
	entries, _ := os.ReadDir(dir) // what cannot be read has no entries
	found := ""
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			if found != "" {
				return "", false
			}
			found = e.Name()
		}
	}
	return found, found != ""
}
