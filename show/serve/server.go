// Package serve shows matches to browsers. It serves the page and, over HTTP, its matches, live by server-sent
// events. docs/viewer-api.md describes the interface. A reader that falls behind skips frames, and no reader delays a
// match.
package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"blastyard/internal/website"
	"blastyard/show/lab/module"
)

// Config configures a Server.
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

	// AllowAnyHost accepts requests with any Host header. Without it, only localhost and loopback addresses are
	// accepted, so that pages of other sites cannot reach a server on loopback through a name of theirs. Servers on
	// other addresses need it; Listen warns of it.
	AllowAnyHost bool
	// Website is the address by which others reach this server, whose name is answered, too, and the proxies before it.
	// nil: there is none.
	Website *website.Site

	Drops  Drops    // keeps replays that are dropped on the page; nil: not possible
	Frames []string // origins of pages that may show this page in a frame; see CheckFrame

	// Person returns the person with a token, or nil if there is none. If Person itself is nil, no person plays.
	Person func(token string) Person

	Branches Brancher  // continues matches; nil: not possible
	Messages Messenger // provides what bots received and answered; nil: not possible

	Event Event // that the matches belong to; nil: none

	Heartbeat time.Duration // of silent event streams; 0: 15 s
	Log       *slog.Logger  // nil: none
	Failed    func(error)   // called if a Page ends by itself; may be nil
}

const (
	heartbeat = 15 * time.Second
	patience  = 10 * time.Second // time limit of a write to a reader
	hearing   = 10 * time.Second // time limit for receiving a request
	pace      = time.Second / 30 // between two events to a reader; more frames per second are not visible
)

// A Server answers requests for the page and the matches. It is an http.Handler; see also Run.
type Server struct {
	config    Config
	run       string // differs from that of every other server
	log       *slog.Logger
	files     map[string]*file // by path
	docs      manual
	lab       labGetter
	python    python
	mux       *http.ServeMux
	handler   http.Handler // all that ServeHTTP does
	origin    *http.CrossOriginProtection
	open      context.Context // until Close
	close     context.CancelFunc
	patience  time.Duration
	hearing   time.Duration
	pace      time.Duration
	streams   *Crowd
	windows   chan struct{} // one element for each stream that is compressed with a window
	policy    string
	labPolicy string
	making    chan struct{} // one element while a file is made
	sending   chan struct{} // one element for each file that is sent

	makingWaits time.Duration
}

// New returns a Server. It fails if files cannot be read or contain no page.
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
	s := &Server{config: c, run: rand.Text(), log: c.Log, files: files, docs: docs, python: python,
		mux:      http.NewServeMux(),
		origin:   c.Website.Protection(),
		patience: patience, hearing: hearing, pace: pace,
		streams: NewStreams(), windows: make(chan struct{}, maxWindows),
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
	s.handler = c.Website.Handler(http.HandlerFunc(s.serve), func(r *http.Request) bool {
		_, pattern := s.mux.Handler(r)
		return pattern != "/" || s.files[r.URL.Path] != nil
	})
	return s, nil
}

// routes sets the handlers of all paths.
func (s *Server) routes(pack func(http.Handler) http.HandlerFunc) {
	route := func(path string, h http.HandlerFunc) { s.mux.Handle(path, pack(h)) }
	route("/api/matches", s.getMatches)
	route(dropsPath, s.serveDrops)
	route("/api/series", s.getSeries)
	route("/api/lobby", s.getLobby)
	route("/api/matches/{id}", s.withMatch(s.getMatch))
	route("/api/matches/{id}/turns/{k}", s.withMatch(s.getTurns))
	// Streams compress themselves, because the packer would delay events.
	s.mux.HandleFunc("/api/matches/{id}/live", s.withMatch(s.followMatch))
	s.mux.HandleFunc("/api/live", s.followTopics)
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
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.secure(w.Header())
	switch {
	case !s.config.AllowAnyHost && !IsLoopback(r.Host) && !s.config.Website.Answers(r.Host):
		fail(w, http.StatusForbidden, website.Refusal(r))
	case !s.takes(r.Method, r.URL.Path):
		w.Header().Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "only GET and HEAD are served")
	case r.Method != http.MethodPost && r.ContentLength != 0:
		w.Header().Set("Connection", "close") // the body was not read
		fail(w, http.StatusBadRequest, "a request that asks has no body")
	case !isClean(r.URL.Path):
		fail(w, http.StatusNotFound, "there is nothing here")
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// isClean reports whether an address is in its canonical form.
func isClean(address string) bool {
	return (path.Clean(address) == address || address == docsRoot) && !strings.Contains(address, `\`)
}

// Readers is how many event streams are open.
func (s *Server) Readers() int { return s.streams.Open() }

// Close ends all event streams and refuses new ones, so that the http.Server around it can be shut down.
func (s *Server) Close() { s.close() }
