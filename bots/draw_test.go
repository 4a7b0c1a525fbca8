package bots_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"blastyard/protocol/drawing"
)

// printed runs Python, JavaScript or Go code in a copy of a starter's folder and returns what it prints.
type printed func(t *testing.T, folder string) string

// helpers are the functions of the starters that draw, and the commented-out use of each.
var helpers = []struct {
	file, helper, bot, use string
	run                    printed // nil: the text alone is looked at
}{
	{"python/board.py", "def draw(**shape", "python/bot.py", "# To see on the page", python("board")},
	{"javascript/board.js", "function draw(shape)", "javascript/bot.js", "// draw(", javascript("board.js")},
	{"javascript/board.js", "function draw(shape)", "typescript/bot.ts", "// draw(", nil},
	{"go/netorcai.go", "func draw(shape ", "go/bot.go", "// draw(", golang(`map[string]any{"cell": []int{2, 1}, "color": "red"}`)},
	{"java/src/main/java/Netorcai.java", "void draw(", "java/src/main/java/Bot.java", "// Netorcai.draw(", nil},
	{"csharp/Board.cs", "void Draw(", "csharp/Bot.cs", "// Board.Draw(", nil},
	{"cpp/src/board.hpp", "void draw(", "cpp/src/bot.cpp", "// draw(", nil},
	{"rust/src/netorcai.rs", "pub fn draw(", "rust/src/main.rs", "// netorcai::draw(", nil},
	{"bomberman/python/board.py", "def draw(**shape", "bomberman/python/bot.py", "# draw(", python("board")},
	{"bomberman/javascript/board.js", "function draw(shape)", "bomberman/javascript/bot.js", "// draw(", javascript("board.js")},
	{"bomberman/javascript/board.js", "function draw(shape)", "bomberman/typescript/bot.ts", "// draw(", nil},
	{"bomberman/go/board.go", "func draw(shape ", "bomberman/go/bot.go", "// draw(", golang("`{\"cell\":[2,1],\"color\":\"red\"}`")},
	{"bomberman/java/src/main/java/Board.java", "void draw(", "bomberman/java/src/main/java/Bot.java", "// Board.draw(", nil},
	{"bomberman/csharp/Board.cs", "void Draw(", "bomberman/csharp/Bot.cs", "// Board.Draw(", nil},
	{"bomberman/rust/src/board.rs", "pub fn draw(", "bomberman/rust/src/main.rs", "// board::draw(", nil},
	{"bomberman/cpp/board.hpp", "void draw(", "bomberman/cpp/bot.cpp", "// draw(", nil},
}

// TestStartersDraw: each starter has a helper that draws, and shows its use once. What those of Python, JavaScript and
// Go print is a drawing.
func TestStartersDraw(t *testing.T) {
	for _, h := range helpers {
		t.Run(h.bot, func(t *testing.T) {
			if text := read(t, h.file); !strings.Contains(text, h.helper) || !strings.Contains(text, "@draw") {
				t.Errorf("%s has no %q that prints @draw", h.file, h.helper)
			}
			n := 0
			for line := range strings.Lines(read(t, h.bot)) {
				if strings.HasPrefix(strings.TrimSpace(line), h.use) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s has %q %d times, expected once", h.bot, h.use, n)
			}
			if h.run == nil {
				return
			}
			line, found := strings.CutSuffix(h.run(t, filepath.Dir(h.file)), "\n")
			want := drawing.Shape{Kind: drawing.Cell, At: drawing.Point{X: 2, Y: 1}, Color: "#ff4d4f", Layer: "main"}
			if s, ok, err := drawing.Parse(line); !found || !ok || err != nil || s != want {
				t.Errorf("printed %q: %+v, %v, %v, expected %+v", line, s, ok, err, want)
			}
		})
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func output(t *testing.T, folder string, words ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Dir = folder
	cmd.Env = append(cmd.Environ(), "PYTHONDONTWRITEBYTECODE=1", "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput() // the arena reads drawings from both streams
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}

func python(module string) printed {
	return func(t *testing.T, folder string) string {
		return output(t, folder, "python3", "-c", "import "+module+"; "+module+`.draw(cell=(2, 1), color="red")`)
	}
}

// javascript runs the function alone: the bot of 2016-Bomberman plays as soon as it is loaded.
func javascript(file string) printed {
	return func(t *testing.T, folder string) string {
		function := regexp.MustCompile(`(?ms)^function draw\(.*?^}$`).FindString(read(t, filepath.Join(folder, file)))
		return output(t, folder, "node", "-e", function+`; draw({ cell: [2, 1], color: "red" });`)
	}
}

// golang runs the bot with another main function.
func golang(shape string) printed {
	return func(t *testing.T, folder string) string {
		sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		words, copied := []string{"go", "run"}, t.TempDir()
		for _, source := range sources {
			if strings.HasSuffix(source, "_test.go") {
				continue
			}
			text := strings.Replace(read(t, source), "func main() {", "func main() { draw("+shape+") }\n\nfunc play() {", 1)
			words = append(words, filepath.Base(source))
			if err := os.WriteFile(filepath.Join(copied, filepath.Base(source)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return output(t, copied, words...)
	}
}
