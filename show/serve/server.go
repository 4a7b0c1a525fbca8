// Package serve shows matches to browsers: the page, and over HTTP the matches it shows, live by server-sent events.
// docs/viewer-api.md says what is served where. A reader that falls behind is skipped forward; none holds up a match.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"blastyard/show/lab/module"
)

// Config is what a Server serves.
type Config struct {
	Catalog Catalog // must not be nil
	Files   fs.FS   // the page: index.html and what it loads, read once; nil: the API only
	Desk    bool    // the page at / is the laboratory: lab.html
	Python  fs.FS   // Pyodide, for bots in Python; served at /python/; nil: none. See CheckPython
	Docs    fs.FS   // the manual: index.md, other pages in Markdown, pictures; served as HTML at /docs/; nil: none

	// Lab gets the rules as WebAssembly, served at /lab/; nil: there are none. It may take its time: it is called on
	// another goroutine when a reader first asks, or at once for a Desk, and again only if it fails. Its context ends
	// with the server.
	Lab func(context.Context) (*module.Module, error)

	Title     string // of the page; empty: the page's own
	Projector bool   // the page opens in projector mode
	Framed    bool   // pages of this server may show this page in a frame

	// AllowAnyHost answers requests whatever name they call this machine by. Without it, only localhost and the
	// addresses of loopback are answered, which keeps pages of other sites from reaching a server on loopback through
	// a name of theirs. For servers that listen elsewhere; Listen warns of it.
	AllowAnyHost bool

	Drops  Drops    // keeps replays that are dropped on the page; nil: none can be
	Frames []string // origins of pages that may show this page in a frame; see CheckFrame

	// Person finds the seat of a person by its token and returns nil where there is none. If Person itself is nil, no
	// person plays.
	Person func(token string) Person

	Branches Brancher  // plays matches on from a turn of theirs; nil: nobody does
	Messages Messenger // knows what bots got and answered; nil: nobody does

	Heartbeat time.Duration // of silent event streams; 0: 15 s
	Log       *slog.Logger  // nil: none
	Failed    func(error)   // hears that a Page ended by itself; nil: it ends silently
}

const (
	heartbeat = 15 * time.Second
	patience  = 10 * time.Second // how long a write to a reader may take
	hearing   = 10 * time.Second // how long a request may take to arrive
	pace      = time.Second / 30 // between two events to a reader: more turns a second cannot be seen
)

// A Server answers requests for the page and the matches. It is an http.Handler; see also Run.
type Server struct {
	config    Config
	log       *slog.Logger
	files     map[string]*file // by path
	docs      manual
	lab       labGetter
	python    python
	mux       *http.ServeMux
	open      context.Context // until Close
	close     context.CancelFunc
	patience  time.Duration
	hearing   time.Duration
	pace      time.Duration
	streams   chan struct{} // holds one for each event stream
	windows   chan struct{} // and one for each that is compressed with a window
	policy    string
	labPolicy string
	making    chan struct{} // holds one while a file is made
	sending   chan struct{} // holds one for each file that is sent

	makingWaits time.Duration
}

// New makes a Server. Files that cannot be read, or that hold no page, are an error.
func New(c Config) (*Server, error) {
	switch {
	case c.Catalog == nil:
		return nil, errors.New("serve: new server: Catalog is nil")
	case c.Heartbeat < 0:
		return nil, fmt.Errorf("serve: new server: Heartbeat is %v, expected 0 or more", c.Heartbeat)
	case c.Heartbeat == 0:
		c.Heartbeat = heartbeat
	}
	for _, origin := range c.Frames {
		if err := CheckFrame(origin); err != nil {
			return nil, fmt.Errorf("serve: new server: Frames %w", err)
		}
	}
	first := "index.html"
	if c.Desk {
		first = strings.TrimPrefix(labPage, "/")
	}
	files, err := readFiles(c.Files, first)
	if err != nil {
		return nil, err
	}
	docs, err := newManual(c.Docs)
	if err != nil {
		return nil, err
	}
	python, err := newPython(c.Python)
	if err != nil {
		return nil, err
	}
	python.tell(files)
	desk := labPolicy
	if python != nil {
		desk = pythonPolicy
	}
	s := &Server{config: c, log: c.Log, files: files, docs: docs, python: python, mux: http.NewServeMux(),
		patience: patience, hearing: hearing, pace: pace,
		streams: make(chan struct{}, maxStreams), windows: make(chan struct{}, maxWindows),
		making: make(chan struct{}, 1), policy: policy + c.ancestors(), labPolicy: desk + c.ancestors(),
		sending: make(chan struct{}, sending), makingWaits: makingWaits}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.open, s.close = context.WithCancel(context.Background())
	s.lab.from, s.lab.open = c.Lab, s.open
	pack, err := newPacker()
	if err != nil {
		return nil, fmt.Errorf("serve: new server: %w", err)
	}
	s.routes(pack)
	if c.Desk && c.Lab != nil {
		s.lab.begin()
	}
	return s, nil
}

// routes says what answers at which path.
func (s *Server) routes(pack func(http.Handler) http.HandlerFunc) {
	route := func(path string, h http.HandlerFunc) { s.mux.Handle(path, pack(h)) }
	route("/api/matches", s.getMatches)
	route(dropsPath, s.serveDrops)
	route("/api/series", s.getSeries)
	route("/api/lobby", s.getLobby)
	route("/api/matches/{id}", s.withMatch(s.getMatch))
	route("/api/matches/{id}/turns/{k}", s.withMatch(s.getTurns))
	// Streams pack by themselves: the packer would keep events back until there are more.
	s.mux.HandleFunc("/api/matches/{id}/live", s.withMatch(s.followMatch))
	s.mux.HandleFunc("/api/live", s.followMatches)
	s.downloadRoutes(route)
	s.personRoutes(route)
	s.branchRoutes(route)
	s.messageRoutes(route)
	route(labRoot, s.getLab)
	route(pythonRoot, s.getPython)
	route("/docs", s.toDocs)
	route(docsRoot, s.getDocs)
	route("/", s.getFile)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.secure(w.Header())
	switch {
	case !s.config.AllowAnyHost && !IsLoopback(r.Host):
		fail(w, http.StatusForbidden, "this server answers to localhost only")
	case !s.takes(r.Method, r.URL.Path):
		w.Header().Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "only GET and HEAD are served")
	case r.Method != http.MethodPost && r.ContentLength != 0:
		w.Header().Set("Connection", "close") // the body is not read
		fail(w, http.StatusBadRequest, "a request that asks has no body")
	case !isClean(r.URL.Path):
		fail(w, http.StatusNotFound, "there is nothing here")
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// isClean tells whether an address is written in its plain form.
func isClean(address string) bool {
	return (path.Clean(address) == address || address == docsRoot) && !strings.Contains(address, `\`)
}

// Close ends all event streams and refuses new ones, so that the http.Server around it can be shut down.
func (s *Server) Close() { s.close() }
