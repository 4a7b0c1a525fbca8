package usage

import (
	"errors"
	"io/fs"
	"testing"
)

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
