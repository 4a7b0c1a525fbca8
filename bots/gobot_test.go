package bots_test

import (
	"path/filepath"
	"testing"

	"blastyard/bots"
	"blastyard/internal/startertest"
)

// TestGoBot: a new bot in Go is a module of its own, which needs nothing else. Its own tests run as those of bots/go.
func TestGoBot(t *testing.T) {
	starter, err := bots.Find(bots.Hexabomb, "go")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "new")
	if _, err := starter.Create(folder, "mybot"); err != nil {
		t.Fatal(err)
	}
	bot := filepath.Join(t.TempDir(), "mybot.exe")
	startertest.Short(t, filepath.Join(folder, "bot.go"))
	alone := []string{"GOWORK=off", "GOFLAGS="}
	startertest.Run(t, folder, alone, "go", "vet", ".")
	startertest.Run(t, folder, alone, "go", "build", "-o", bot, ".")
	t.Run("program", func(t *testing.T) { startertest.Program(t, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, bot) })
}
