package house

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

type wing struct {
	name string
	may  []string
}

// wings are the folders of the root from below to above, each with the wings that it may import besides internal: only
// wings below it. The root package is called arena of all games, "".
var wings = []wing{
	{"internal", nil},
	{"docs", nil},
	{"rules", nil},
	{"protocol", nil}, // it knows no game
	{"bots", []string{"rules", "protocol"}},
	{"game", []string{"rules", "bots"}},
	{"replay", []string{"rules", "game"}},
	{"arena", []string{"rules", "protocol", "game", "replay"}},
	{"", []string{"game", "arena"}},
	{"show", []string{"docs", "rules", "protocol", "bots", "game", "replay", "arena"}},
	{"train", []string{"rules", "bots", "game", "replay", "show"}},
	{"originals", []string{"rules", "protocol", "game", "replay", "arena", ""}},
	{"tournament", []string{"docs", "bots", "game", "replay", "arena", "", "show"}},
	{"tools", []string{"rules", "bots", "game", "arena", "", "show", "train"}},
	{"cmd", []string{
		"docs", "rules", "protocol", "bots", "game", "replay", "arena", "", "show", "train", "originals", "tournament",
	}},
}

// inside says what packages may import of their own wing where that matters; an empty list: nothing.
var inside = map[string][]string{
	"arena":             {"arena/entrant", "arena/harness", "arena/internal/cores"}, // no transport
	"game":              {"game/match", "game/viewer"},                              // no game
	"game/gametest":     {"game", "game/viewer"},
	"game/match":        {},
	"game/rating":       {},
	"game/sprt":         {},
	"game/trouble":      {},
	"game/viewer":       {"game/trouble"},
	"protocol/drawing":  {},
	"protocol/netorcai": {},
	"protocol/stdio":    {},
	"rules/blast":       {},
	// Games never import each other.
	"rules/bomberman":          {},
	"rules/bomberman/forecast": {"rules/blast", "rules/bomberman"},
	"rules/bomberman/wire":     {"rules/bomberman"},
	"rules/hexabomb":           {},
	"rules/hexabomb/forecast":  {"rules/blast", "rules/hexabomb"},
	"rules/hexabomb/wire":      {"rules/hexabomb"},
	// The page gets matches as values, wherever they come from.
	"show/serve":    {"show/internal/series", "show/lab/module", "show/picture", "show/web"},
	"show/terminal": {},
	// The schedule is a function of an event's config and results.
	"tournament":    {},
	"train/observe": {},
}

// pure are the packages that do no input or output and do not use the time.
var pure = []string{
	"rules/blast", "rules/bomberman", "rules/bomberman/forecast", "rules/bomberman/wire", "rules/hexabomb",
	"rules/hexabomb/forecast", "rules/hexabomb/wire", "protocol/drawing", "bots/bomberbots", "bots/hexabots", "game/match",
	"game/rating", "game/sprt", "game/trouble", "game/viewer", "show/internal/series", "train/observe", "tournament",
	"internal/english", "internal/jsonappend", "internal/jsonscan", "internal/text",
}

var impure = []string{"os", "net", "time", "log"}

// assembled are the packages outside cmd that may import the arena of all games and programs.
var assembled = []string{"originals/bomberman/dropin", "tools/blame", "tournament/check", "tournament/event", "tournament/submission"}

// goPackage is what go list tells of a package.
type goPackage struct {
	ImportPath, Name                   string
	Imports, TestImports, XTestImports []string
}

// goPackages are all packages of the module, by their paths in it.
func goPackages(t *testing.T) map[string]goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports,TestImports,XTestImports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]goPackage{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		path, _ := ours(p.ImportPath)
		all[path] = p
	}
	if len(all) < 100 {
		t.Fatalf("go list showed only %d packages", len(all))
	}
	return all
}

// ours is the path of a package within the module, and whether it is there at all.
func ours(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

func wingOf(path string) string {
	wing, _, _ := strings.Cut(path, "/")
	return wing
}

// TestWings: packages and their tests import only wings below their own. internal/house, the tests of the whole module,
// may import all.
func TestWings(t *testing.T) {
	below := map[string]int{}
	for i, w := range wings {
		below[w.name] = i
		for _, may := range w.may {
			if at, known := below[may]; !known || at >= i {
				t.Errorf("wing %q may import %q, which is not below it", w.name, may)
			}
		}
	}
	for path, p := range goPackages(t) {
		at, known := below[wingOf(path)]
		switch {
		case !known:
			t.Errorf("package %s is in no wing", path)
			continue
		case strings.HasPrefix(path+"/", "internal/house/"):
			continue
		}
		for _, i := range p.Imports {
			other, is := ours(i)
			if to := wingOf(other); is && to != wingOf(path) && to != "internal" && !slices.Contains(wings[at].may, to) {
				t.Errorf("%s imports %s, which its wing may not", path, other)
			}
		}
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			if other, is := ours(i); is && below[wingOf(other)] > at {
				t.Errorf("a test of %s imports %s, which stands above it", path, other)
			}
		}
	}
}

// TestInside: what is said of single packages holds.
func TestInside(t *testing.T) {
	all := goPackages(t)
	for path, may := range inside {
		p, known := all[path]
		if !known {
			t.Errorf("there is no package %s", path)
		}
		for _, i := range p.Imports {
			if other, is := ours(i); is && wingOf(other) == wingOf(path) && !slices.Contains(may, other) {
				t.Errorf("%s imports %s, which it may not", path, other)
			}
		}
	}
	for _, path := range pure {
		p, known := all[path]
		if !known {
			t.Errorf("there is no package %s", path)
		}
		for _, i := range p.Imports {
			if first, _, _ := strings.Cut(i, "/"); slices.Contains(impure, first) {
				t.Errorf("%s imports %s, but it must be pure", path, i)
			}
		}
	}
	for path, p := range all {
		if slices.Contains(p.Imports, module) && wingOf(path) != "cmd" && !slices.Contains(assembled, path) {
			t.Errorf("%s imports the whole arena, which it may not", path)
		}
	}
}

// TestFaces: what neither other wings nor programs of others use (docs/library.md) stands under WING/internal.
func TestFaces(t *testing.T) {
	all := goPackages(t)
	used := map[string]bool{}
	for path, p := range all {
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if other, is := ours(i); is && wingOf(other) != wingOf(path) {
				used[other] = true
			}
		}
	}
	for path, p := range all {
		own := strings.Contains(path, "/internal/") || strings.HasPrefix(path, "internal/")
		if len(p.Imports) > 0 && !own && !used[path] && path != "" && !slices.Contains(library, path) && p.Name != "main" {
			t.Errorf("no other wing imports %s: it belongs under %s/internal", path, wingOf(path))
		}
	}
}

// TestFirstCommand: the program that everybody builds first needs nothing that takes long to compile and only
// competitions use. go run ./cmd/blastyard would take several times as long with JetStream and SQLite.
func TestFirstCommand(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/blastyard").Output()
	if err != nil {
		t.Fatal(err)
	}
	needed := strings.Fields(string(out))
	for _, p := range needed {
		for _, not := range []string{"github.com/nats-io/", "modernc.org/", module + "/tournament"} {
			if strings.HasPrefix(p, not) {
				t.Errorf("cmd/blastyard needs %s, which belongs into cmd/blastyard-tournament", p)
			}
		}
	}
	if len(needed) < 100 || !slices.Contains(needed, module+"/arena") {
		t.Errorf("go list showed only %d packages", len(needed))
	}
}
