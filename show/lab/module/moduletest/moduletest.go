// Package moduletest gives tests the WebAssembly module of the laboratory. It is built when a test first needs it, and
// then comes from the user's cache.
package moduletest

import (
	"context"
	"sync"
	"testing"

	"blastyard/internal/sources"
	"blastyard/show/lab/module"
)

// Get returns the module. Tests use Module; this is for what has no testing.TB.
var Get = sync.OnceValues(func() (*module.Module, error) {
	root, err := sources.Above()
	if err != nil {
		return nil, err
	}
	return module.Build(context.Background(), root, nil)
})

// Module returns the module.
func Module(t testing.TB) *module.Module {
	t.Helper()
	m, err := Get()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Folder returns a folder with the module, which is gone after the test.
func Folder(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	if err := Module(t).Write(folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Provide lets this process, and those that it starts, find the module until the end of the test.
func Provide(t testing.TB) {
	t.Helper()
	t.Setenv(module.Variable, Folder(t))
}
