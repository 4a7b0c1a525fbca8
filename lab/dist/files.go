// Package dist holds what a page loads of the laboratory. It needs nothing of the rules; `go generate ./lab` makes the
// files.
package dist

import (
	"embed"
	"io/fs"
)

//go:embed lab.wasm.gz wasm_exec.js
var files embed.FS

// Files are lab.wasm.gz, the functions of package lab as WebAssembly, and wasm_exec.js, which starts it.
func Files() fs.FS { return files }
