package sources

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	was := Root
	defer func() { Root = was }()
	clone, other := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(clone, "go.mod"), []byte("module blastyard\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH")
	for _, c := range []struct {
		root, path, found string
		err               error
	}{
		{clone, path, clone, nil},
		{clone, other, "", ErrNoGo},
		{other, path, "", ErrUnknown},
		{filepath.Join(clone, "gone"), path, "", ErrUnknown},
		{"", path, "", ErrUnknown},
	} {
		Root = c.root
		t.Setenv("PATH", c.path)
		if found, err := Find(); found != c.found || !errors.Is(err, c.err) {
			t.Errorf("%+v: found %q, error %v", c, found, err)
		}
	}
}
