package house

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/internal/errortext"
)

// TestErrorsOfPackages: whatever package an error comes from, its name does not reach people: package errortext knows it.
func TestErrorsOfPackages(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "testdata") || strings.HasPrefix(path, "tools/") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text, is := errorLiteral(n)
			own := file.Name.Name + ": "
			if is && strings.HasPrefix(text, own) && errortext.Text(errors.New(own+"x")) != "x" {
				t.Errorf("%v: %q: package errortext does not know this package", fset.Position(n.Pos()), text)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// errorLiteral is the text with which an error is made.
func errorLiteral(n ast.Node) (text string, is bool) {
	call, is := n.(*ast.CallExpr)
	if !is || len(call.Args) == 0 {
		return "", false
	}
	f, is := call.Fun.(*ast.SelectorExpr)
	if !is || !slices.Contains([]string{"Errorf", "New"}, f.Sel.Name) {
		return "", false
	}
	first := call.Args[0]
	for {
		sum, is := first.(*ast.BinaryExpr)
		if !is {
			break
		}
		first = sum.X
	}
	literal, is := first.(*ast.BasicLit)
	if !is || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
