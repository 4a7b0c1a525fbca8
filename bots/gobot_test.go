package bots_test

import (
	"path/filepath"
	"testing"

	"blastyard/bots/internal/trial"
)

// The Go starter is a module of its own, so its tests are run from here.
func TestGoBot(t *testing.T) {
	bot := filepath.Join(t.TempDir(), "mybot.exe")
	trial.Short(t, filepath.Join("go", "bot.go"))
	alone := []string{"GOWORK=off", "GOFLAGS="}
	trial.Run(t, "go", alone, "go", "vet", ".")
	trial.Run(t, "go", alone, "go", "test", ".")
	trial.Run(t, "go", alone, "go", "build", "-o", bot, ".")
	t.Run("program", func(t *testing.T) { trial.Program(t, bot) })
	t.Run("matches", func(t *testing.T) { trial.Play(t, bot) })
}
