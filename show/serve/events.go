package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"

	"blastyard/internal/website"
)

// A stream sends events to one reader. It has no queue; it only remembers what it sent last.
type stream struct {
	server  *Server
	w       http.ResponseWriter
	control *http.ResponseController
	gone    context.Context // ends when the reader has left or the server closes
	sent    time.Time
	text    bytes.Buffer
	zip     *gzip.Writer // writes to w; nil: the reader does not accept gzip
	link    *link        // nil: the reader's position is unknown
	beats   bool         // signs of life are events, which a page can see; else comments
	once    bool         // only what is so now is sent, for readers whom a stream does not reach
}

// maxBehind is how many bytes a reader may be behind when it is sent more: what it reads in half a second at 25 kB/s.
// The others are how often that is measured, and how long to wait for a reader that makes no progress.
const (
	maxBehind  = 12 << 10
	lookEvery  = 50 * time.Millisecond
	waitBehind = 2 * time.Second
)

// stream sends a stream of events to a reader, which send writes.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, send func(*stream)) {
	if s.open.Err() != nil {
		fail(w, http.StatusServiceUnavailable, "the server is closing")
		return
	}
	open, end := context.WithCancel(s.open)
	defer end()
	place := s.streams.Enter(website.Network(r.RemoteAddr), end)
	if place == nil {
		w.Header().Set("Retry-After", "10")
		fail(w, http.StatusServiceUnavailable, "too many readers follow what is played; try again later")
		return
	}
	defer s.streams.Leave(place)
	StreamHeaders(w, r)
	w.Header().Add("Vary", "Accept-Encoding")
	zipped := acceptsGzip(r)
	if zipped {
		w.Header().Set("Content-Encoding", "gzip")
	}
	if r.Method == http.MethodHead {
		return
	}
	gone, cancel := context.WithCancel(r.Context())
	defer cancel()
	q := r.URL.Query()
	st := &stream{server: s, w: w, control: http.NewResponseController(w), gone: gone, link: linkOf(r),
		beats: q.Has("beats"), once: q.Has("once")}
	if err := st.control.SetReadDeadline(time.Time{}); err != nil { // a request's deadline would end the stream
		s.log.Debug("a stream has no read deadline", "error", err)
	}
	defer OnClose(open, func() {
		cancel()
		st.limit(0) // a write that is stuck ends now
	})()
	if zipped {
		zip, done := s.newZip(w)
		defer done()
		defer zip.Close() //nolint:errcheck // the reader has gone, or has everything
		st.zip = zip
	}
	st.text.WriteString("retry: 2000\n\n")
	if st.beats {
		st.beat() // at once, so that a reader knows that the stream reaches it
	}
	if st.flush() {
		send(st)
	}
}

// StreamHeaders sets what an event stream says before its events, so that proxies pass each on at once.
func StreamHeaders(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // of nginx
	if r.ProtoMajor == 1 {
		h.Set("Connection", "close") // it has the deadlines of a stream; other streams share that of HTTP/2
	}
}

// OnClose calls f once open ends. The function that it returns must be called before the handler of a request returns.
// It waits for f where that was called, for an answer must not be touched later.
func OnClose(open context.Context, f func()) (leave func()) {
	called := make(chan struct{})
	stop := context.AfterFunc(open, func() {
		defer close(called)
		f()
	})
	return func() {
		if !stop() {
			<-called
		}
	}
}

// limit says how long the next write may take.
func (st *stream) limit(d time.Duration) {
	if err := st.control.SetWriteDeadline(time.Now().Add(d)); err != nil {
		st.server.log.Debug("a stream has no write deadline", "error", err)
	}
}

// flush writes the collected events. It returns false if the reader has gone.
func (st *stream) flush() bool {
	st.limit(st.server.patience)
	if st.gone.Err() != nil {
		return false
	}
	var err error
	if st.zip == nil {
		_, err = st.w.Write(st.text.Bytes())
	} else if _, err = st.zip.Write(st.text.Bytes()); err == nil {
		err = st.zip.Flush()
	}
	if st.text.Reset(); st.text.Cap() > keptText {
		st.text = bytes.Buffer{}
	}
	if err == nil {
		err = st.control.Flush()
	}
	if err != nil {
		st.server.log.Debug("a reader left or is stuck", "error", err)
	}
	st.sent = time.Now()
	return err == nil
}

// keptText limits the buffer that a stream keeps for its next event, in bytes.
const keptText = 64 << 10

// event adds an event to the next write. data is one line.
func (st *stream) event(name string, data []byte) {
	st.text.WriteString("event: ")
	st.text.WriteString(name)
	st.text.WriteString("\ndata: ")
	st.text.Write(data)
	st.text.WriteString("\n\n")
}

// beat adds a sign of life to the next write.
func (st *stream) beat() {
	if st.beats {
		st.event("beat", []byte("null"))
		return
	}
	st.text.WriteString(": still here\n\n")
}

