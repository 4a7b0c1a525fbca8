package serve

import (
	"bytes"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"blastyard/show/web"
)

// withLab returns the files of a page with the laboratory's worker, the laboratory, and the content of its module.
func withLab() (files, lab fstest.MapFS, module string) {
	plain := make([]byte, 5000)
	rand.NewChaCha8([32]byte{}).Read(plain)
	module = string(plain)
	files = maps.Clone(page)
	files["lab/worker.js"] = &fstest.MapFile{Data: []byte("importScripts('wasm_exec.js')")}
	lab = fstest.MapFS{
		"lab.wasm.gz":  {Data: compressWell(plain)},
		"wasm_exec.js": {Data: bytes.Repeat([]byte("globalThis.Go = 1;\n"), 500)},
		"notes.txt":    {Data: []byte("not served")},
	}
	return files, lab, module
}

func TestLabIsServed(t *testing.T) {
	files, lab, module := withLab()
	s := start(t, Config{Files: files, Lab: lab})
	loader := string(lab["wasm_exec.js"].Data)
	for _, c := range []struct{ path, mime, body string }{
		{"/lab/lab.wasm", "application/wasm", module},
		{"/lab/wasm_exec.js", "text/javascript; charset=utf-8", loader},
		{"/lab/worker.js", "text/javascript; charset=utf-8", string(files["lab/worker.js"].Data)},
	} {
		plain, body := s.get(c.path)
		if plain.code != http.StatusOK || plain.header.Get("Content-Type") != c.mime || body != c.body ||
			plain.header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d %v, %d bytes", c.path, plain.code, plain.header, len(body))
		}
		zip, body := s.get(c.path, "Accept-Encoding", "br, gzip")
		if len(c.body) >= worthPacking {
			if zip.header.Get("Content-Encoding") != "gzip" || zip.header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s: %v", c.path, zip.header)
			}
			body = gunzip(t, body)
		}
		if body != c.body || zip.header.Get("Content-Type") != c.mime {
			t.Errorf("%s with gzip: %v, %d bytes", c.path, zip.header, len(body))
		}
		tag := plain.header.Get("ETag")
		if tag == "" || tag != zip.header.Get("ETag") || plain.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v", c.path, plain.header)
		}
		kept, body := s.get(c.path, "If-None-Match", tag, "Accept-Encoding", "gzip")
		if kept.code != http.StatusNotModified || body != "" {
			t.Errorf("%s again: %d, %d bytes", c.path, kept.code, len(body))
		}
		head, body := s.do(http.MethodHead, c.path, "Accept-Encoding", "gzip")
		if head.code != http.StatusOK || head.header.Get("Content-Type") != c.mime || head.header.Get("ETag") != tag || body != "" {
			t.Errorf("HEAD %s: %d %v", c.path, head.code, head.header)
		}
		if r, _ := s.do(http.MethodPost, c.path); r.code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", c.path, r.code)
		}
	}
	// What is stored as gzip is sent unchanged.
	if r, body := s.get("/lab/lab.wasm", "Accept-Encoding", "gzip"); body != string(lab["lab.wasm.gz"].Data) ||
		r.header.Get("Content-Length") != strconv.Itoa(len(body)) {
		t.Errorf("the module: %v, %d bytes", r.header, len(body))
	}
	for _, path := range []string{"/lab", "/lab/", "/lab/lab.wasm.gz", "/lab/notes.txt", "/lab/lab.wasm/", "/lab/../lab/lab.wasm", "/lab/x"} {
		if r, body := s.get(path); r.code != http.StatusNotFound || strings.Contains(body, "wasm_exec") {
			t.Errorf("%s: %d %s", path, r.code, body)
		}
	}
}

