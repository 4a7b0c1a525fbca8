// Build writes the WebAssembly module of the laboratory into a folder: lab.wasm.gz, and wasm_exec.js, which starts it.
// `go generate ./show/lab` runs it for programs that hold the module (build tag bundled).
//
//	go run ./show/lab/build FOLDER
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"blastyard/internal/sources"
	"blastyard/show/lab/module"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := build(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lab/build:", err)
		os.Exit(1)
	}
}

// build works in the folder of the sources or below it.
func build(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: go run ./show/lab/build FOLDER")
	}
	root, err := sources.Above()
	if err != nil {
		return err
	}
	m, err := module.Build(ctx, root, func(line string) { fmt.Fprintln(os.Stderr, line) })
	if err != nil {
		return err
	}
	return m.Write(args[0])
}
