package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// aStruct is a struct type of the wing tournament, by package folder and name.
type aStruct struct{ folder, name string }

// structsOf returns the structs below a folder, each with the structs that it embeds; those of other wings are left out.
func structsOf(t *testing.T, wing string) map[aStruct][]aStruct {
	t.Helper()
	found := map[aStruct][]aStruct{}
	err := filepath.WalkDir(wing, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, imports := filepath.ToSlash(filepath.Dir(file)), map[string]string{}
		for _, i := range f.Imports {
			if in, is := ours(strings.Trim(i.Path.Value, `"`)); is {
				imports[path.Base(in)] = in
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			body, is := spec.Type.(*ast.StructType)
			if !is {
				return true
			}
			of := aStruct{folder, spec.Name.Name}
			if _, seen := found[of]; !seen {
				found[of] = nil
			}
			for _, field := range body.Fields.List {
				if len(field.Names) > 0 {
					continue
				}
				kind := field.Type
				if star, is := kind.(*ast.StarExpr); is {
					kind = star.X
				}
				switch kind := kind.(type) {
				case *ast.Ident:
					found[of] = append(found[of], aStruct{folder, kind.Name})
				case *ast.SelectorExpr:
					found[of] = append(found[of], aStruct{imports[kind.X.(*ast.Ident).Name], kind.Sel.Name})
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestNoDeepEmbedding: in competitions no struct embeds a struct that embeds a struct: one would not see where its
// fields come from.
func TestNoDeepEmbedding(t *testing.T) {
	structs := structsOf(t, "tournament")
	if len(structs) < 300 {
		t.Errorf("only %d structs were looked at", len(structs))
	}
	for s, embedded := range structs {
		for _, e := range embedded {
			for _, deep := range structs[e] {
				if _, is := structs[deep]; is {
					t.Errorf("%s.%s embeds %s.%s, which embeds %s.%s", s.folder, s.name, e.folder, e.name, deep.folder, deep.name)
				}
			}
		}
	}
}

// homes says where each noun of competitions has its one type. Stores, pages, files and reports encode that one.
var homes = map[string]string{
	"Match": "tournament", "Query": "tournament", "Entrant": "tournament", "Version": "tournament", "Failure": "tournament",
	"Opponent": "tournament", "Standing": "tournament", "Result": "tournament", "Fixture": "tournament",
	"Progress": "tournament/event", "Running": "tournament/event",
}

// TestOneHome: no other package exports a type for one of these nouns. The progress of a job is another one.
func TestOneHome(t *testing.T) {
	structs := structsOf(t, "tournament")
	for noun, home := range homes {
		if _, is := structs[aStruct{home, noun}]; !is {
			t.Errorf("%s has no %s", home, noun)
		}
	}
	for s := range structs {
		noun := strings.TrimSuffix(s.name, "Info")
		home, known := homes[noun]
		if known && home != s.folder && s != (aStruct{"tournament/internal/worker", "Progress"}) {
			t.Errorf("%s.%s: a %s is %s.%s", s.folder, s.name, strings.ToLower(noun), home, noun)
		}
	}
}
