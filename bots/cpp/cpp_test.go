// Package cpp_test builds the C++ starter bot, runs the tests of its client and lets it play.
package cpp_test

import (
	"os"
	"path/filepath"
	"testing"

	"blastyard/bots/internal/startertest"
)

func TestStarter(t *testing.T) {
	startertest.Short(t, "src/bot.cpp")
	compiler, builder := startertest.Tool(t, "g++", "g++"), startertest.Tool(t, "make", "make")
	frames, err := filepath.Abs("../testdata/frames.json")
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
	t.Log("needs nlohmann-json 3 (Debian: apt-get install nlohmann-json3-dev)")
	startertest.Run(t, folder, nil, builder, "CXX="+compiler, "CXXFLAGS=-O2 -Wpedantic -Werror")
	t.Run("units", func(t *testing.T) {
		startertest.Run(t, folder, nil, compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "test/units", "test/netorcai_test.cpp")
		startertest.Run(t, folder, nil, filepath.Join(folder, "test", "units"), frames)
	})
	t.Run("program", func(t *testing.T) { startertest.Program(t, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, bot) })
}
