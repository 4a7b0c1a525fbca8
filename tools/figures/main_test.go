package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestPicturesAreUpToDate draws everything, which plays and checks every situation, and compares with what is committed.
func TestPicturesAreUpToDate(t *testing.T) {
	files, err := drawAll()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "docs", "pictures")
	for _, f := range files {
		have, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil || !bytes.Equal(have, f.svg) {
			t.Errorf("%s is not what the rules give (go generate ./docs draws it): %v", f.name, err)
		}
	}
	have, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil || len(have) != len(files) {
		t.Errorf("there are %d pictures, expected %d: %v", len(have), len(files), err)
	}
}
