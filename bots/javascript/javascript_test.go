// Package javascript_test runs the tests of the JavaScript starter bot and lets it play.
package javascript_test

import (
	"path/filepath"
	"testing"

	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

func TestUnits(t *testing.T) {
	node := startertest.Tool(t, "node", "nodejs")
	startertest.Short(t, "bot.js")
	startertest.Run(t, ".", []string{"NETORCAI_BOT="}, node, "--test", "netorcai.test.js", "board.test.js", "bot.test.js")
}

func TestBot(t *testing.T) {
	stage.Only(t, "starts many programs in node")
	node := startertest.Tool(t, "node", "nodejs")
	bot, err := filepath.Abs("bot.js")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("program", func(t *testing.T) { startertest.Program(t, node, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, node, bot) })
}
