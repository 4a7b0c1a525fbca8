//go:build unix

package archive

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPackRefusesLinksAndPipes: Pack only accepts plain files, because a link could bring any file of the machine into
// the archive.
func TestPackRefusesLinksAndPipes(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(path string) error
		want string
	}{
		{"link", func(path string) error { return os.Symlink("/etc/passwd", path) }, `file "link": it is a link`},
		{"folder", func(path string) error { return os.Symlink("/etc", path) }, `file "folder": it is a link`},
		{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o666) }, `file "pipe": it is neither a file nor a folder`},
	} {
		dir := put(t, bot)
		if err := c.make(filepath.Join(dir, c.name)); err != nil {
			t.Fatal(err)
		}
		_, err := Pack(&bytes.Buffer{}, dir, Limits{})
		var r *Refusal
		if !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
}

// TestPackWithoutRights: a file or folder that this account may not read is a fault of the folder, told by its name.
func TestPackWithoutRights(t *testing.T) {
	const want = `archive: file "src/a/b.txt": it may not be read by this account`
	err := unread("src/a/b.txt", &fs.PathError{Op: "openat", Path: "b.txt", Err: syscall.EACCES})
	if os.Geteuid() != 0 { // root may read all
		dir := put(t, bot)
		if err := os.Chmod(filepath.Join(dir, "src/a/b.txt"), 0); err != nil {
			t.Fatal(err)
		}
		_, err = Pack(&bytes.Buffer{}, dir, Limits{})
	}
	var r *Refusal
	if !errors.As(err, &r) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
}
