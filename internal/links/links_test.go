package links

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestInstall(t *testing.T) {
	dir, ending := t.TempDir(), ""
	if runtime.GOOS == "windows" {
		ending = ".exe"
	}
	self := filepath.Join(t.TempDir(), "program"+ending)
	if err := os.WriteFile(self, []byte("a program"), 0o777); err != nil {
		t.Fatal(err)
	}
	first, second := filepath.Join(dir, "first"+ending), filepath.Join(dir, "second"+ending)
	if got, err := Install(self, dir, "first"); err != nil || !slices.Equal(got, []Link{{first, true}}) {
		t.Fatalf("%v, %v", got, err)
	}
	if text, err := os.ReadFile(first); err != nil || string(text) != "a program" {
		t.Errorf("%q, %v", text, err)
	}
	if got, err := Install(self, dir, "first", "second"); err != nil || !slices.Equal(got, []Link{{first, false}, {second, true}}) {
		t.Errorf("%v, %v", got, err)
	}
	other := filepath.Join(dir, "other"+ending)
	if err := os.WriteFile(other, []byte("another"), 0o777); err != nil {
		t.Fatal(err)
	}
	if got, err := Install(self, dir, "third", "other"); err == nil || !strings.Contains(err.Error(), "other"+ending+" is another program") || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "third"+ending)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link was made beside another program: %v", err)
	}
	if _, err := Install(self, filepath.Join(dir, "nosuch"), "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if _, err := Install(filepath.Join(dir, "nosuch"), dir, "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a program that is not there: %v", err)
	}
}
