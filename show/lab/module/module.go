// Package module has the laboratory's rules as the WebAssembly module that a page loads. Released programs hold it
// (build tag bundled). Others build it from their sources when it is first needed, and keep it in the user's cache.
package module

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"blastyard/internal/errortext"
	"blastyard/internal/sources"
	"blastyard/internal/usage"
)

// Module is the functions of package lab (folder show/lab/wasm) as a page loads them.
type Module struct {
	Wasm   []byte // packed with gzip
	Loader []byte // the script that starts it: Go's wasm_exec.js and what we add to it
}

// The files of a folder that holds a module.
const (
	WasmFile   = "lab.wasm.gz"
	LoaderFile = "wasm_exec.js"
)

// Variable names a folder with a built module, which is taken instead of building one. The tool show/lab/build fills
// such a folder.
const Variable = "BLASTYARD_LAB"

// Missing says why there is no module and what to do, in one line that names no folders: anybody may read it.
type Missing struct{ why error }

func (m *Missing) Error() string {
	if errors.Is(m.why, sources.ErrNoGo) {
		return "the laboratory is not in this program, and Go, which builds it, is not installed: " +
			"install Go (https://go.dev/dl/), or use a released program"
	}
	if sources.HasOwn() {
		return "the laboratory of this program's games has to be built from its sources, which it does not know: " +
			"start it in its module, or build it without -trimpath"
	}
	return "the laboratory is not in this program, which does not know the sources to build it from: " +
		"use a released program, or build one with 'make build'"
}

func (m *Missing) Unwrap() error { return m.why }

// Check returns *Missing if Get is sure to return it.
func Check() error {
	_, _, err := ready()
	return err
}

// ready returns a module that needs no building, or else the sources to build it from. The module that a program holds
// has no games but those of blastyard.
func ready() (*Module, string, error) {
	if m := bundled(); m != nil && !sources.HasOwn() {
		return m, "", nil
	}
	if folder := os.Getenv(Variable); folder != "" {
		m, err := Read(folder)
		if err != nil {
			err = usage.Variable(Variable, folder, "a folder with "+WasmFile+" and "+LoaderFile)
		}
		return m, "", err
	}
	find := sources.Find
	if sources.HasOwn() {
		find = sources.FindOwn
	}
	root, err := find()
	if err != nil {
		return nil, "", &Missing{err}
	}
	return nil, root, nil
}

// Get returns the module. If it has to be built, that takes a while, and note, which may be nil, gets a line that says
// so.
func Get(ctx context.Context, note func(string)) (*Module, error) {
	m, root, err := ready()
	if m != nil || err != nil {
		return m, err
	}
	if sources.HasOwn() {
		return buildOwn(ctx, root, note)
	}
	return Build(ctx, root, note)
}

// ForPage is Get for a page that somebody reads: note, which may be nil, also gets a line about what went wrong.
func ForPage(note func(string)) func(context.Context) (*Module, error) {
	if note == nil {
		note = func(string) {}
	}
	return func(ctx context.Context) (*Module, error) {
		m, err := Get(ctx, note)
		if err != nil && ctx.Err() == nil {
			note(errortext.Text(err))
		}
		return m, err
	}
}

// Read reads a module from a folder.
func Read(folder string) (*Module, error) {
	var m Module
	for name, content := range map[string]*[]byte{WasmFile: &m.Wasm, LoaderFile: &m.Loader} {
		file := filepath.Join(folder, name)
		var err error
		if *content, err = os.ReadFile(file); err != nil {
			return nil, err
		}
		if len(*content) == 0 {
			return nil, fmt.Errorf("%s is empty", file)
		}
	}
	return &m, nil
}

// Write writes the module into a folder, which is made if it is missing. Each file is replaced in one go, and only if
// it differs.
func (m *Module) Write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{WasmFile: m.Wasm, LoaderFile: m.Loader} {
		if err := replace(filepath.Join(folder, name), content); err != nil {
			return err
		}
	}
	return nil
}
