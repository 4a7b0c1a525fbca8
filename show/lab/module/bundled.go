//go:build bundled

package module

import _ "embed"

// `go generate ./show/lab` makes the files.
var (
	//go:embed built/lab.wasm.gz
	wasm []byte
	//go:embed built/wasm_exec.js
	loader []byte
)

func bundled() *Module { return &Module{wasm, loader} }
