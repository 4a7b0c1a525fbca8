package module

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// clone makes a small module in the form of ours, with the files of changes instead of its own.
func clone(t *testing.T, changes map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                      "module blastyard\n\ngo 1.26.0\n",
		"show/lab/wasm/main.go":       "package main\n\nimport \"blastyard/rules/hexabomb\"\n\nfunc main() { println(hexabomb.Text) }\n",
		"show/lab/wasm/glue.js":       "globalThis.glue = 1;\n",
		"rules/hexabomb/text.go":      "package hexabomb\n\nimport _ \"embed\"\n\n//go:embed text.md\nvar Text string\n",
		"rules/hexabomb/text.md":      "one\ntwo\n",
		"rules/hexabomb/text_test.go": "package hexabomb\n",
		"cmd/blastyard/main.go":       "package main\n\nfunc main() {}\n",
	} {
		if changed, is := changes[name]; is {
			text = changed
		}
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestKey: the key of a module depends on all that it is built from, and on nothing else.
func TestKey(t *testing.T) {
	key := func(changes map[string]string) string {
		t.Helper()
		root := clone(t, changes)
		got, err := (&builder{ctx: t.Context(), root: root, home: root, program: wasmPackage}).key()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	plain := key(nil)
	for name, text := range map[string]string{
		"go.mod":                 "module blastyard\n\ngo 1.25.0\n",
		"show/lab/wasm/main.go":  "package main\n\nimport \"blastyard/rules/hexabomb\"\n\nfunc main() { print(hexabomb.Text) }\n",
		"show/lab/wasm/glue.js":  "globalThis.glue = 2;\n",
		"rules/hexabomb/text.go": "package hexabomb\n\nimport _ \"embed\"\n\n//go:embed text.md\nvar Text string // changed\n",
		"rules/hexabomb/text.md": "one\n",
	} {
		if key(map[string]string{name: text}) == plain {
			t.Errorf("another %s gives the same key", name)
		}
	}
	for name, text := range map[string]string{
		"rules/hexabomb/text.md":      "one\r\ntwo\r\n",
		"rules/hexabomb/text_test.go": "package hexabomb // changed\n",
		"cmd/blastyard/main.go":       "package main\n\nfunc main() { println() }\n",
		"rules/hexabomb/more.md":      "not embedded",
	} {
		if key(map[string]string{name: text}) != plain {
			t.Errorf("%s changes the key", name)
		}
	}
	for _, setting := range []string{"GOFLAGS=-mod=mod", "GOWASM=satconv", "GOOS=linux", "GOEXPERIMENT=jsonv2"} {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
		if key(nil) != plain {
			t.Errorf("%s changes the key", setting)
		}
	}
}

// TestBuild: what is built is a module with its loader, is told before and kept; what cannot be built says why in one
// line.
func TestBuild(t *testing.T) {
	c, root := cache{t.TempDir()}, clone(t, nil)
	var told []string
	note := func(line string) { told = append(told, line) }
	for range 2 {
		m, err := c.build(t.Context(), root, note)
		if err != nil {
			t.Fatal(err)
		}
		if loader := string(m.Loader); !strings.Contains(loader, "globalThis.Go = ") || !strings.HasSuffix(loader, "globalThis.glue = 1;\n") {
			t.Errorf("the loader is %.200q", loader)
		}
		if string(m.Wasm[:2]) != "\x1f\x8b" || len(m.Wasm) < 100_000 {
			t.Errorf("the module is %d bytes: %.20q", len(m.Wasm), m.Wasm)
		}
		if len(told) != 1 || told[0] != building {
			t.Errorf("told: %q", told)
		}
	}
	broken := clone(t, map[string]string{"rules/hexabomb/text.go": "package hexabomb\n\nvar Text = nothing\n"})
	if _, err := c.build(t.Context(), broken, nil); err == nil || !strings.Contains(err.Error(), "undefined: nothing") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	if _, err := c.build(t.Context(), t.TempDir(), nil); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("in an empty folder: error %v", err)
	}
}
