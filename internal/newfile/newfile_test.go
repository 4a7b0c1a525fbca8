package newfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.png")
	full := func(text string) func(w io.Writer) error {
		return func(w io.Writer) error {
			_, err := w.Write([]byte(text))
			return err
		}
	}
	broken := func(w io.Writer) error {
		_, _ = w.Write([]byte("half"))
		return os.ErrInvalid
	}
	if err := Write(path, false, broken); err == nil {
		t.Error("no error")
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	if err := Write(path, false, full("one")); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, false, full("two")); !errors.Is(err, ErrExists) {
		t.Errorf("overwritten: %v", err)
	}
	if err := Write(path, true, broken); err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(path); string(text) != "one" {
		t.Errorf("it holds %q", text)
	}
	if err := Write(path, true, full("three")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "three" {
		t.Errorf("it holds %q", text)
	}
	if err := Write(dir, true, full("x")); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a folder: %v", err)
	}
	nowhere := filepath.Join(dir, "nowhere", "x.png")
	var where *fs.PathError
	if err := Write(nowhere, false, full("x")); !errors.As(err, &where) || where.Path != nowhere || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
}
