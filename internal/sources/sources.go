// Package sources finds the sources from which a program was built. A program that was built in a clone builds parts of
// itself from there when they are first needed.
package sources

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Root is the folder of the sources; "" if the program does not know it, as if it was built with -trimpath. Tests set
// it.
var Root = root()

// The reasons for which nothing can be built.
var (
	ErrUnknown = errors.New("this program does not know its sources")
	ErrNoGo    = errors.New("the go command is not on the PATH")
)

func root() string {
	_, file, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "..", "..")
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
