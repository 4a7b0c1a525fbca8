package bots_test

import (
	"path/filepath"
	"testing"

	"blastyard/bots/internal/startertest"
)

// The Go starter is a module of its own, so its tests are run from here.
func TestGoBot(t *testing.T) {
	bot := filepath.Join(t.TempDir(), "mybot.exe")
	startertest.Short(t, filepath.Join("go", "bot.go"))
	alone := []string{"GOWORK=off", "GOFLAGS="}
	startertest.Run(t, "go", alone, "go", "vet", ".")
	startertest.Run(t, "go", alone, "go", "test", ".")
	startertest.Run(t, "go", alone, "go", "build", "-o", bot, ".")
	t.Run("program", func(t *testing.T) { startertest.Program(t, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, bot) })
}
