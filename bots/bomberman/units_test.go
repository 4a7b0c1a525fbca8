package bomberman_test

import (
	"path/filepath"
	"testing"

	"blastyard/internal/startertest"
)

// vectors is the file that a starter's helpers are checked against.
func vectors(t *testing.T) string {
	t.Helper()
	file, err := filepath.Abs("../testdata/helpers-bomberman.json")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// units run the tests that a starter's helpers have in its own language; folder is that of the bot, built.
var units = map[string]func(t *testing.T, folder string){
	"python": func(t *testing.T, _ string) {
		startertest.Run(t, "python", []string{"PYTHONDONTWRITEBYTECODE=1"}, "python3", "-W", "error", "-m", "unittest", "-v")
	},
	"javascript": func(t *testing.T, _ string) {
		startertest.Run(t, "javascript", []string{"STARTER="}, "node", "--test", "board.test.js")
	},
	"typescript": func(t *testing.T, folder string) {
		startertest.Run(t, "javascript", []string{"STARTER=" + filepath.Join(folder, "dist")}, "node", "--test", "board.test.js")
		startertest.CheckJSDoc(t, folder, filepath.Join("javascript", "bot.js"))
	},
	"java": func(t *testing.T, folder string) {
		classes := filepath.Join(folder, "target", "classes")
		startertest.Run(t, "java", nil, "java", "-cp", classes, "test/BoardTest.java", vectors(t))
	},
	"csharp": func(t *testing.T, folder string) {
		program := filepath.Join(folder, "units.exe")
		startertest.Run(t, "csharp", nil, "mcs", "-warnaserror", "-out:"+program, "-main:BoardTest", "Bot.cs", "Board.cs",
			"test/BoardTest.cs")
		startertest.Run(t, "csharp", nil, "mono", program, vectors(t))
	},
	"rust": func(t *testing.T, folder string) {
		env := []string{"CARGO_TARGET_DIR=" + filepath.Join(folder, "target"), "RUSTFLAGS=-Dwarnings",
			"BLASTYARD_TESTDATA=" + filepath.Dir(vectors(t))}
		startertest.Run(t, "rust", env, "cargo", "test", "--test", "board", "--offline", "--locked", "--quiet")
	},
}
