package serve

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"blastyard/internal/errortext"
	"blastyard/show/lab/module"
	"blastyard/show/web"
)

// Files of the laboratory. The worker belongs to the page's files, the others come from Config.Lab.
const (
	labPage   = "/lab.html"
	labRoot   = "/lab/"
	labWorker = labRoot + "worker.js"
	labModule = labRoot + "lab.wasm"
	labLoader = labRoot + "wasm_exec.js"

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

// labGetting is how long a request waits for the laboratory. One that is kept somewhere is there sooner.
const labGetting = 2 * time.Second

// errLabBuilding says that the laboratory is not there yet.
var errLabBuilding = errors.New("the rules are being built for this page, which takes about half a minute, once")

// labGetter gets the laboratory when somebody first asks for it: most readers never do, and it may have to be built.
type labGetter struct {
	from func(context.Context) (*module.Module, error)
	open context.Context // of the server

	mu  sync.Mutex
	run *labRun // the last one; nil: there was none
}

// labRun is one try to get the laboratory. The other fields are set when done is closed.
type labRun struct {
	done chan struct{}
	lab  *laboratory
	err  error
}

// begin begins to get the laboratory, unless that was begun before and has not failed.
func (g *labGetter) begin() *labRun {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.run != nil {
		select {
		case <-g.run.done:
			if g.run.err == nil {
				return g.run
			}
		default:
			return g.run
		}
	}
	run := &labRun{done: make(chan struct{})}
	g.run = run
	go func() {
		defer close(run.done)
		m, err := g.from(g.open)
		if err != nil {
			run.err = err
			return
		}
		run.lab = &laboratory{m.Wasm, versionOf(m.Wasm), newFile(mimes[".js"], m.Loader)}
	}()
	return run
}

// get returns the laboratory, or errLabBuilding while it is not there.
func (g *labGetter) get(ctx context.Context) (*laboratory, error) {
	run := g.begin()
	soon := time.NewTimer(labGetting)
	defer soon.Stop()
	select {
	case <-run.done:
		return run.lab, run.err
	case <-ctx.Done():
	case <-soon.C:
	}
	return nil, errLabBuilding
}

// getLab serves the laboratory.
func (s *Server) getLab(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == labWorker:
		w.Header().Set("Content-Security-Policy", workerPolicy)
		s.serveFile(w, r, s.files[labWorker])
		return
	case path != labModule && path != labLoader || s.lab.from == nil:
		fail(w, http.StatusNotFound, "there is nothing here")
		return
	}
	lab, err := s.lab.get(r.Context())
	switch {
	case err != nil:
		s.failLab(w, err)
	case r.URL.Path == labLoader:
		s.serveFile(w, r, lab.loader)
	case !unchanged(w, r, lab.version):
		// Slow readers have their time, as with files of matches; recorders of tests have no deadline.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(sendingTime))
		s.answerGzip(w, wasmType, lab.module)
	}
}

// failLab says why there is no laboratory. What went wrong in a build is for those who see the log.
func (s *Server) failLab(w http.ResponseWriter, err error) {
	if errors.Is(err, errLabBuilding) {
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusServiceUnavailable, errortext.Text(err))
		return
	}
	s.log.Error("there is no laboratory", "error", err)
	why := "the laboratory could not be built; what the program printed says why"
	if missing := (*module.Missing)(nil); errors.As(err, &missing) {
		why = missing.Error()
	}
	fail(w, http.StatusInternalServerError, why)
}