// TestOnlyTheWorkerRunsWebAssembly: pages may not run WebAssembly. Like every page, the worker loads from this server
// only.
func TestOnlyTheWorkerRunsWebAssembly(t *testing.T) {
	files, lab, _ := withLab()
	s := start(t, Config{Files: files, Lab: lab})
	const allowed = "'wasm-unsafe-eval'"
	for _, path := range []string{"/", "/app.js", "/lab/lab.wasm", "/lab/wasm_exec.js", "/lab/x", "/api/matches"} {
		if r, _ := s.get(path); r.header.Get("Content-Security-Policy") != policy+"'none'" || strings.Contains(policy, allowed) {
			t.Errorf("%s: %s", path, r.header.Get("Content-Security-Policy"))
		}
	}
	r, _ := s.get("/lab/worker.js")
	again, _ := s.get("/lab/worker.js", "If-None-Match", r.header.Get("ETag"))
	for _, r := range []reply{r, again} {
		if got := r.header.Get("Content-Security-Policy"); got != workerPolicy || !strings.Contains(got, allowed) {
			t.Errorf("%d: %s", r.code, got)
		}
	}
	if strings.Count(workerPolicy, "unsafe") != 1 || !strings.HasPrefix(workerPolicy, "default-src 'none'; ") {
		t.Errorf("the worker's policy is %s", workerPolicy)
	}
}

// TestLabIsReadOnUse: a page on which nobody checks a replay does not read the laboratory.
func TestLabIsReadOnUse(t *testing.T) {
	files, lab, _ := withLab()
	counted := &opened{FS: lab}
	s := start(t, Config{Files: files, Lab: counted})
	s.get("/")
	s.get("/lab/worker.js")
	if counted.module != 0 {
		t.Errorf("the module was opened %d times before its first use", counted.module)
	}
	s.get("/lab/lab.wasm")
	s.get("/lab/lab.wasm")
	if counted.module != 1 {
		t.Errorf("the module was opened %d times, expected once", counted.module)
	}
}

// opened counts how often the module is opened.
type opened struct {
	fs.FS
	module int
}

func (o *opened) Open(name string) (fs.File, error) {
	if name == labModule {
		o.module++
	}
	return o.FS.Open(name)
}

// Stat implements fs.StatFS.
func (o *opened) Stat(name string) (fs.FileInfo, error) { return fs.Stat(o.FS, name) }

func TestWithoutLab(t *testing.T) {
	s := start(t, Config{})
	for _, path := range []string{"/lab/lab.wasm", "/lab/wasm_exec.js", "/lab/worker.js"} {
		if r, _ := s.get(path); r.code != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.code)
		}
	}
	for _, missing := range []string{labModule, labLoader} {
		_, lab, _ := withLab()
		delete(lab, missing)
		if _, err := New(Config{Catalog: NewLive(1), Lab: lab}); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("without %s: %v", missing, err)
		}
	}
}

// TestDesk: the laboratory's page can be at the root, and its bots may run in their frame.
func TestDesk(t *testing.T) {
	for desk, title := range map[bool]string{false: "page", true: "laboratory"} {
		files := fstest.MapFS{
			"index.html": {Data: []byte("<!doctype html><title>page</title>")},
			"lab.html":   {Data: []byte("<!doctype html><title>laboratory</title>")},
		}
		s, err := New(Config{Catalog: NewLive(0), Files: files, Desk: desk})
		if err != nil {
			t.Fatal(err)
		}
		if root := get(t, s, "/").Body.String(); !strings.Contains(root, title) {
			t.Errorf("Desk %v: / is %s", desk, root)
		}
		for path, want := range map[string]bool{"/": desk, "/index.html": false, "/lab.html": true} {
			policy := get(t, s, path).Header().Get("Content-Security-Policy")
			if strings.Contains(policy, web.BotFrame+"; worker-src 'self' blob:;") != want {
				t.Errorf("Desk %v: the policy of %s is %s", desk, path, policy)
			}
		}
	}
	if _, err := New(Config{Catalog: NewLive(0), Files: fstest.MapFS{"index.html": {}}, Desk: true}); err == nil || !strings.Contains(err.Error(), "there is no lab.html") {
		t.Errorf("without a page: %v", err)
	}
}
