// Package dist holds what a page loads of the laboratory. It needs nothing of the rules; `go generate ./lab` makes the
// files.
package dist

import (
	"embed"
	"io/fs"
)

//go:embed lab.wasm.gz lab.wasm.lzma wasm_exec.js
var files embed.FS

// Files are the functions of package lab as WebAssembly, packed as lab.wasm.gz and as lab.wasm.lzma, and wasm_exec.js,
// which starts them.
func Files() fs.FS { return files }
