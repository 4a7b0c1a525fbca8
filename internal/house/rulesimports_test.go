package house

import (
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

// knowsRules are the product files that import the rules of a game and are neither rules, adapters, bots, maps, what
// replaces an original, nor training, and why.
var knowsRules = map[string]string{
	"arena/checkup/hexabomb.go":        "makes hard situations of a game, and expects what the rules refuse in them",
	"arena/message/rounds.go":          "writes state.json and map.txt with the names of the match's own folders",
	"game/simulate/bomberman.go":       "is the rules as a filter: JSON lines in, JSON lines out",
	"game/simulate/bomberman_start.go": "is the rules as a filter: JSON lines in, JSON lines out",
	"game/simulate/hexabomb.go":        "is the rules as a filter: JSON lines in, JSON lines out",
	"game/simulate/hexabomb_start.go":  "is the rules as a filter: JSON lines in, JSON lines out",
}

// ownRules are the folders in which every file may import rules. arena/overrounds writes the texts of the original
// Bomberman for each round, game/fairness plays on maps of hexabomb, game/internal/beam is an example of the manual, and explain explains a game in its own terms; bygame_test.go lists their files. show/internal/lessons
// teaches hexabomb.
var ownRules = []string{"rules/hexabomb", "rules/bomberman", "game/games", "game/fairness", "game/internal/beam", "originals", "bots", "rules/maps", "train", "docs", "tools",
	"show/internal/termtest", "arena/overrounds", "arena/rounds", "replay/explain", "show/internal/lessons"}

// asksForVersion are the folders that may name a version of hexabomb's rules: the rules, the kinds, and the game logic of
// the original.
var asksForVersion = []string{"rules/hexabomb", "game/games", "originals"}

// TestVersionsOfRules: all others ask the board or the kind what their rules are.
func TestVersionsOfRules(t *testing.T) {
	version := regexp.MustCompile(`\bhexabomb\.V[0-9]+\b`)
	allowed := 0
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		file = filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case e.IsDir() && strings.HasPrefix(e.Name(), ".") && file != ".":
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name := version.FindString(goWithoutComments(text))
		switch own := slices.ContainsFunc(asksForVersion, func(dir string) bool { return strings.HasPrefix(file, dir+"/") }); {
		case name == "":
		case own:
			allowed++
		default:
			t.Errorf("%s: %s: ask the board or the kind what its rules are", file, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if allowed == 0 {
		t.Error("no file names a version: is it found?")
	}
}

// TestWhoImportsRules: all others ask a game.Kind or a game.Match, so that another game can take part.
func TestWhoImportsRules(t *testing.T) {
	if len(knowsRules) > 6 {
		t.Errorf("%d files may import the rules of a game, expected 6 at most", len(knowsRules))
	}
	var found []string
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		file = filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") && file != "." || slices.Contains(ownRules, file)):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			path := strings.TrimPrefix(strings.Trim(i.Path.Value, `"`), module)
			if path != "/rules/hexabomb" && path != "/rules/bomberman" {
				continue
			}
			found = append(found, file)
			if _, known := knowsRules[file]; !known {
				t.Errorf("%s imports %s, which only those may who need the rules themselves", file, i.Path.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file := range knowsRules {
		if !slices.Contains(found, file) {
			t.Errorf("%s imports no rules any more: take it off the list", file)
		}
	}
}
