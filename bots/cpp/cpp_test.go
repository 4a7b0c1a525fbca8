// Package cpp_test builds the C++ starter bot, runs the tests of its client and lets it play.
package cpp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

func TestStarter(t *testing.T) {
	stage.Only(t, "compiles C++ for half a minute")
	startertest.Short(t, "src/bot.cpp")
	compiler, builder := startertest.Tool(t, "g++", "g++"), startertest.Tool(t, "make", "make")
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	bot := filepath.Join(folder, "bot")
	if err := os.RemoveAll(bot); err != nil {
		t.Fatal(err)
	}
	startertest.Run(t, folder, nil, builder, "CXX="+compiler, "CXXFLAGS=-O2 -Wpedantic -Werror")
	t.Run("units", func(t *testing.T) {
		startertest.Run(t, folder, nil, compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "test/units", "test/netorcai_test.cpp")
		units := filepath.Join(folder, "test", "units")
		startertest.Run(t, folder, nil, units, filepath.Join(testdata, "frames.json"), filepath.Join(testdata, "helpers-hexabomb.json"))
		out, err := exec.CommandContext(t.Context(), units, "prints").Output()
		if text := strings.ReplaceAll(string(out), "\r\n", "\n"); err != nil || text != "by cout\nby printf\n" {
			t.Errorf("a bot that prints and ends at once printed %q, %v: prints are held back", text, err)
		}
	})
	t.Run("program", func(t *testing.T) { startertest.Program(t, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, bot) })
}
