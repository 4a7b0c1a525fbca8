package main

import (
	"os"
	"strings"
	"testing"

	"blastyard/maps"
)

// TestMapFileNamedLikeABuiltinMap: the file is meant, and a fault in it is told as the file's. A folder is no map file.
func TestMapFileNamedLikeABuiltinMap(t *testing.T) {
	t.Chdir(t.TempDir())
	builtin, err := maps.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("tiny", []byte(`{"cells":[{"q":7,"r":0}],"initial_positions":{"0":[{"q":7,"r":0}]},"special_initial_positions":[]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if m, err := loadMap("tiny"); err != nil || len(m.Cells) != 1 || m.Cells[0].Q != 7 {
		t.Errorf("%+v, %v: expected the file", m, err)
	}
	if err := os.WriteFile("tiny", []byte("nothing"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := loadMap("tiny"); err == nil || !strings.Contains(err.Error(), "the file") || !strings.Contains(err.Error(), "not the built-in map") {
		t.Errorf("%v", err)
	}
	if err := os.Remove("tiny"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("tiny", 0o777); err != nil {
		t.Fatal(err)
	}
	if m, err := loadMap("tiny"); err != nil || len(m.Cells) != len(builtin.Cells) {
		t.Errorf("%+v, %v: expected the built-in map", m, err)
	}
}
