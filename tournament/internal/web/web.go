// Package web shows an event to browsers and programs: pages that follow the play, a page for a projector, a JSON API,
// CSV, metrics, and static pages in a folder. docs/competitions-api.md lists what is served where.
//
// All pages come from snapshots and from queries of a Source, so no reader can delay the play.
package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"blastyard/docs"
	"blastyard/internal/website"
	"blastyard/show/lab/module"
	"blastyard/show/serve"
	viewerweb "blastyard/show/web"
)

// Options are the settings of a Site.
type Options struct {
	Source Source // must not be nil
	About  About

	// Live has the running matches; nil: none can be watched.
	Live serve.Catalog
	// Team serves all addresses below /team/, for submissions. nil: there are none. It checks its requests and sets
	// their deadlines itself; Site only checks the Host.
	Team http.Handler
	// Desk serves all addresses below /desk/, for the organiser, likewise.
	Desk http.Handler
	// Hosts are the names that this server answers to, besides localhost and loopback addresses. AnyHost answers to all
	// names.
	Hosts   []string
	AnyHost bool
	// Website is where readers reach the site, whose name is answered, too, and the proxies before it; nil: there is
	// none.
	Website *website.Site
	// Health says what is wrong with the play; nil: nothing ever is.
	Health func() error

	Dir string           // for replays that are being watched; empty: a temporary folder, which Close removes
	Log *slog.Logger     // requests at level Info; nil: none
	Now func() time.Time // nil: time.Now
}

// A Site serves the pages of an event. It is an http.Handler; see also Serve.
type Site struct {
	o         Options
	log       *slog.Logger
	mux       *http.ServeMux
	paths     []string     // that mux knows, for a test of the description of the API
	handler   http.Handler // all that ServeHTTP does
	cache     *cache
	limits    *limiter
	shelf     *shelf
	explainer explainer
	meters    *meters
	viewer    *serve.Server // files of the viewer, without a match
	live      *serve.Server // nil: none
	streams   *serve.Crowd
	pace      time.Duration // minimum time between two events to a reader
	open      context.Context
	close     context.CancelFunc
}

// New returns the site of an event. The caller must close it.
func New(o Options) (*Site, error) {
	if o.Source == nil {
		return nil, errors.New("web: new site: Source is nil")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.About.LimitMS = o.About.TurnTime.Milliseconds()
	s := &Site{o: o, log: o.Log, mux: http.NewServeMux(), cache: newCache(), limits: newLimiter(o.Now),
		streams: serve.NewStreams(), pace: eventPace}
	s.explainer.open = o.Source.Replay
	s.open, s.close = context.WithCancel(context.Background())
	lab := module.ForPage(func(line string) { o.Log.Warn(line) })
	var err error
	if s.viewer, err = serve.New(serve.Config{Catalog: serve.NewLive(1), Files: viewerweb.Files(), Lab: lab,
		Docs: docs.Files(), Framed: true, AllowAnyHost: true, Event: (*inStream)(s)}); err != nil {
		return nil, fmt.Errorf("web: new site: %w", err)
	}
	if o.Live != nil {
		if s.live, err = serve.New(serve.Config{Catalog: o.Live, Files: viewerweb.Files(), Lab: lab,
			Framed: true, Title: o.About.Name, AllowAnyHost: true, Log: o.Log, Event: (*inStream)(s)}); err != nil {
			return nil, fmt.Errorf("web: new site: %w", err)
		}
	}
	if s.shelf, err = newShelf(o.Dir, o.Source.Replay, o.Source.Snapshot); err != nil {
		return nil, err
	}
	s.meters = newMeters(s)
	if err := s.routes(); err != nil {
		s.Close()
		return nil, err
	}
	s.handler = o.Website.Handler(http.HandlerFunc(s.serve), func(r *http.Request) bool {
		_, pattern := s.mux.Handler(r)
		return pattern != "/" && pattern != "/api/"
	})
	return s, nil
}

// routes registers the handlers of all addresses.
func (s *Site) routes() error {
	pack, err := gzhttp.NewWrapper(gzhttp.MinSize(1200), gzhttp.EnableZstd(false))
	if err != nil {
		return fmt.Errorf("web: new site: %w", err)
	}
	route := func(path string, h http.HandlerFunc) {
		s.paths = append(s.paths, path)
		s.mux.Handle(path, pack(h))
	}
	pages := map[string]func(*builder) *page{
		"/{$}": (*builder).front, "/standings": (*builder).standings,
		"/cross-table": (*builder).crossTable, "/rounds": (*builder).rounds,
		"/schedule": (*builder).schedule, "/live": (*builder).live, "/workers": (*builder).workers,
		"/orders": (*builder).orders,
	}
	for path, build := range pages {
		route(path, s.snapshotPage(build))
	}
	route("/projector", s.getProjector)
	route("/moments", s.limited(s.getMoments))
	route("/ratings", s.limited(s.getRatings))
	route("/matches", s.limited(s.getMatches))
	route("/matches/{id}", s.limited(s.getMatch))
	route("/entrants/{number}", s.limited(s.getEntrant))
	s.apiRoutes(route)
	for _, name := range []string{"style.css", "projector.css", "page.js", "projector.js", "clock.js",
		"front.css", "front.js"} {
		route("/"+name, s.getStatic(name))
	}
	route("/csv/{name}", s.limited(s.getCSV))
	route("/feed.atom", s.getFeed)
	for _, path := range []string{"/docs", "/docs/"} {
		s.mux.Handle(path, s.viewer)
	}
	s.mux.HandleFunc("/events", s.follow)
	s.mux.HandleFunc("/replays/{hash}/{rest...}", s.getReplay)
	s.mux.HandleFunc("/live/watch/", s.watchLive)
	s.mux.Handle("/metrics", s.meters.handler())
	s.mux.HandleFunc("/healthz", s.getHealth)
	if s.o.Team != nil {
		s.mux.Handle("/team/", s.o.Team)
	}
	if s.o.Desk != nil {
		s.mux.Handle("/desk/", s.o.Desk)
	}
	route("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusNotFound, "There is nothing here.")
	})
	return nil
}

