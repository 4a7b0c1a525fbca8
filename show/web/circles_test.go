package web

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var importFrom = regexp.MustCompile(`(?m)^(?:import|export) [^;]*?from "(\.[^"]*)";`)

// TestPageHasNoCircles: the imports between source files of the page have no cycle, not even for types.
func TestPageHasNoCircles(t *testing.T) {
	imports := map[string][]string{}
	source := os.DirFS("src")
	err := fs.WalkDir(source, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".ts" {
			return err
		}
		text, err := fs.ReadFile(source, name)
		for _, found := range importFrom.FindAllSubmatch(text, -1) {
			imports[name] = append(imports[name], path.Join(path.Dir(name), string(found[1]))+".ts")
		}
		return err
	})
	if err != nil || len(imports) < 50 {
		t.Fatalf("%d files with imports, %v", len(imports), err)
	}
	done := map[string]bool{}
	var visit func(way []string, name string)
	visit = func(way []string, name string) {
		if i := slices.Index(way, name); i >= 0 {
			t.Errorf("a circle: %s → %s", strings.Join(way[i:], " → "), name)
		}
		if done[name] {
			return
		}
		done[name] = true
		for _, next := range imports[name] {
			visit(append(way, name), next)
		}
	}
	for name := range imports {
		visit(nil, name)
	}
}
