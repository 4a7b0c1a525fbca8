//go:build !js

package bots

import "embed"

// The files of a new bot: no tests, and nothing that building leaves.
//
//go:embed python/README.md python/.gitignore python/bot.toml python/bot.py python/board.py
//go:embed python/netorcai.py
//go:embed javascript/README.md javascript/bot.toml javascript/package.json javascript/bot.js javascript/board.js
//go:embed javascript/netorcai.js
//go:embed typescript/README.md typescript/.gitignore typescript/*.json typescript/bot.toml typescript/bot.ts
//go:embed typescript/node.d.ts
//go:embed java/README.md java/.gitignore java/bot.toml java/pom.xml java/src
//go:embed cpp/README.md cpp/.gitignore cpp/bot.toml cpp/Makefile cpp/src
//go:embed csharp/README.md csharp/.gitignore csharp/bot.toml csharp/*.cs csharp/Bot.csproj csharp/bot.rsp
//go:embed rust/README.md rust/.gitignore rust/bot.toml rust/Cargo.toml rust/Cargo.lock rust/src
//go:embed go/README.md go/.gitignore go/bot.toml go/go.mod.txt go/bot.go go/board.go go/netorcai.go
//go:embed bomberman/python/README.md bomberman/python/bot.json bomberman/python/bot.toml bomberman/python/bot.py
//go:embed bomberman/python/board.py
//go:embed bomberman/javascript/README.md bomberman/javascript/bot.json bomberman/javascript/bot.toml
//go:embed bomberman/javascript/bot.js bomberman/javascript/board.js
//go:embed bomberman/typescript/README.md bomberman/typescript/.gitignore bomberman/typescript/*.json
//go:embed bomberman/typescript/bot.toml bomberman/typescript/bot.ts bomberman/typescript/node.d.ts
//go:embed bomberman/java/README.md bomberman/java/bot.json
//go:embed bomberman/java/bot.toml bomberman/java/pom.xml bomberman/java/src
//go:embed bomberman/cpp/README.md bomberman/cpp/bot.json bomberman/cpp/bot.toml bomberman/cpp/Makefile
//go:embed bomberman/cpp/bot.cpp bomberman/cpp/board.hpp
//go:embed bomberman/go/README.md bomberman/go/bot.json bomberman/go/bot.toml bomberman/go/Makefile bomberman/go/bot.go
//go:embed bomberman/go/board.go
//go:embed bomberman/csharp/README.md bomberman/csharp/bot.json bomberman/csharp/bot.toml bomberman/csharp/*.cs
//go:embed bomberman/csharp/Starter.csproj
//go:embed bomberman/rust/README.md bomberman/rust/.gitignore bomberman/rust/bot.json bomberman/rust/bot.toml
//go:embed bomberman/rust/Makefile bomberman/rust/Cargo.toml bomberman/rust/Cargo.lock bomberman/rust/src
//go:embed stdio/python stdio/javascript stdio/cpp/README.md stdio/cpp/.gitignore stdio/cpp/bot.toml stdio/cpp/Makefile
//go:embed stdio/cpp/bot.cpp bomberman/stdio/python bomberman/stdio/javascript
//go:embed bomberman/stdio/cpp/README.md bomberman/stdio/cpp/.gitignore bomberman/stdio/cpp/bot.toml
//go:embed bomberman/stdio/cpp/Makefile bomberman/stdio/cpp/bot.cpp
var files embed.FS
