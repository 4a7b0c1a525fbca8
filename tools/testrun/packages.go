package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A listed package is what `go list` says of one, and what its files say of its tests.
type listed struct {
	ImportPath, Dir                                    string
	GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string

	concurrent bool            // it starts goroutines, or guards something against them; its tests do not count
	says       map[string]bool // the words of its directives
	plain      []string        // its tests that call stage.Plain
}

// words are the directives that a test file may have: "//stage:WORD WHY".
var words = []string{"raced", "unraced", "first"}

// raced tells whether the tests of a package run with the race detector. In packages without goroutines it finds
// nothing, and makes the tests several times slower.
func (p *listed) raced() bool { return (p.concurrent || p.says["raced"]) && !p.says["unraced"] }

// place is 0 for packages that begin first, so that nothing waits for them at the end, and 1 for the others.
func (p *listed) place() int {
	if p.says["first"] {
		return 0
	}
	return 1
}

// choose replaces @unit, @raced or @plain after the -- by the packages of that stage, and for @plain adds the tests.
func choose(args []string, list func() ([]*listed, error)) ([]string, error) {
	at := slices.Index(args, "--")
	if at+2 != len(args) || !strings.HasPrefix(args[at+1], "@") {
		return args, nil
	}
	all, err := list()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *listed) int { return a.place() - b.place() })
	var paths, tests []string
	for _, p := range all {
		switch stage := args[at+1]; {
		case stage == "@unit" && !p.raced(), stage == "@raced" && p.raced():
			paths = append(paths, p.ImportPath)
		case stage == "@plain" && p.raced() && len(p.plain) > 0:
			paths, tests = append(paths, p.ImportPath), append(tests, p.plain...)
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s has no packages", args[at+1])
	}
	chosen := slices.Clone(args[:at])
	if len(tests) > 0 {
		chosen = append(chosen, "-run=^("+strings.Join(tests, "|")+")$")
	}
	return slices.Concat(chosen, []string{"--"}, paths), nil
}

// packages lists all packages of the module.
func packages() (all []*listed, err error) {
	const fields = "-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles"
	out, err := exec.Command("go", "list", fields, "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := &listed{says: map[string]bool{}}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if err := p.read(); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// read reads the files of a package, also those for other systems.
func (p *listed) read() error {
	for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.TestGoFiles, p.XTestGoFiles) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if err := p.take(f, strings.HasSuffix(name, "_test.go")); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(p.Dir, name), err)
		}
	}
	return nil
}

// take takes what a file says, or a test file.
func (p *listed) take(f *ast.File, test bool) error {
	if !test {
		p.concurrent = p.concurrent || goroutines(f)
		return nil
	}
	p.plain = append(p.plain, plainTests(f)...)
	for _, group := range f.Comments {
		for _, c := range group.List {
			text, is := strings.CutPrefix(c.Text, "//stage:")
			if !is {
				continue
			}
			word, why, _ := strings.Cut(text, " ")
			if !slices.Contains(words, word) || strings.TrimSpace(why) == "" {
				return fmt.Errorf("%s: expected //stage:WORD WHY with a word of %s", c.Text, strings.Join(words, ", "))
			}
			p.says[word] = true
		}
	}
	return nil
}

// goroutines tells whether a file has to do with goroutines.
func goroutines(f *ast.File) (found bool) {
	for _, i := range f.Imports {
		found = found || i.Path.Value == `"sync"` || i.Path.Value == `"sync/atomic"`
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			s, is := n.Fun.(*ast.SelectorExpr)
			found = found || is && s.Sel.Name == "Go"
		}
		return true
	})
	return found
}

// plainTests are the tests of a file that call stage.Plain.
func plainTests(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		test, is := d.(*ast.FuncDecl)
		if !is {
			continue
		}
		ast.Inspect(test, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is && s.Sel.Name == "Plain" && !slices.Contains(names, test.Name.Name) {
				if x, is := s.X.(*ast.Ident); is && x.Name == "stage" {
					names = append(names, test.Name.Name)
				}
			}
			return true
		})
	}
	return names
}