// wait waits until one of two channels is closed, or until most has passed if it is not 0, and then until the reader
// has caught up. It sends heartbeats in the meantime. It returns false if the reader has gone. A nil channel is never
// closed.
func (st *stream) wait(one, other <-chan struct{}, most time.Duration) bool {
	if st.once || !st.sleep(st.server.pace-time.Since(st.sent)) {
		return false
	}
	beat := time.NewTicker(st.server.config.Heartbeat)
	defer beat.Stop()
	var over <-chan time.Time
	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()
		over = timer.C
	}
	for {
		select {
		case <-one:
			return st.room()
		case <-other:
			return st.room()
		case <-over:
			return st.room()
		case <-st.gone.Done():
			return false
		case <-beat.C:
			st.beat()
			if !st.flush() {
				return false
			}
		}
	}
}

// room waits until the reader is not far behind, so that it reads the newest frame. It returns false if the reader
// has gone. It sends comments, because some readers acknowledge only when they receive something.
func (st *stream) room() bool {
	least, since := st.link.behind(), time.Now()
	for now := least; now > maxBehind; now = st.link.behind() {
		switch {
		case now < least:
			least, since = now, time.Now()
		case time.Since(since) > waitBehind:
			st.link.forget()
			return st.gone.Err() == nil
		}
		if !st.sleep(lookEvery) {
			return false
		}
		st.text.WriteString(":\n\n")
		if !st.flush() {
			return false
		}
	}
	return st.gone.Err() == nil
}

// sleep returns false if the reader leaves in the meantime.
func (st *stream) sleep(d time.Duration) bool {
	if d <= 0 {
		return st.gone.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-st.gone.Done():
		return false
	}
}

// changed returns a channel that is closed when the list of matches changes, or nil if it never does.
func (s *Server) changed() <-chan struct{} {
	if c, ok := s.config.Catalog.(Changer); ok {
		return c.Changed()
	}
	return nil
}

// listing is the state of a stream's list of matches. The list is sent at once and after each change, but not so
// often that a slow reader gets little else.
type listing struct {
	changed <-chan struct{} // nil: the list never changes
	sent    time.Time
	pause   time.Duration // minimum time between two lists
}

// listRate limits the average bytes per second for lists. Two lists are at least a second apart.
const listRate = 100_000

// due returns how long the next list has to wait, or 0.
func (l *listing) due() time.Duration { return max(0, l.pause-time.Since(l.sent)) }

// listed adds the list of matches to the next write.
func (st *stream) listed(l *listing) {
	l.changed = st.server.changed()
	list, err := json.Marshal(st.server.newest())
	if err != nil {
		st.server.log.Error("the list of matches has no JSON form", "error", err)
		return
	}
	st.event("matches", list)
	l.sent, l.pause = time.Now(), min(time.Second, time.Duration(len(list))*time.Second/listRate)
}

// lobbied adds the lobby to the next write.
func (st *stream) lobbied(l *Lobby) {
	text, err := json.Marshal(l)
	if err != nil {
		st.server.log.Error("a lobby has no JSON form", "error", err)
		return
	}
	st.event("lobby", text)
}

// followMatches sends the list of matches and the lobby, and again after each change.
func (s *Server) followMatches(w http.ResponseWriter, r *http.Request) {
	s.stream(w, r, func(st *stream) {
		var list listing
		var lobby *Lobby
		for first := true; ; first = false {
			st.listed(&list)
			if l := s.lobby(); first || l != lobby {
				lobby = l
				st.lobbied(l)
			}
			if !st.flush() || !st.wait(list.changed, nil, 0) || !st.sleep(list.due()) {
				return
			}
		}
	})
}

// followMatch sends the newest frame of a match, then the newest one whenever there is a newer one, and finally the
// end. It also sends changes of the list of matches, so that a page needs only one stream.
func (s *Server) followMatch(w http.ResponseWriter, r *http.Request, m *Match) {
	s.stream(w, r, func(st *stream) {
		seen, awaited := -1, 0
		list := listing{changed: s.changed()}
		tell := list.changed != nil
		for {
			turn, frame, end, news := m.look()
			if turn > seen {
				st.text.WriteString("id: " + strconv.Itoa(turn) + "\n")
				st.event("turn", frame)
				seen = turn
			}
			if a := m.awaited(); a.version > awaited {
				st.event("waiting", a.text)
				awaited = a.version
			}
			if tell && (list.due() == 0 || end != nil) {
				st.listed(&list)
				tell = false
			}
			if end != nil {
				st.event("end", end)
			}
			changed, due := list.changed, time.Duration(0)
			if tell { // the reader knows it already
				changed, due = nil, list.due()
			}
			if st.text.Len() > 0 && !st.flush() || end != nil || !st.wait(news, changed, due) {
				return
			}
			tell = tell || isClosed(changed)
		}
	})
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
