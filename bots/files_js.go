package bots

import "embed"

// The files of a new bot in a browser, which plays programs in JavaScript.
//
//go:embed javascript/README.md javascript/bot.toml javascript/package.json javascript/bot.js javascript/board.js
//go:embed javascript/netorcai.js
//go:embed bomberman/stdio/javascript bomberman/javascript/board.js
var files embed.FS
