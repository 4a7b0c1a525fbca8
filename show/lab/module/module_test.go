package module

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/internal/sources"
)

// TestMissing: a program that has no module and cannot build one says in one line what to do.
func TestMissing(t *testing.T) {
	if bundled() != nil {
		t.Skip("this program has the module")
	}
	root, err := sources.Above()
	if err != nil {
		t.Fatal(err)
	}
	was := sources.Root
	defer func() { sources.Root = was }()
	t.Setenv(Variable, "")
	path := os.Getenv("PATH")
	for _, c := range []struct{ root, path, want string }{
		{"", path, "use a released program, or build one with 'make build'"},
		{t.TempDir(), path, "use a released program, or build one with 'make build'"},
		{root, t.TempDir(), "install Go (https://go.dev/dl/), or use a released program"},
	} {
		sources.Root = c.root
		t.Setenv("PATH", c.path)
		_, err := Get(t.Context(), func(line string) { t.Errorf("%s", line) })
		missing := (*Missing)(nil)
		if !errors.As(err, &missing) || !strings.HasSuffix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: error %v", c, err)
		}
		if check := Check(); check == nil || check.Error() != err.Error() {
			t.Errorf("%+v: Check: %v", c, check)
		}
	}
	sources.Root = root
	t.Setenv("PATH", path)
	if err := Check(); err != nil {
		t.Errorf("in a clone: %v", err)
	}
}

// TestFolder: a folder with a module is taken instead of a build; one without says what it lacks.
func TestFolder(t *testing.T) {
	if bundled() != nil {
		t.Skip("this program has the module")
	}
	folder := filepath.Join(t.TempDir(), "a", "b")
	if err := built().Write(folder); err != nil {
		t.Fatal(err)
	}
	t.Setenv(Variable, folder)
	if m, err := Get(t.Context(), nil); err != nil || !isBuilt(m) || Check() != nil {
		t.Errorf("%v, %v", m, err)
	}
	for _, name := range []string{WasmFile, LoaderFile} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := Get(t.Context(), nil); err == nil || !strings.Contains(err.Error(), Variable+" is ") || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
		if err := built().Write(folder); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWrite: a file that is as it should be stays, so that what is made of it stays, too.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	if err := built().Write(folder); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(folder, WasmFile))
	if err != nil {
		t.Fatal(err)
	}
	changed := built()
	changed.Loader = []byte("another")
	if err := changed.Write(folder); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(filepath.Join(folder, WasmFile))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("%s was replaced: %v", WasmFile, err)
	}
	if m, err := Read(folder); err != nil || string(m.Loader) != "another" {
		t.Errorf("%v, %v", m, err)
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("the folder has %q", got)
	}
}
