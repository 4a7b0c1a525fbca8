// Build creates the laboratory's files for the page: show/lab/wasm as WebAssembly in show/lab/dist, Go's wasm_exec.js
// that starts it, and SOURCES, which lists its inputs. The module is stored twice: lab.wasm.gz for browsers that load
// it from a server, and lab.wasm.lzma, a fifth smaller, for pages that are one file. The files are committed, so that
// building blastyard does not need this program. `go generate ./show/lab` runs it.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"blastyard/internal/lzma"
)

func main() {
	files, err := build("dist")
	for name, content := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join("dist", name), content, 0o644))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lab/build:", err)
		os.Exit(1)
	}
	for _, name := range []string{"lab.wasm.gz", "lab.wasm.lzma"} {
		fmt.Printf("show/lab/dist/%s: %d bytes\n", name, len(files[name]))
	}
}

// build returns the files of dist, by name. It uses the folder dist for temporary files.
func build(dist string) (map[string][]byte, error) {
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return nil, err
	}
	list, err := sources()
	if err != nil {
		return nil, err
	}
	module := filepath.Join(dist, "lab.wasm")
	defer func() { _ = os.Remove(module) }()
	args := append([]string{"build", "-ldflags=-s -w", "-o", module}, inlined()...)
	if _, err := golang(append(args, "blastyard/show/lab/wasm")...); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(module)
	if err != nil {
		return nil, err
	}
	packed, err := pack(wasm)
	if err != nil {
		return nil, err
	}
	start, err := starter()
	if err != nil {
		return nil, err
	}
	list = append([]byte(builtBy()+"\n"), list...)
	return map[string][]byte{"lab.wasm.gz": packed, "lab.wasm.lzma": lzma.Pack(wasm), "wasm_exec.js": start,
		"SOURCES": list}, nil
}

// hot are the packages in which matches spend their time.
var hot = []string{
	"runtime", "internal/runtime/...", "math/rand/v2", "blastyard/rules/hexabomb/...", "blastyard/rules/bomberman/...",
	"blastyard/bots/...", "blastyard/rules/blast", "blastyard/game/match", "blastyard/game/games", "blastyard/arena",
}

// inlined returns compiler flags that inline calls in hot packages only. The module is then five percent smaller.
func inlined() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, p := range hot {
		flags = append(flags, "-gcflags="+p+"=")
	}
	return flags
}

// builtBy returns the first line of SOURCES. Another version of Go produces different bytes.
func builtBy() string { return "# built by " + runtime.Version() }

// pack compresses like gzip -9, without a name and a time, so equal contents give equal bytes.
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

// starter returns the script that starts a WebAssembly module of Go, with our additions.
func starter() ([]byte, error) {
	root, err := golang("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	theirs, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	ours, err := golang("list", "-f", "{{.Dir}}", "blastyard/show/lab/wasm")
	if err != nil {
		return nil, err
	}
	more, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(ours)), glueFile))
	return append(theirs, more...), err
}

// glueFile contains these additions.
const glueFile = "glue.js"

// sources lists the inputs of the module: our files in the format of sha256sum, and the versions of other modules.
func sources() ([]byte, error) {
	out, err := golang("list", "-deps", "-json=Dir,ImportPath,GoFiles,EmbedFiles,Standard,Module",
		"blastyard/show/lab/wasm")
	if err != nil {
		return nil, err
	}
	var lines []string
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Dir, ImportPath     string
			GoFiles, EmbedFiles []string
			Standard            bool
			Module              *struct {
				Main          bool
				Path, Version string
				GoVersion     string
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		switch {
		case p.Standard:
			continue
		case !p.Module.Main:
			lines = append(lines, p.Module.Version+"  "+p.Module.Path)
			continue
		}
		lines = append(lines, p.Module.GoVersion+"  language")
		files := slices.Concat(p.GoFiles, p.EmbedFiles)
		if strings.HasSuffix(p.ImportPath, "/lab/wasm") {
			files = append(files, glueFile)
		}
		for _, name := range files {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // some systems check files out with these
			lines = append(lines, fmt.Sprintf("%x  %s/%s", sha256.Sum256(text), p.ImportPath, name))
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Compare(source(a), source(b)) })
	return []byte(strings.Join(slices.Compact(lines), "\n") + "\n"), nil
}

// source returns the file or module of a line of SOURCES.
func source(line string) string {
	_, name, _ := strings.Cut(line, "  ")
	return name
}

// golang runs the go command for WebAssembly and returns its output.
func golang(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "GOEXPERIMENT=",
		"GOFLAGS=-trimpath -buildvcs=false")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}
