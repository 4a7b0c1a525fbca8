package house

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// gameFolders may know a game: rules, bots and adapters, what replaces an original, the manual, and what only builds
// and tests.
var gameFolders = []string{
	"rules", "bots", "originals", "docs", "tools", "internal", "game/games", "game/fairness", "game/internal/beam",
	"game/lightcycles", "game/tinygame", "show/internal/meaning", "show/internal/termtest", "show/internal/lessons",
	"show/web/dist", "show/web/vendor", "show/web/node_modules", "show/web/test", "show/web/testdata", "train/python",
}

// gameFiles are the files of one game in folders that serve all games.
var gameFiles = regexp.MustCompile(`^(game/simulate|replay/explain|arena/checkup|train|train/observe|train/internal/dataset|cmd/program|cmd/internal/command/complete|cmd/internal/machine|cmd/internal/mapcommands|show/mapview)/(generate_)?(bomberman|hexabomb)[a-z_]*\.go$`)

// knownGame finds the name of a game, and a shape that is taken for one: outside the drawing of boards, nothing of the
// page depends on more than whether there is a board at all.
var knownGame = regexp.MustCompile(`(?i)hexabomb|bomberman|shape === "(square|hexagon)"|\.Shape [!=]= viewer\.(Square|Hexagon)`)

// Why a file names a game nevertheless.
const (
	drawsShapes  = "draws cells of a shape, whatever the game"
	originalForm = "reads or writes the files of the original, which no other game has"
	usualOne     = "says which game is meant where none is named"
)

// namesGames are the files that name a game nevertheless. The list may only shrink.
var namesGames = map[string]string{
	"arena/entrant/folder.go":         originalForm,
	"arena/message/program.go":        originalForm,
	"arena/message/rounds.go":         originalForm,
	"arena/message/stdio.go":          originalForm,
	"arena/overrounds/asker.go":       originalForm,
	"arena/overrounds/log.go":         originalForm,
	"arena/overrounds/stdio.go":       originalForm,
	"arena/overrounds/turn.go":        originalForm,
	"arena/rounds/bot.go":             originalForm,
	"arena/rounds/folders.go":         originalForm,
	"arena/rounds/idle.go":            originalForm,
	"arena/rounds/log.go":             originalForm,
	"arena/rounds/runner.go":          originalForm,
	"arena/rounds/taken.go":           originalForm,
	"arena/talk/talk.go":              originalForm,
	"cmd/program/bot_replay_input.go": originalForm,
	"replay/folder.go":                originalForm,
	"replay/folderend.go":             originalForm,
	"replay/replay.go":                usualOne,
	"show/web/src/bench.ts":           usualOne,
	"show/web/src/board/geometry.ts":  drawsShapes,
	"show/web/src/lab/desk/setup.ts":  usualOne,
	"show/web/src/play/controller.ts": drawsShapes,
}

// TestNamesOfGames: what serves all games names none and branches on none, and asks the game instead.
func TestNamesOfGames(t *testing.T) {
	var found []string
	err := filepath.WalkDir(".", func(file string, e fs.DirEntry, err error) error {
		file = filepath.ToSlash(file)
		switch {
		case err != nil:
			return err
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") && file != "." || slices.Contains(gameFolders, file) || e.Name() == "testdata"):
			return filepath.SkipDir
		case !e.Type().IsRegular() || gameFiles.MatchString(file) || strings.HasSuffix(file, "_test.go") ||
			regexp.MustCompile(`\.(test|page|fixture)\.ts$`).MatchString(file):
			return nil
		}
		var code string
		switch text, err := os.ReadFile(file); {
		case err != nil:
			return err
		case strings.HasSuffix(file, ".go"):
			code = goWithoutComments(text)
		case strings.HasSuffix(file, ".ts"):
			code = tsComment.ReplaceAllString(string(text), "")
		}
		if name := knownGame.FindString(code); name != "" {
			found = append(found, file)
			if _, known := namesGames[file]; !known {
				t.Errorf("%s: %s: ask the game.Kind, or give each game a file of its own", file, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, why := range namesGames {
		if !slices.Contains(found, file) {
			t.Errorf("%s names no game any more: take it off the list (%s)", file, why)
		}
	}
	if len(namesGames) > 23 {
		t.Errorf("%d files name a game, expected at most 23", len(namesGames))
	}
	if len(found) == 0 {
		t.Error("no file names a game: is the list of folders right?")
	}
}

// tsComment finds comments of TypeScript; in a text, only those after a space or at the start of a line.
var tsComment = regexp.MustCompile(`(?m)(^|\s)//.*$|(?s)/\*.*?\*/`)

// goWithoutComments returns the code of a Go file.
func goWithoutComments(text []byte) string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(text)), text, nil, 0)
	var code strings.Builder
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return code.String()
		case literal == "":
			literal = tok.String()
		}
		code.WriteString(literal)
		if tok != token.PERIOD && tok != token.IDENT {
			code.WriteString(" ")
		}
	}
}