// strictTransport keeps browsers to HTTPS for 30 days, which is longer than an event that is served without a proxy.
const strictTransport = "max-age=2592000"

// policy lets a page load from this server only, and lets no page of another one frame it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Site) serve(w http.ResponseWriter, r *http.Request) {
	m := s.meters.begin(w, r)
	defer m.end()
	secure(m.Header())
	if r.TLS != nil && !serve.IsLoopback(r.Host) {
		m.Header().Set("Strict-Transport-Security", strictTransport)
	}
	team := s.o.Team != nil && strings.HasPrefix(r.URL.Path, "/team/") ||
		s.o.Desk != nil && strings.HasPrefix(r.URL.Path, "/desk/")
	switch {
	case !s.isOurs(r.Host):
		s.fail(m, r, http.StatusForbidden, website.Refusal(r))
	case team:
		s.mux.ServeHTTP(m, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		m.Header().Set("Allow", "GET, HEAD")
		s.fail(m, r, http.StatusMethodNotAllowed, "Only GET and HEAD are served here.")
	case r.ContentLength != 0:
		m.Header().Set("Connection", "close") // the body is not read
		s.fail(m, r, http.StatusBadRequest, "A request that asks has no body.")
	default:
		s.mux.ServeHTTP(m, r)
	}
}

// isOurs reports whether this server answers to a Host header.
func (s *Site) isOurs(host string) bool {
	if s.o.AnyHost || serve.IsLoopback(host) || s.o.Website.Answers(host) {
		return true
	}
	return slices.ContainsFunc(s.o.Hosts, func(name string) bool {
		return strings.EqualFold(host, name) || strings.EqualFold(hostOnly(host), name)
	})
}

// hostOnly returns a Host header without its port.
func hostOnly(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		return host[:i]
	}
	return host
}

// builder returns a builder of pages of the newest snapshot for the reader of a request.
func (s *Site) builder(r *http.Request) *builder {
	return newBuilder(&s.o.About, s.o.Source.Snapshot(), linksFrom(r.URL.Path), s.o.Team != nil)
}

// Frame writes a page of another package, such as submission, in the look of this site.
func (s *Site) Frame(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML) {
	here := "team"
	if strings.HasPrefix(r.URL.Path, "/desk/") {
		here = "" // no tab leads there
	}
	p := s.builder(r).page("frame", here, title, body)
	p.Refill = false // the page has its own scripts
	s.writePage(w, code, p)
}

// readers is how many event streams are open.
func (s *Site) readers() int {
	n := s.streams.Open() + s.viewer.Readers()
	if s.live != nil {
		n += s.live.Readers()
	}
	return n
}

// Close ends event streams and forgets the replays that were watched.
func (s *Site) Close() {
	s.close()
	s.viewer.Close()
	if s.live != nil {
		s.live.Close()
	}
	s.shelf.close()
}
