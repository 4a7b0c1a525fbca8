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
		Path, Version, GoVersion string
		Replace                  *struct{ Path, Version string }
	}
}

// released is the version of the module of a package, which says what is in it; "": its files lie in a folder, where
// they may change.
func (p *listed) released() string {
	if r := p.Module.Replace; r != nil && r.Version != "" {
		return r.Version + " " + r.Path
	} else if r != nil {
		return ""
	}
	return p.Module.Version
}

// sources lists what the module is built from: our files with their hashes, and other modules with their versions.
func (b *builder) sources() ([]string, error) {
	out, err := b.golang("list", "-deps", "-json=Dir,ImportPath,GoFiles,EmbedFiles,Standard,Module", b.program)
	if err != nil {
		return nil, err
	}
	added, err := hashed(filepath.Join(b.home, filepath.FromSlash(glue)), glue)
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
		case p.released() != "":
			lines = append(lines, p.released()+"  "+p.Module.Path)
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
