package house

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The size of product code: columns of a line, a tab as 4, and lines of a file.
const (
	maxColumns = 120
	maxLines   = 400
)

// wide are the places with texts in which a line cannot be broken: messages of the protocol, a header of a page.
var wide = []string{"internal/startertest", "show/web"}

// TestSizes: no product line and no product file is longer than our guide says.
func TestSizes(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		if e.IsDir() && (e.Name() == "node_modules" || e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") && file != ".") {
			return fs.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			return err
		}
		files++
		lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		if len(lines) > maxLines {
			t.Errorf("%s has %d lines, expected %d at most: split it by subject", file, len(lines), maxLines)
		}
		if slices.ContainsFunc(wide, func(folder string) bool { return strings.HasPrefix(file, folder+"/") }) {
			return nil
		}
		for i, line := range lines {
			if n := columns(string(line)); n > maxColumns && !strings.HasPrefix(string(line), "//go:") {
				t.Errorf("%s:%d: %d columns, expected %d at most", file, i+1, n, maxColumns)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 200 {
		t.Errorf("only %d files were looked at", files)
	}
}

func columns(line string) (n int) {
	for _, r := range line {
		if n++; r == '\t' {
			n += 3
		}
	}
	return n
}

// maxCommandLines is how large cmd/program may be: it reads flags and prints texts, and all else is a package.
const maxCommandLines = 4500

func TestCommandSize(t *testing.T) {
	files, err := filepath.Glob("cmd/program/*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines == 0 || lines > maxCommandLines {
		t.Errorf("cmd/program has %d lines, expected 1 to %d: move what computes to a package", lines, maxCommandLines)
	}
}
