package serve

import (
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

// withPython returns a folder of Pyodide, with additional files that are not served.
func withPython() fstest.MapFS {
	return fstest.MapFS{
		"pyodide-lock.json": {Data: []byte(`{"info": {}}`)},
		"pyodide.asm.js":    {Data: []byte(strings.Repeat("const code = 1;\n", 200))},
		"pyodide.asm.wasm":  {Data: []byte("\x00asm")},
		"pyodide.js":        {Data: []byte("const start = 1;")},
		"python_stdlib.zip": {Data: []byte("PK")},
		"console.html":      {Data: []byte("<script>not served</script>")},
	}
}

// deskFiles returns the pages of a server.
func deskFiles() fstest.MapFS {
	return fstest.MapFS{
		"index.html": {Data: []byte("<!doctype html><title>page</title>\n<body class=page>")},
		"lab.html":   {Data: []byte("<!doctype html><title>laboratory</title>\n<body class=\"desk\">")},
	}
}

func TestPythonIsServed(t *testing.T) {
	folder := withPython()
	s := start(t, Config{Files: deskFiles(), Desk: true, Python: folder})
	for name, mime := range map[string]string{
		"pyodide-lock.json": "application/json",
		"pyodide.asm.js":    "text/javascript; charset=utf-8",
		"pyodide.asm.wasm":  "application/wasm",
		"pyodide.js":        "text/javascript; charset=utf-8",
		"python_stdlib.zip": "application/zip",
	} {
		got, body := s.get("/python/" + name)
		if got.code != http.StatusOK || got.header.Get("Content-Type") != mime || body != string(folder[name].Data) {
			t.Errorf("%s: %d %v, %q", name, got.code, got.header, body)
		}
		again, body := s.get("/python/"+name, "If-None-Match", got.header.Get("ETag"))
		if again.code != http.StatusNotModified || body != "" {
			t.Errorf("%s again: %d, %q", name, again.code, body)
		}
		if r, _ := s.do(http.MethodPost, "/python/"+name); r.code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", name, r.code)
		}
	}
	zip, body := s.get("/python/pyodide.asm.js", "Accept-Encoding", "gzip")
	if zip.header.Get("Content-Encoding") != "gzip" || gunzip(t, body) != string(folder["pyodide.asm.js"].Data) {
		t.Errorf("with gzip: %v", zip.header)
	}
	for _, path := range []string{
		"/python", "/python/", "/python/console.html", "/python/../console.html", "/python/%2e%2e/console.html",
		"/python/..%2fconsole.html", "/python/pyodide.js/", "/python//pyodide.js", "/python/./console.html", `/python/..\console.html`,
		"/pyodide.js",
	} {
		if r, body := s.get(path); r.code != http.StatusNotFound || strings.Contains(body, "not served") {
			t.Errorf("%s: %d %s", path, r.code, body)
		}
	}
}

// TestPythonIsTold: only the page of the laboratory gets the address of Python, and only it may then run WebAssembly.
func TestPythonIsTold(t *testing.T) {
	const attribute, allowed = `<body data-python="python/" class="desk">`, "'wasm-unsafe-eval'"
	for _, c := range []struct {
		python fs.FS
		path   string
		want   bool
	}{
		{withPython(), "/", true}, {withPython(), "/lab.html", true}, {withPython(), "/index.html", false},
		{withPython(), "/python/pyodide.js", false}, {nil, "/", false}, {nil, "/lab.html", false},
	} {
		s := start(t, Config{Files: deskFiles(), Desk: true, Python: c.python})
		r, body := s.get(c.path)
		if policy := r.header.Get("Content-Security-Policy"); strings.Contains(policy, allowed) != c.want ||
			strings.Contains(body, attribute) != c.want || strings.Count(policy, "unsafe") > 1 {
			t.Errorf("%s, Python %v: %s %s", c.path, c.python != nil, policy, body)
		}
	}
}

func TestPythonThatIsMissing(t *testing.T) {
	s := start(t, Config{Files: deskFiles(), Desk: true})
	if r, _ := s.get("/python/pyodide.js"); r.code != http.StatusNotFound {
		t.Errorf("without Python: %d", r.code)
	}
	for name := range pythonFiles {
		folder := withPython()
		delete(folder, name)
		err := CheckPython(folder)
		if missing := (*MissingPython)(nil); !errors.As(err, &missing) || err.Error() != "there is no "+name {
			t.Errorf("without %s: %v", name, err)
		}
		if _, err := New(Config{Catalog: NewLive(0), Python: folder}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
		for what, file := range map[string]*fstest.MapFile{"empty": {}, "a folder": {Mode: fs.ModeDir}} {
			folder[name] = file
			if err := CheckPython(folder); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s is %s: %v", name, what, err)
			}
		}
	}
}
