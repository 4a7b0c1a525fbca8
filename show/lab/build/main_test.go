package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"blastyard/internal/stage"
)

const dist = "../dist"

func committed(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dist, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestSources: the committed module was built from the current sources. The test builds nothing.
func TestSources(t *testing.T) {
	_, was, _ := bytes.Cut(committed(t, "SOURCES"), []byte("\n"))
	is, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(was, is) {
		return
	}
	before := map[string]bool{}
	for line := range strings.Lines(string(was)) {
		before[line] = true
	}
	for line := range strings.Lines(string(is)) {
		if !before[line] {
			t.Errorf("%s has changed", strings.TrimSpace(source(line)))
		}
	}
	t.Error("show/lab/dist is not what the sources give: run go generate ./show/lab and commit it")
}

// TestRebuilt: the same sources give the same bytes.
func TestRebuilt(t *testing.T) {
	stage.Only(t, "it builds the module")
	by, _, _ := strings.Cut(string(committed(t, "SOURCES")), "\n")
	if by != builtBy() {
		t.Skipf("show/lab/dist was %s, and this is %s", strings.TrimPrefix(by, "# "), runtime.Version())
	}
	files, err := build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if !bytes.Equal(content, committed(t, name)) {
			t.Errorf("show/lab/dist/%s is not what the sources give: run go generate ./show/lab and commit it", name)
		}
	}
}
