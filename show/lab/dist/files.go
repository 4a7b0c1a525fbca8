// Package dist contains the laboratory's files for pages. It does not import the rules. `go generate ./show/lab`
// makes the files.
package dist

import (
	"embed"
	"io/fs"
)

//go:embed lab.wasm.gz lab.wasm.lzma wasm_exec.js
var files embed.FS

// Files contains the functions of package lab as WebAssembly, as lab.wasm.gz and as lab.wasm.lzma, and wasm_exec.js,
// which starts them.
func Files() fs.FS { return files }
