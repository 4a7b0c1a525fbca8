//go:build !js

package lab

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files are what the page loads: lab.wasm.gz, the functions of this package as WebAssembly for the page, and
// wasm_exec.js, which starts it.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the name is valid
	}
	return files
}
