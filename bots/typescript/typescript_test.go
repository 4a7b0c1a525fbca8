// Package typescript_test compiles the TypeScript starter bot, runs the tests of the JavaScript one on it, and lets it play.
package typescript_test

import (
	"os"
	"path/filepath"
	"testing"

	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

func TestBot(t *testing.T) {
	stage.Only(t, "asks a registry for what npm needs")
	node, npm := startertest.Tool(t, "node", "nodejs"), startertest.Tool(t, "npm", "npm")
	startertest.Short(t, "bot.ts")
	folder := t.TempDir()
	for _, name := range []string{"bot.ts", "../javascript/netorcai.js", "../javascript/board.js", "node.d.ts", "package.json",
		"package-lock.json", "tsconfig.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The compiler comes from the registry of npm, or from npm's cache once it was there.
	startertest.Run(t, folder, nil, npm, "ci", "--prefer-offline", "--no-audit", "--no-fund", "--no-update-notifier")
	startertest.Run(t, folder, nil, node, "node_modules/typescript/bin/tsc")

	t.Run("units", func(t *testing.T) {
		startertest.Run(t, filepath.Join("..", "javascript"), []string{"NETORCAI_BOT=" + filepath.Join(folder, "dist")},
			node, "--test", "netorcai.test.js", "board.test.js", "bot.test.js")
	})
	t.Run("JSDoc", func(t *testing.T) { startertest.CheckJSDoc(t, folder, filepath.Join("..", "javascript", "bot.js")) })
	bot := filepath.Join(folder, "dist", "bot.js")
	t.Run("program", func(t *testing.T) { startertest.Program(t, node, bot) })
	t.Run("matches", func(t *testing.T) { startertest.Play(t, node, bot) })
}
