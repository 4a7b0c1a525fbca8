package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"blastyard/show/lab/module"
	"blastyard/show/web"
)

// withLab are the files of a page with the worker of the laboratory, and the laboratory itself; wasm is what its module holds.
func withLab() (files fstest.MapFS, lab *module.Module, wasm string) {
	plain := make([]byte, 5000)
	rand.NewChaCha8([32]byte{}).Read(plain)
	files = maps.Clone(page)
	files["lab/worker.js"] = &fstest.MapFile{Data: []byte("importScripts('wasm_exec.js')")}
	lab = &module.Module{Wasm: compressWell(plain), Loader: bytes.Repeat([]byte("globalThis.Go = 1;\n"), 500)}
	return files, lab, string(plain)
}

// readyLab is a laboratory that is there.
func readyLab(lab *module.Module) func(context.Context) (*module.Module, error) {
	return func(context.Context) (*module.Module, error) { return lab, nil }
}

func TestLabIsServed(t *testing.T) {
	files, lab, wasm := withLab()
	s := start(t, Config{Files: files, Lab: readyLab(lab)})
	for _, c := range []struct{ path, mime, body string }{
		{"/lab/lab.wasm", "application/wasm", wasm},
		{"/lab/wasm_exec.js", "text/javascript; charset=utf-8", string(lab.Loader)},
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
	// What is kept as gzip goes out as it is.
	if r, body := s.get("/lab/lab.wasm", "Accept-Encoding", "gzip"); body != string(lab.Wasm) ||
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
	s := start(t, Config{Files: files, Lab: readyLab(lab)})
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
	var asked atomic.Int32
	s := start(t, Config{Files: files, Lab: func(context.Context) (*module.Module, error) {
		asked.Add(1)
		return lab, nil
	}})
	s.get("/")
	s.get("/lab/worker.js")
	if asked.Load() != 0 {
		t.Errorf("the laboratory was got %d times before its first use", asked.Load())
	}
	s.get("/lab/lab.wasm")
	s.get("/lab/lab.wasm")
	s.get("/lab/wasm_exec.js")
	if asked.Load() != 1 {
		t.Errorf("the laboratory was got %d times, expected once", asked.Load())
	}
}

func TestWithoutLab(t *testing.T) {
	s := start(t, Config{})
	for _, path := range []string{"/lab/lab.wasm", "/lab/wasm_exec.js", "/lab/worker.js"} {
		if r, _ := s.get(path); r.code != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.code)
		}
	}
}

// TestLabIsBuiltBeside: while the laboratory is built the page is served, and who asks for the laboratory hears that it
// is built; a laboratory in the first place of the page is begun at once.
func TestLabIsBuiltBeside(t *testing.T) {
	for _, desk := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			files, lab, wasm := withLab()
			files["lab.html"] = files["index.html"]
			built, begun := make(chan struct{}), false
			s, err := New(Config{Catalog: NewLive(0), Files: files, Desk: desk, Lab: func(context.Context) (*module.Module, error) {
				begun = true
				<-built
				return lab, nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if r := get(t, s, "/"); r.Code != http.StatusOK || time.Since(began) > 0 {
				t.Errorf("the page: %d after %v", r.Code, time.Since(began))
			}
			if synctest.Wait(); begun != desk {
				t.Errorf("Desk %v: the laboratory was begun: %v", desk, begun)
			}
			for _, path := range []string{"/lab/wasm_exec.js", "/lab/lab.wasm"} {
				r := get(t, s, path)
				if r.Code != http.StatusServiceUnavailable || r.Header().Get("Retry-After") != "1" ||
					!strings.Contains(r.Body.String(), "being built") {
					t.Errorf("%s: %d %v %s", path, r.Code, r.Header(), r.Body)
				}
			}
			close(built)
			if r := get(t, s, "/lab/lab.wasm"); r.Code != http.StatusOK || r.Body.String() != wasm {
				t.Errorf("once it is built: %d, %d bytes", r.Code, r.Body.Len())
			}
		})
	}
}

// TestLabThatFails: who asks hears what to do, but nothing of this machine; the next one who asks has it tried again.
func TestLabThatFails(t *testing.T) {
	_, lab, wasm := withLab()
	problems := []error{fmt.Errorf("cannot build: %w", &module.Missing{}), errors.New("/home/me: disk full"), nil}
	tries := 0
	s := start(t, Config{Lab: func(context.Context) (*module.Module, error) {
		tries++
		return lab, problems[tries-1]
	}})
	for _, want := range []string{"use a released program", "could not be built; what the program printed says why"} {
		if r, body := s.get("/lab/wasm_exec.js"); r.code != http.StatusInternalServerError || !strings.Contains(body, want) ||
			strings.Contains(body, "/home") {
			t.Errorf("%d %s, expected %q", r.code, body, want)
		}
	}
	if r, body := s.get("/lab/lab.wasm"); r.code != http.StatusOK || body != wasm {
		t.Errorf("the third time: %d, %d bytes", r.code, len(body))
	}
}

// TestLabEndsWithTheServer: a build does not outlive its server.
func TestLabEndsWithTheServer(t *testing.T) {
	ended := make(chan struct{})
	s, err := New(Config{Catalog: NewLive(0), Files: fstest.MapFS{"lab.html": {}}, Desk: true, Lab: func(ctx context.Context) (*module.Module, error) {
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("the build goes on")
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
