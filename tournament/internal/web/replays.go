package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/catalog"
	"blastyard/show/serve"
)

// Limits of the replays that are being watched.
const (
	maxWatched = 256      // at a time
	keptReady  = 16       // without a reader
	maxReplay  = 64 << 20 // bytes of a replay
	copyTime   = time.Minute
)

var errTooManyWatched = errors.New("web: too many replays are being watched")

// A shelf has the replays that are being watched. Each is a catalogue of its own, so that its address is complete.
type shelf struct {
	dir  string
	own  bool // remove dir with the shelf
	open func(ctx context.Context, hash string) (io.ReadCloser, error)
	now  func() *Snapshot // the newest one

	mu      sync.Mutex
	watched map[string]*watched
	clock   int
	closed  bool
}

// watched is a replay of a shelf.
type watched struct {
	hash    string
	readers int
	last    int       // clock of the shelf when it was last requested
	shown   *Snapshot // the newest one when it was last known to be shown
	once    sync.Once

	path    string
	catalog *catalog.Catalog
	server  *serve.Server
	err     error
}

func newShelf(dir string, open func(context.Context, string) (io.ReadCloser, error), now func() *Snapshot) (*shelf,
	error) {
	s := &shelf{dir: dir, open: open, now: now, watched: map[string]*watched{}}
	if dir == "" {
		var err error
		if s.dir, err = os.MkdirTemp("", "blastyard-pages-"); err != nil {
			return nil, fmt.Errorf("web: make a folder for replays: %w", err)
		}
		s.own = true
	}
	return s, nil
}

// take returns a replay. The caller must release it.
func (s *shelf) take(hash string) (*watched, error) {
	s.mu.Lock()
	w := s.watched[hash]
	switch {
	case s.closed, w == nil && len(s.watched) >= maxWatched:
		s.mu.Unlock()
		return nil, errTooManyWatched
	case w == nil:
		w = &watched{hash: hash, shown: s.now()}
		s.watched[hash] = w
	}
	w.readers++
	s.clock++
	w.last = s.clock
	s.mu.Unlock()
	w.once.Do(func() { w.err = s.fetch(w) })
	err := w.err
	if err == nil {
		err = s.checkHeld(w)
	}
	if err != nil {
		s.release(w)
		return nil, err
	}
	return w, nil
}

// checkHeld returns a *HeldError if a replay that was shown is not shown any more, because another match of its block
// was taken back. It asks only after the event has changed.
func (s *shelf) checkHeld(w *watched) error {
	now := s.now()
	s.mu.Lock()
	same := w.shown == now
	s.mu.Unlock()
	if same {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), copyTime)
	defer cancel()
	from, err := s.open(ctx, w.hash)
	switch {
	case errors.As(err, new(*HeldError)):
		return err
	case err == nil:
		if err := from.Close(); err != nil {
			return err
		}
	} // what is gone from the store can still be watched
	s.mu.Lock()
	defer s.mu.Unlock()
	w.shown = now
	return nil
}

// release releases a replay that a reader no longer needs. It removes the least recently used replays.
func (s *shelf) release(w *watched) {
	var gone []*watched
	s.mu.Lock()
	w.readers--
	if w.readers == 0 && (w.err != nil || s.closed) {
		gone = append(gone, s.drop(w))
	}
	for s.idle() > keptReady {
		var oldest *watched
		for _, x := range s.watched {
			if x.readers == 0 && (oldest == nil || x.last < oldest.last) {
				oldest = x
			}
		}
		gone = append(gone, s.drop(oldest))
	}
	s.mu.Unlock()
	for _, x := range gone {
		x.close()
	}
}

// idle returns the number of ready replays without a reader. The caller holds s.mu.
func (s *shelf) idle() (n int) {
	for _, x := range s.watched {
		if x.readers == 0 {
			n++
		}
	}
	return n
}

// drop removes a replay. The caller holds s.mu.
func (s *shelf) drop(w *watched) *watched {
	if s.watched[w.hash] == w {
		delete(s.watched, w.hash)
	}
	return w
}

func (w *watched) close() {
	if w.server != nil {
		w.server.Close()
	}
	if w.catalog != nil {
		w.catalog.Close()
	}
	if w.path != "" {
		os.Remove(w.path) //nolint:errcheck // a remaining file does no harm
	}
}

