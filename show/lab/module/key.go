package module

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// key names a module by what it is built from: our files, the versions of Go and of other modules, and the flags.
func (b *builder) key() (string, error) {
	version, err := b.golang("env", "GOVERSION")
	if err != nil {
		return "", err
	}
	lines, err := b.sources()
	if err != nil {
		return "", err
	}
	all := slices.Concat([]string{strings.TrimSpace(string(version))}, settings, inlined(), lines)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(all, "\n"))))[:32], nil
}

// listed is what `go list` says of a package.
type listed struct {
	Dir, ImportPath     string
	GoFiles, EmbedFiles []string
	Standard            bool
	Module              *struct {
		Main                     bool
		Path, Version, GoVersion string
	}
}

// sources lists what the module is built from: our files with their hashes, and other modules with their versions.
func (b *builder) sources() ([]string, error) {
	out, err := b.golang("list", "-deps", "-json=Dir,ImportPath,GoFiles,EmbedFiles,Standard,Module", wasmPackage)
	if err != nil {
		return nil, err
	}
	added, err := hashed(filepath.Join(b.root, filepath.FromSlash(glue)), glue)
	lines := []string{added}
	for d := json.NewDecoder(bytes.NewReader(out)); err == nil; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		switch {
		case p.Standard:
		case !p.Module.Main:
			lines = append(lines, p.Module.Version+"  "+p.Module.Path)
		default:
			lines = append(lines, p.Module.GoVersion+"  language")
			for _, name := range slices.Concat(p.GoFiles, p.EmbedFiles) {
				var line string
				if line, err = hashed(filepath.Join(p.Dir, name), path.Join(p.ImportPath, name)); err != nil {
					return nil, err
				}
				lines = append(lines, line)
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines), err
}

// hashed is a line about a file. Some systems check files out with other ends of lines.
func hashed(file, name string) (string, error) {
	text, err := os.ReadFile(file)
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return fmt.Sprintf("%x  %s", sha256.Sum256(text), name), err
}
