// Package sources finds the sources from which a program was built. A program that was built in a clone builds parts of
// itself from there when they are first needed.
package sources

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// Root is the folder of the sources; "" if the program does not know it, as if it was built with -trimpath. Tests set
// it.
var Root = root()

// The reasons for which nothing can be built.
var (
	ErrUnknown = errors.New("this program does not know its sources")
	ErrNoGo    = errors.New("the go command is not on the PATH")
)

// own is the folder of the main package of a program with games of its own, as far as it is known.
var own struct {
	is     bool
	folder string
}

// SetOwn says that this is a program with games of its own, whose main package was compiled in a folder. What it builds
// of itself is then built from that package, which gives the games to program.Main.
func SetOwn(folder string) { own.is, own.folder = true, folder }

// HasOwn reports whether this is a program with games of its own.
func HasOwn() bool { return own.is }

func root() string {
	_, file, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// FindOwn returns the folder of the main package of a program with games of its own, else ErrUnknown or ErrNoGo. A
// program that was built with -trimpath does not know it, but finds it if it is started in its module.
func FindOwn() (string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", ErrNoGo
	}
	if _, err := os.Stat(own.folder); err == nil && filepath.IsAbs(own.folder) {
		return own.folder, nil
	}
	info, known := debug.ReadBuildInfo()
	if !known || info.Path == "" {
		return "", ErrUnknown
	}
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", info.Path).Output()
	if folder := strings.TrimSpace(string(out)); err == nil && filepath.IsAbs(folder) {
		return folder, nil
	}
	return "", ErrUnknown
}

// Find returns the folder of the sources, if something can be built there, else ErrUnknown or ErrNoGo.
func Find() (string, error) {
	if Root == "" {
		return "", ErrUnknown
	}
	if _, err := os.Stat(filepath.Join(Root, "go.mod")); err != nil { // they were moved or removed
		return "", ErrUnknown
	}
	if _, err := exec.LookPath("go"); err != nil {
		return "", ErrNoGo
	}
	return Root, nil
}

// Above returns the folder of the sources in which a tool or a test works: the working folder or one above it.
func Above() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", errors.New("there is no go.mod in the working folder or above it")
		}
		folder = above
	}
}
