//go:build js && wasm

// Wasm is the laboratory as the WebAssembly module that the pages of blastyard load.
package main

import "blastyard/show/lab/inpage"

func main() { inpage.Serve() }
