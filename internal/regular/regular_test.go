package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("12345"), 0o666); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadFile(file, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := ReadFile(file, 4); !errors.Is(err, ErrTooBig) || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "more than 4 bytes") {
		t.Errorf("a byte too many: %v", err)
	}
	if _, err := ReadFile(dir, 4); !errors.Is(err, ErrIrregular) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := ReadAll(strings.NewReader("123"), 2); !errors.Is(err, ErrTooBig) {
		t.Errorf("a stream: %v", err)
	}
	const packed = "\x1f\x8b\x08\x00"
	if err := os.WriteFile(file, []byte(packed), 0o666); err != nil {
		t.Fatal(err)
	}
	want := "read " + file + ": it is a gzip file: unpack it"
	if _, err := ReadText(file, 5); err == nil || err.Error() != want {
		t.Errorf("a packed text: %v, want %s", err, want)
	}
	if _, err := ReadAllText(strings.NewReader(packed), 5); err == nil {
		t.Error("a packed text as a stream: no error")
	}
}
