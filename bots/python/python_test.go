// Package python_test runs the tests of the Python starter bot and lets it play.
package python_test

import (
	"path/filepath"
	"testing"

	"blastyard/internal/startertest"
)

func TestUnits(t *testing.T) {
	python := startertest.Tool(t, "python3", "python3")
	startertest.Run(t, ".", []string{"PYTHONDONTWRITEBYTECODE=1"}, python, "-W", "error", "-m", "unittest", "-v")
}

func TestBot(t *testing.T) {
	python := startertest.Tool(t, "python3", "python3")
	bot, err := filepath.Abs("bot.py")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("program", func(t *testing.T) { startertest.Program(t, python, "-B", "-W", "error", bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, python, "-B", "-W", "error", bot) })
}
