// Package rust_test builds the Rust starter bot, runs the tests of its client and of its helpers, and lets it play.
package rust_test

import (
	"os"
	"path/filepath"
	"testing"

	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

func TestStarter(t *testing.T) {
	stage.Only(t, "asks a registry for what cargo needs")
	startertest.Short(t, "src/main.rs")
	cargo := startertest.Tool(t, "cargo", "cargo")
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	env := []string{"CARGO_TARGET_DIR=" + filepath.Join(folder, "target"), "BLASTYARD_TESTDATA=" + testdata, "RUSTFLAGS=-Dwarnings"}
	startertest.Run(t, folder, env, cargo, "build", "--release", "--locked", "--quiet")
	bot := filepath.Join(folder, "target", "release", "bot")
	t.Run("units", func(t *testing.T) {
		startertest.Run(t, folder, env, cargo, "test", "--release", "--locked", "--quiet")
	})
	t.Run("program", func(t *testing.T) { startertest.Program(t, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, bot) })
}
