package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRacedPackages: `make test` looks with the race detector at every package that starts goroutines or guards something
// against them, but for those that are listed as slow.
func TestRacedPackages(t *testing.T) {
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	listed := append(makeList(t, string(text), "RACED"), makeList(t, string(text), "SLOW")...)
	for _, p := range listed {
		if files, err := filepath.Glob(filepath.Join(p, "*.go")); err != nil || len(files) == 0 {
			t.Errorf("%s: no files (%v)", p, err)
		}
	}
	found := 0
	for p, why := range concurrent(t) {
		found++
		if !slices.Contains(listed, p) {
			t.Errorf("%s %s: add it to RACED in the Makefile", p, why)
		}
	}
	if found < 20 {
		t.Errorf("only %d packages start goroutines", found)
	}
}

// TestPlainTests: each test that does not run with the race detector runs without it.
func TestPlainTests(t *testing.T) {
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	raced := append(makeList(t, string(text), "RACED"), makeList(t, string(text), "SLOW")...)
	var tests, packages []string
	for _, p := range raced {
		files, err := filepath.Glob(filepath.Join(p, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			found := plainTests(t, file)
			if tests = append(tests, found...); len(found) > 0 {
				packages = append(packages, p)
			}
		}
	}
	for name, found := range map[string][]string{"PLAIN": tests, "PLAIN_IN": packages} {
		slices.Sort(found)
		if want := slices.Compact(found); !slices.Equal(makeList(t, string(text), name), want) {
			t.Errorf("the Makefile's %s should be %s", name, strings.Join(want, " "))
		}
	}
}

// plainTests are the tests of a file that call stage.Plain.
func plainTests(t *testing.T, file string) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is && s.Sel.Name == "Plain" {
				if x, is := s.X.(*ast.Ident); is && x.Name == "stage" {
					names = append(names, d.(*ast.FuncDecl).Name.Name)
				}
			}
			return true
		})
	}
	return names
}

// makeList is a list of the Makefile.
func makeList(t *testing.T, text, name string) []string {
	t.Helper()
	list := regexp.MustCompile(`(?m)^` + name + ` := ((?:.*\\\n)*.*)$`).FindStringSubmatch(text)
	if list == nil {
		t.Fatalf("the Makefile has no list %s", name)
	}
	return strings.Fields(strings.ReplaceAll(list[1], "\\", ""))
}

// concurrent are the packages with goroutines, and what shows it. Tests do not count: those wait for processes and pools.
func concurrent(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		name := e.Name()
		if err == nil && e.IsDir() && file != "." &&
			(strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "tools") {
			return fs.SkipDir
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		if why := goroutines(f); why != "" {
			found[filepath.ToSlash(filepath.Dir(file))] = why
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// goroutines tells what shows that a file has to do with goroutines; "" for nothing.
func goroutines(f *ast.File) string {
	why := ""
	for _, i := range f.Imports {
		if i.Path.Value == `"sync"` || i.Path.Value == `"sync/atomic"` {
			why = "imports " + i.Path.Value
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if _, is := n.(*ast.GoStmt); is {
			why = "starts a goroutine"
		}
		if c, is := n.(*ast.CallExpr); is {
			if s, is := c.Fun.(*ast.SelectorExpr); is && s.Sel.Name == "Go" {
				why = "starts a goroutine by Go"
			}
		}
		return true
	})
	return why
}
