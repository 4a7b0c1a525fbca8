package usage

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// TestFile: "-" is no name of a file, and other names are.
func TestFile(t *testing.T) {
	err := File("replay", "-")
	if want := "--replay is -, but nothing of it is written to standard output: name a file"; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"", "./-", "-x", "none"} {
		if err := File("replay", name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestDevices: a device takes no replay and no results.
func TestDevices(t *testing.T) {
	if err := File("replay", os.DevNull); err == nil || err.Error() != "--replay is "+os.DevNull+", a device or a pipe, expected the name of a file" {
		t.Error(err)
	}
	if err := File("log", t.TempDir()); err != nil {
		t.Error(err)
	}
}

// TestErrorf: the error is found by its type and by its cause, and says no more than the text.
func TestErrorf(t *testing.T) {
	err := Errorf("--map %s: %w", "x", fs.ErrNotExist)
	var is Error
	if !errors.As(err, &is) || !errors.Is(err, fs.ErrNotExist) || err.Error() != "--map x: file does not exist" {
		t.Errorf("%T %v", err, err)
	}
	if err := (Error{fs.ErrExist}); !errors.Is(err, fs.ErrExist) || err.Error() != "file already exists" {
		t.Errorf("%v", err)
	}
}
