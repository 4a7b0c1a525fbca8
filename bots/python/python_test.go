// Package python_test runs the tests of the Python starter bot and lets it play.
package python_test

import (
	"path/filepath"
	"testing"

	"blastyard/bots/internal/trial"
)

func TestUnits(t *testing.T) {
	python := trial.Tool(t, "python3", "python3")
	trial.Run(t, ".", []string{"PYTHONDONTWRITEBYTECODE=1"}, python, "-W", "error", "-m", "unittest", "-v")
}

func TestBot(t *testing.T) {
	python := trial.Tool(t, "python3", "python3")
	bot, err := filepath.Abs("bot.py")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("program", func(t *testing.T) { trial.Program(t, python, "-B", "-W", "error", bot) })
	t.Run("matches", func(t *testing.T) { trial.Play(t, python, "-B", "-W", "error", bot) })
}
