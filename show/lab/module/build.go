package module

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// building is what a reader is told before a module is built.
const building = "building the rules for the browser, which takes about half a minute, once"

// Build returns the module of the sources in the folder root: from the user's cache if it is there, else it builds it
// and keeps it there. note, which may be nil, gets a line before something is built.
func Build(ctx context.Context, root string, note func(string)) (*Module, error) {
	return userCache().build(ctx, root, note)
}

// buildOwn is Build for a program with games of its own: it builds the main package in a folder.
func buildOwn(ctx context.Context, folder string, note func(string)) (*Module, error) {
	b := builder{ctx: ctx, root: folder, program: "."}
	home, err := b.golang("list", "-m", "-f={{.Dir}}", "blastyard")
	if err != nil {
		return nil, fmt.Errorf("cannot build the laboratory: %w", err)
	}
	b.home = strings.TrimSpace(string(home))
	return userCache().keepBuilt(&b, note)
}

func (c cache) build(ctx context.Context, root string, note func(string)) (*Module, error) {
	return c.keepBuilt(&builder{ctx: ctx, root: root, home: root, program: wasmPackage}, note)
}

func (c cache) keepBuilt(b *builder, note func(string)) (*Module, error) {
	ctx := b.ctx
	if note == nil {
		note = func(string) {}
	}
	var m *Module
	key, err := b.key()
	if err == nil {
		m, err = c.get(ctx, key, note, b.build)
	}
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case err != nil:
		return nil, fmt.Errorf("cannot build the laboratory: %w", err)
	}
	return m, nil
}

// A builder builds the module from the sources in a folder.
type builder struct {
	ctx     context.Context
	root    string // where the go command works
	home    string // the sources of blastyard
	program string // the package that becomes the module
}

// build builds the module. It needs an empty folder.
func (b *builder) build(folder string) (*Module, error) {
	file := filepath.Join(folder, "lab.wasm")
	args := append([]string{"build", "-ldflags=-s -w", "-o", file}, inlined()...)
	if _, err := b.golang(append(args, b.program)...); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	packed, err := pack(wasm)
	if err != nil {
		return nil, err
	}
	loader, err := b.loader()
	return &Module{packed, loader}, err
}

// wasmPackage is the program that becomes the module of blastyard, and glue what each needs beside wasm_exec.js.
const (
	wasmPackage = "./show/lab/wasm"
	glue        = "show/lab/wasm/glue.js"
)

// hot are the packages in which matches spend their time, and cold those among them that only begin one.
var (
	hot = []string{
		"runtime", "internal/runtime/...", "math/rand/v2", "blastyard/rules/...", "blastyard/bots/...",
		"blastyard/game/match", "blastyard/game/games", "blastyard/arena",
	}
	cold = []string{"blastyard/rules/maps/..."}
)

// inlined are the flags by which calls are inlined there only: a page loads a twentieth less.
func inlined() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, p := range hot {
		flags = append(flags, "-gcflags="+p+"=")
	}
	for _, p := range cold { // of several patterns that match, the last one counts
		flags = append(flags, "-gcflags="+p+"=-l")
	}
	return flags
}

// pack is gzip -9 without a name and a time: the same content gives the same bytes.
func pack(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(content)
	err = errors.Join(err, z.Close())
	return packed.Bytes(), err
}

// loader is the script of the Go that builds the module, with what we add to it.
func (b *builder) loader() ([]byte, error) {
	goroot, err := b.golang("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	theirs, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", LoaderFile))
	if err != nil {
		return nil, err
	}
	ours, err := os.ReadFile(filepath.Join(b.home, filepath.FromSlash(glue)))
	return append(theirs, ours...), err
}

// settings are the variables of the environment that the module depends on.
var settings = []string{
	"GOOS=js", "GOARCH=wasm", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off", "GOFLAGS=-trimpath -buildvcs=false",
}

// ending is how long an interrupted go command may take to end.
const ending = 10 * time.Second

// golang runs the go command for WebAssembly and returns what it prints.
func (b *builder) golang(args ...string) ([]byte, error) {
	var problems bytes.Buffer
	cmd := exec.CommandContext(b.ctx, "go", args...)
	cmd.Dir, cmd.Stderr, cmd.Env = b.root, &problems, slices.Concat(os.Environ(), settings)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // what it started ends, too
	cmd.WaitDelay = ending
	out, err := cmd.Output()
	if said := shortened(problems.String()); err != nil && said != "" {
		err = errors.New(said)
	}
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}

// shortened is the beginning of what a program said, on one line.
func shortened(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if len(lines) > 3 {
		lines = append(lines[:3], "…")
	}
	return strings.Join(lines, "; ")
}
