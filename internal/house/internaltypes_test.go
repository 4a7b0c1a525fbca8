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
	"regexp"
	"slices"
	"strings"
	"testing"
)

// library are the packages that docs/library.md names: programs of others may import them.
var library = []string{
	"", "arena", "arena/harness", "arena/programs", "arena/record", "game", "game/gametest", "game/match", "game/trouble",
	"game/viewer", "cmd/program", "protocol/netorcai", "replay", "rules/bomberman", "rules/hexabomb",
	"rules/hexabomb/forecast", "rules/maps", "show/livepage",
}

// maxLibraryNames is how many names these packages may export together, methods included.
const maxLibraryNames = 1000

// TestLibraryPage: docs/library.md lists these packages and no others.
func TestLibraryPage(t *testing.T) {
	page, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Which packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^\\| `"+regexp.QuoteMeta(module)+"/?([a-z/]*)` ").FindAllStringSubmatch(table, -1) {
		listed = append(listed, m[1])
	}
	want := slices.Sorted(slices.Values(library))
	if slices.Sort(listed); !slices.Equal(listed, want) {
		t.Errorf("the page lists %q, expected %q", listed, want)
	}
}

// TestNothingExportedIsInternal: no exported function, method, field, constant or variable of a package that programs of
// others may import takes, returns or holds a type of an internal package, which they could not name. Together these
// packages export few names.
func TestNothingExportedIsInternal(t *testing.T) {
	paths, exports := exportedPackages(t)
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	checked, names := 0, 0
	for _, path := range paths {
		if in, _ := ours(path); !slices.Contains(library, in) {
			continue
		}
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
			names += 1 + methods(o)
			for _, found := range internalIn(o) {
				t.Errorf("%s.%s", path, found)
			}
		}
	}
	if names >= maxLibraryNames {
		t.Errorf("%d names are exported, expected fewer than %d", names, maxLibraryNames)
	}
	t.Logf("%d names are exported by %d packages", names, len(library))
	if checked < 500 {
		t.Errorf("only %d exported names were checked", checked)
	}
}

// methods is how many exported methods a type has.
func methods(o types.Object) (n int) {
	named, is := o.Type().(*types.Named)
	if _, isType := o.(*types.TypeName); !is || !isType {
		return 0
	}
	for m := range named.Methods() {
		if m.Exported() {
			n++
		}
	}
	return n
}

// exportedPackages lists our packages that others can import, and where the compiler's export data of each package lies.
func exportedPackages(t *testing.T) (paths []string, exports map[string]string) {
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
			return paths, exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if _, is := ours(p.ImportPath); is && p.Export != "" && p.Name != "main" && !isInternal(p.ImportPath) {
			paths = append(paths, p.ImportPath)
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
