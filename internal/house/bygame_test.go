package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// decidesByGame are the files outside the adapters and the rules' own packages that look which game they have, and why.
var decidesByGame = map[string]string{
	"arena/overrounds/asker.go":           "writes the texts of the original Bomberman for each round",
	"replay/explain/bomberman.go":         "explains a game in its own terms",
	"replay/explain/hexabomb.go":          "explains a game in its own terms",
	"show/internal/lessons/match.go":      "teaches hexabomb",
	"arena/message/rounds.go":             "writes the texts of the original Bomberman for each round",
	"train/internal/dataset/bomberman.go": "observes states and reads actions of a game",
	"train/internal/dataset/hexabomb.go":  "observes states and reads actions of a game",
}

// TestDecisionsByGame: nobody else looks which game it is: whoever needs to know asks game.Match or game.Kind.
func TestDecisionsByGame(t *testing.T) {
	byGame := regexp.MustCompile(`replay\.(Hexabomb|Bomberman)\b|\.State\(\)\.\(|games\.Bomberman\(\)\.Name`)
	own := []string{"game", "game/games", "rules/hexabomb", "rules/bomberman", "bots", "internal", "docs", "rules/maps", "originals", "game/simulate", "tools", "show/termtest"}
	var found []string
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		file = filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") && file != "." || slices.Contains(own, file)):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if byGame.Match(text) {
			found = append(found, file)
			if _, known := decidesByGame[file]; !known {
				t.Errorf("%s decides by game: %q", file, byGame.Find(text))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file := range decidesByGame {
		if !slices.Contains(found, file) {
			t.Errorf("%s does not decide by game any more: take it off the list", file)
		}
	}
}
