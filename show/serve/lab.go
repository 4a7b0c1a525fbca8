package serve

import (
	"fmt"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"blastyard/show/web"
)

// Files of the laboratory. The worker belongs to the page's files, the others come from Config.Lab.
const (
	labPage   = "/lab.html"
	labRoot   = "/lab/"
	labWorker = labRoot + "worker.js"
	labModule = "lab.wasm.gz"
	labLoader = "wasm_exec.js"

	wasmType = "application/wasm"
)

// labPolicy is the policy of the laboratory's page, to which frame-ancestors is appended. A bot runs in a worker from
// a blob that a sandboxed frame makes. Both inherit this policy, and the frame adds a stricter one.
const labPolicy = "default-src 'none'; script-src 'self' " + web.BotFrame + "; worker-src 'self' blob:; " +
	"style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors "

// workerPolicy lets the worker of the laboratory compile WebAssembly. A worker has the policy of its own response, so
// the page's policy does not need to allow that.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
	"frame-ancestors 'none'"

// A laboratory contains the rules as WebAssembly.
type laboratory struct {
	module  []byte // gzip
	version string // of the module
	loader  *file  // the script that starts the module
}

// newLab checks that from contains a laboratory. The returned function reads it at the first request, because most
// readers never use it. nil gives an empty one.
func newLab(from fs.FS) (func() (*laboratory, error), error) {
	if from == nil {
		return func() (*laboratory, error) { return nil, nil }, nil
	}
	for _, name := range []string{labModule, labLoader} {
		if _, err := fs.Stat(from, name); err != nil {
			return nil, fmt.Errorf("serve: read the laboratory: %w", err)
		}
	}
	return sync.OnceValues(func() (*laboratory, error) {
		module, err := fs.ReadFile(from, labModule)
		if err != nil {
			return nil, err
		}
		loader, err := fs.ReadFile(from, labLoader)
		if err != nil {
			return nil, err
		}
		return &laboratory{module, versionOf(module), newFile(mimes[".js"], loader)}, nil
	}), nil
}

// getLab serves the laboratory.
func (s *Server) getLab(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == labWorker {
		w.Header().Set("Content-Security-Policy", workerPolicy)
		s.serveFile(w, r, s.files[labWorker])
		return
	}
	lab, err := s.lab()
	switch {
	case err != nil:
		s.log.Error("the laboratory cannot be read", "error", err)
		fail(w, http.StatusInternalServerError, "the laboratory cannot be read")
	case lab != nil && r.URL.Path == labRoot+labLoader:
		s.serveFile(w, r, lab.loader)
	case lab != nil && r.URL.Path == labRoot+"lab.wasm":
		if !unchanged(w, r, lab.version) {
			// Slow readers get more time, as with files of matches. Recorders of tests have no deadline.
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(sendingTime))
			s.answerGzip(w, wasmType, lab.module)
		}
	default:
		fail(w, http.StatusNotFound, "there is nothing here")
	}
}