// fetch copies a replay and opens the copy. It goes on if the first reader leaves, because others may wait for it.
func (s *shelf) fetch(w *watched) error {
	ctx, cancel := context.WithTimeout(context.Background(), copyTime)
	defer cancel()
	from, err := s.open(ctx, w.hash)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.CreateTemp(s.dir, "*"+replay.Ending)
	if err != nil {
		return fmt.Errorf("web: copy replay %s: %w", w.hash, err)
	}
	w.path = to.Name()
	n, err := io.Copy(to, io.LimitReader(from, maxReplay+1))
	if err := errors.Join(err, to.Close()); err != nil {
		return fmt.Errorf("web: copy replay %s: %w", w.hash, err)
	}
	if n > maxReplay {
		return fmt.Errorf("web: replay %s is larger than %d bytes", w.hash, maxReplay)
	}
	if w.catalog, err = catalog.New(w.path, catalog.Config{Explain: explain.ForPage(games.All())}); err != nil {
		return fmt.Errorf("web: open replay %s: %w", w.hash, err)
	}
	w.server, err = serve.New(serve.Config{Catalog: w.catalog, Framed: true, AllowAnyHost: true})
	return err
}

// close removes all replays, including those that are being watched.
func (s *shelf) close() {
	s.mu.Lock()
	s.closed = true
	all := s.watched
	s.watched = map[string]*watched{}
	s.mu.Unlock()
	for _, w := range all {
		w.once.Do(func() { w.err = errTooManyWatched }) // waits for those that are being opened
		w.close()
	}
	if s.own {
		os.RemoveAll(s.dir) //nolint:errcheck // a remaining folder does no harm
	}
}

// getReplay serves the viewer with a replay. The other files of the viewer are the same for all replays.
func (s *Site) getReplay(w http.ResponseWriter, r *http.Request) {
	hash, rest := r.PathValue("hash"), r.PathValue("rest")
	switch {
	case !validHash(hash):
		s.fail(w, r, http.StatusNotFound, "There is nothing here.")
		return
	case s.o.About.Public.After(s.o.Now()):
		s.fail(w, r, http.StatusForbidden, notPublic(s.o.About.Public))
		return
	case rest == "blast":
		s.limited(s.getReplayFile)(w, r)
		return
	case !strings.HasPrefix(rest, "api/"):
		http.StripPrefix("/replays/"+hash, s.viewer).ServeHTTP(w, r)
		return
	case !s.limits.allows(r.RemoteAddr):
		s.tooMany(w, r)
		return
	}
	m, err := s.shelf.take(hash)
	if errors.Is(err, errTooManyWatched) {
		w.Header().Set("Retry-After", "10")
		s.fail(w, r, http.StatusServiceUnavailable, "Too many replays are being watched: try again later.")
		return
	}
	if err != nil {
		s.failed(w, r, err)
		return
	}
	defer s.shelf.release(m)
	http.StripPrefix("/replays/"+hash, m.server).ServeHTTP(w, r)
}

// getReplayFile serves a replay file.
func (s *Site) getReplayFile(w http.ResponseWriter, r *http.Request) {
	hash := r.PathValue("hash")
	from, err := s.o.Source.Replay(r.Context(), hash)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	defer from.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="`+filepath.Base(hash)+replay.Ending+`"`)
	if _, err := io.Copy(w, from); err != nil {
		s.log.Debug("a reader left", "error", err)
	}
}

// liveRoot is where matches are watched while they are played, and where the one event stream of a browser is.
const liveRoot = "/live/watch"

// streamPaths are what that stream needs.
var streamPaths = []string{liveRoot + "/api/live", liveRoot + "/stream.js", liveRoot + "/stream-worker.js"}

// watchLive serves the viewer with the matches that are being played.
func (s *Site) watchLive(w http.ResponseWriter, r *http.Request) {
	hidden := s.live == nil || s.o.About.Public.After(s.o.Now())
	switch {
	case hidden && slices.Contains(streamPaths, r.URL.Path): // for the pages of the event
		http.StripPrefix(liveRoot, s.viewer).ServeHTTP(w, r)
	case s.live == nil:
		s.fail(w, r, http.StatusNotFound, "Matches cannot be watched while they are played here.")
	case s.o.About.Public.After(s.o.Now()):
		s.fail(w, r, http.StatusForbidden, notPublic(s.o.About.Public))
	default:
		http.StripPrefix(liveRoot, s.live).ServeHTTP(w, r)
	}
}

// notPublic says when matches become public.
func notPublic(from time.Time) string {
	return "The matches of this event can be watched from " + formatTime(from) + " on."
}
