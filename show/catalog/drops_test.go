package catalog

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"blastyard/replay"
	"blastyard/show/serve"
)

func goldenFile(t *testing.T) (string, []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(golden, "*"+replay.Ending))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden replays: %v", err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(files[0]), data
}

// TestDrops: a dropped replay is shown at once, under a safe name, and is removed with the page.
func TestDrops(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	_, data := goldenFile(t)
	d := NewDrops(Config{})
	if _, err := d.Open("x"); !errors.Is(err, serve.ErrNotFound) || len(serve.ListOf(d)) > 0 {
		t.Errorf("before the first: %v", err)
	}
	for n, name := range []string{"../../a\x00b.blast", "a.blast", "", strings.Repeat("ä", 99)} {
		id, err := d.Take(name, bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		m, err := d.Open(id)
		if err != nil || m.Turn() < 1 {
			t.Fatalf("%q: %v", name, err)
		}
		recording, err := m.Recording()
		if err != nil {
			t.Fatal(err)
		}
		recording.Content.Close()
		if strings.ContainsAny(recording.Name, "/\\\x00") || !strings.HasSuffix(recording.Name, replay.Ending) {
			t.Errorf("%q is called %q", name, recording.Name)
		}
		if list := serve.ListOf(d); len(list) != n+1 {
			t.Errorf("%d are listed", len(list))
		}
	}
	root := d.root
	d.Close()
	if _, err := os.Stat(root); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
	if _, err := d.Take("x", bytes.NewReader(data)); err == nil {
		t.Error("one is taken after the end")
	}
}

// TestDropsRefuse: a file that is no replay is refused, with a reason that does not reveal a folder, and nothing is
// left.
func TestDropsRefuse(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	d := NewDrops(Config{})
	defer d.Close()
	_, data := goldenFile(t)
	broken := errors.New("the reader left")
	for range 2 {
		for _, err := range []error{
			second(d.Take("x.blast", strings.NewReader("no replay"))), second(d.Take("x.blast", strings.NewReader(""))),
			second(d.Take("x.blast", iotest.ErrReader(broken))),
		} {
			if err == nil || strings.Contains(err.Error(), d.root) {
				t.Errorf("%v", err)
			}
		}
		left, err := filepath.Glob(filepath.Join(d.root, "*", "*"))
		if err != nil || len(left) != len(d.kept) {
			t.Errorf("%v are left, %v", left, err)
		}
		if _, err := d.Take("good", bytes.NewReader(data)); err != nil {
			t.Error(err)
		}
	}
	if len(serve.ListOf(d)) != 2 {
		t.Errorf("%d are listed", len(serve.ListOf(d)))
	}
}

func second(_ string, err error) error { return err }

// TestDropsAreBounded: only the newest drops are kept.
func TestDropsAreBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	_, data := goldenFile(t)
	d := NewDrops(Config{})
	defer d.Close()
	var ids []string
	for range maxDrops + 3 {
		id, err := d.Take("x", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if list := serve.ListOf(d); len(list) != maxDrops {
		t.Errorf("%d are kept", len(list))
	}
	if _, err := d.Open(ids[len(ids)-1]); err != nil {
		t.Errorf("the newest: %v", err)
	}
}
