package house

import (
	"encoding/json"
	"errors"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNothingExportedIsInternal: no exported function, method, field, constant or variable of a package that other modules can
// import takes, returns or holds a type of an internal package, which they could not name.
func TestNothingExportedIsInternal(t *testing.T) {
	ours, exports := exportedPackages(t)
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	checked := 0
	for _, path := range ours {
		p, err := imports.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			o := p.Scope().Lookup(name)
			if !o.Exported() {
				continue
			}
			checked++
			for _, found := range internalIn(o) {
				t.Errorf("%s.%s", path, found)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d exported names were checked", checked)
	}
}

// exportedPackages lists our packages that others can import, and where the compiler's export data of each package lies.
func exportedPackages(t *testing.T) (ours []string, exports map[string]string) {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Name", "./...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports = map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Export, Name string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return ours, exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Export != "" && strings.HasPrefix(p.ImportPath, module+"/") && p.Name != "main" && !isInternal(p.ImportPath) {
			ours = append(ours, p.ImportPath)
		}
	}
}

func isInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// internalIn says where an exported object shows a type of an internal package.
func internalIn(o types.Object) (found []string) {
	note := func(where string, t types.Type) {
		if name := internalType(t); name != "" {
			found = append(found, where+" shows "+name)
		}
	}
	named, isType := o.Type().(*types.Named)
	if _, is := o.(*types.TypeName); !is || !isType {
		note(o.Name(), o.Type())
		return found
	}
	for m := range named.Methods() {
		if m.Exported() {
			note(o.Name()+"."+m.Name(), m.Type())
		}
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() {
				note(o.Name()+"."+f.Name(), f.Type())
			}
		}
	default:
		note(o.Name(), u)
	}
	return found
}

// internalType is the first type of one of our internal packages in a type; "" if there is none.
func internalType(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), module+"/") && isInternal(p.Path()) {
			return t.String()
		}
		return firstOf(t.TypeArgs().Len(), func(i int) types.Type { return t.TypeArgs().At(i) })
	case *types.Alias:
		return internalType(types.Unalias(t))
	case *types.Signature:
		if in := internalType(t.Params()); in != "" {
			return in
		}
		return internalType(t.Results())
	case *types.Tuple:
		return firstOf(t.Len(), func(i int) types.Type { return t.At(i).Type() })
	case *types.Struct:
		return firstOf(t.NumFields(), func(i int) types.Type {
			if !t.Field(i).Exported() {
				return types.Typ[types.Int]
			}
			return t.Field(i).Type()
		})
	case *types.Interface:
		return firstOf(t.NumMethods(), func(i int) types.Type { return t.Method(i).Type() })
	case *types.Map:
		return firstOf(2, func(i int) types.Type { return []types.Type{t.Key(), t.Elem()}[i] })
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return internalType(t.Elem())
	}
	return ""
}

func firstOf(n int, at func(int) types.Type) string {
	for i := range n {
		if name := internalType(at(i)); name != "" {
			return name
		}
	}
	return ""
}
