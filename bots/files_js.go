package bots

import "embed"

// The files of a new bot in a browser, which plays programs in JavaScript, and in Python where that is served.
//
//go:embed javascript/README.md javascript/bot.toml javascript/package.json javascript/bot.js javascript/board.js
//go:embed javascript/netorcai.js
//go:embed bomberman/stdio/javascript bomberman/javascript/board.js
//go:embed python/README.md python/.gitignore python/bot.toml python/bot.py python/board.py python/netorcai.py
//go:embed bomberman/stdio/python bomberman/python/board.py
var files embed.FS
