package house

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/arena/rounds"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/replay/explain"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// enums are all exported types of ours that are small numbers with a String method.
var enums = map[string]func(n uint8) fmt.Stringer{
	"rules/bomberman.Command":    func(n uint8) fmt.Stringer { return bomberman.Command(n) },
	"rules/bomberman.Reason":     func(n uint8) fmt.Stringer { return bomberman.Reason(n) },
	"replay/explain.Cause":       func(n uint8) fmt.Stringer { return explain.Cause(n) },
	"replay/explain.Kind":        func(n uint8) fmt.Stringer { return explain.Kind(n) },
	"arena/harness.SandboxLevel": func(n uint8) fmt.Stringer { return harness.SandboxLevel(n) },
	"arena/harness.Stream":       func(n uint8) fmt.Stringer { return harness.Stream(n) },
	"arena/rounds.Language":      func(n uint8) fmt.Stringer { return rounds.Language(n) },
	"rules/hexabomb.Direction":   func(n uint8) fmt.Stringer { return hexabomb.Direction(n) },
	"rules/hexabomb.Kind":        func(n uint8) fmt.Stringer { return hexabomb.Kind(n) },
	"rules/hexabomb.Reason":      func(n uint8) fmt.Stringer { return hexabomb.Reason(n) },
	"rules/hexabomb.Version":     func(n uint8) fmt.Stringer { return hexabomb.Version(n) },
	"game/match.Order":           func(n uint8) fmt.Stringer { return match.Order(n) },
	"game/match.Ranking":         func(n uint8) fmt.Stringer { return match.Ranking(n) },
	"game/viewer.Kind":           func(n uint8) fmt.Stringer { return viewer.Kind(n) },
}

// unnamed are the values that need no text of their own: move files may hold any number, and those that are no command are
// Nothing.
var unnamed = map[string]string{"rules/bomberman.Command": bomberman.Nothing.String()}

// TestStringsOfUnknownValues: the String method of a small enumeration has a text for every value, also for those that no constant
// names, and two constants never share one.
func TestStringsOfUnknownValues(t *testing.T) {
	for name, enum := range enums {
		seen := map[string]uint8{}
		for n := range 256 {
			text := textOf(t, name, enum(uint8(n)))
			if other, is := seen[text]; text == "" || is && text != unnamed[name] {
				t.Errorf("%s: %d is %q, which %d is, too", name, n, text, other)
			}
			seen[text] = uint8(n)
		}
	}
}

func textOf(t *testing.T, name string, s fmt.Stringer) string {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panics for an unknown value: %v", name, r)
		}
	}()
	return s.String()
}

// TestAllEnumsAreListed looks for types that enums leaves out.
func TestAllEnumsAreListed(t *testing.T) {
	ours, exports := exportedPackages(t)
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var found []string
	for _, path := range ours {
		p, err := imports.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			o, is := p.Scope().Lookup(name).(*types.TypeName)
			if !is || !o.Exported() || o.IsAlias() {
				continue
			}
			number, is := o.Type().Underlying().(*types.Basic)
			text, _, _ := types.LookupFieldOrMethod(o.Type(), false, p, "String")
			if is && number.Kind() == types.Uint8 && text != nil {
				found = append(found, strings.TrimPrefix(path, module+"/")+"."+name)
			}
		}
	}
	slices.Sort(found)
	if listed := slices.Sorted(maps.Keys(enums)); !slices.Equal(found, listed) {
		t.Errorf("small numbers with a String method:\n%q\nlisted are:\n%q", found, listed)
	}
}
