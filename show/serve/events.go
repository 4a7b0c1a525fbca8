package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A stream sends events to one reader. All that it remembers of the reader is what it sent last: there is no queue.
type stream struct {
	server  *Server
	w       http.ResponseWriter
	control *http.ResponseController
	gone    context.Context // until the reader left or the server closes
	sent    time.Time
	text    bytes.Buffer
	zip     *gzip.Writer // to w; nil: the reader takes no gzip
	link    *link        // nil: it is not known how far the reader is
}

// How far a reader may be behind when it is sent more, in bytes: what it reads in half a second at 25 kB/s. How often
// that is looked at, and for how long a reader that does not come nearer is waited for.
const (
	maxBehind  = 12 << 10
	lookEvery  = 50 * time.Millisecond
	waitBehind = 2 * time.Second
)

// stream runs send with a stream of events to a reader.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, send func(*stream)) {
	if s.open.Err() != nil {
		fail(w, http.StatusServiceUnavailable, "the server is closing")
		return
	}
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		w.Header().Set("Retry-After", "10")
		fail(w, http.StatusServiceUnavailable, "too many readers follow what is played; try again later")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Connection", "close") // it has the deadlines of a stream
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
	st := &stream{server: s, w: w, control: http.NewResponseController(w), gone: gone, link: linkOf(r)}
	if err := st.control.SetReadDeadline(time.Time{}); err != nil { // that of a request would end the stream
		s.log.Debug("a stream has no read deadline", "error", err)
	}
	leave := context.AfterFunc(s.open, func() {
		cancel()
		st.limit(0) // a write that is stuck ends now
	})
	defer leave()
	if zipped {
		zip, done := s.newZip(w)
		defer done()
		defer zip.Close() //nolint:errcheck // the reader is gone, or has all
		st.zip = zip
	}
	st.text.WriteString("retry: 2000\n\n")
	if st.flush() {
		send(st)
	}
}

// limit says how long the next write may take.
func (st *stream) limit(d time.Duration) {
	if err := st.control.SetWriteDeadline(time.Now().Add(d)); err != nil {
		st.server.log.Debug("a stream has no write deadline", "error", err)
	}
}

// flush writes what was put together; false if the reader is gone.
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

// keptText is how large a buffer a stream keeps for its next event, in bytes.
const keptText = 64 << 10

// event puts an event into what is written next. The data is one line.
func (st *stream) event(name string, data []byte) {
	st.text.WriteString("event: ")
	st.text.WriteString(name)
	st.text.WriteString("\ndata: ")
	st.text.Write(data)
	st.text.WriteString("\n\n")
}

// wait returns when one of two channels is closed, or some time has passed where it is not 0, and the reader has had
// time for what came before, sending heartbeats meanwhile; false if the reader is gone. A channel that is nil is never
// closed.
func (st *stream) wait(one, other <-chan struct{}, most time.Duration) bool {
	if !st.sleep(st.server.pace - time.Since(st.sent)) {
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
			st.text.WriteString(": still here\n\n")
			if !st.flush() {
				return false
			}
		}
	}
}

// room waits until the reader is not far behind, so that what it is sent next is the newest when it reads it; false if
// the reader is gone. A reader may say that it has read all only when it is sent something: a comment.
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

// sleep returns false if the reader left meanwhile.
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

// changed is closed when the list of matches changes; nil where it never does.
func (s *Server) changed() <-chan struct{} {
	if c, ok := s.config.Catalog.(Changer); ok {
		return c.Changed()
	}
	return nil
}

// listing is how a stream tells the list of matches: at once and when it changes, but not so often that a slow reader
// gets little else.
type listing struct {
	changed <-chan struct{} // nil: the list never changes
	told    time.Time
	pause   time.Duration // after told
}

// listRate is how many bytes of lists a reader gets in a second, in the mean; and lists come a second apart at most.
const listRate = 100_000

// due is how long the next list has to wait; 0: it can be told.
func (l *listing) due() time.Duration { return max(0, l.pause-time.Since(l.told)) }

// listed puts the list of matches into what is written next.
func (st *stream) listed(l *listing) {
	l.changed = st.server.changed()
	list, err := json.Marshal(st.server.newest())
	if err != nil {
		st.server.log.Error("the list of matches has no JSON form", "error", err)
		return
	}
	st.event("matches", list)
	l.told, l.pause = time.Now(), min(time.Second, time.Duration(len(list))*time.Second/listRate)
}

// lobbied puts who is there before a match into what is written next.
func (st *stream) lobbied(l *Lobby) {
	text, err := json.Marshal(l)
	if err != nil {
		st.server.log.Error("a lobby has no JSON form", "error", err)
		return
	}
	st.event("lobby", text)
}

// followMatches sends the list of matches and the lobby, and again whenever they change.
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

// followMatch sends the newest frame of a match, then the newest again whenever there is a newer one, and at last the
// end. Where the list of matches may change it sends that, too, so that a page needs one stream only.
func (s *Server) followMatch(w http.ResponseWriter, r *http.Request, m *Match) {
	s.stream(w, r, func(st *stream) {
		seen, told := -1, 0
		list := listing{changed: s.changed()}
		tell := list.changed != nil
		for {
			turn, frame, end, news := m.look()
			if turn > seen {
				st.text.WriteString("id: " + strconv.Itoa(turn) + "\n")
				st.event("turn", frame)
				seen = turn
			}
			if a := m.awaited(); a.version > told {
				st.event("waiting", a.text)
				told = a.version
			}
			if tell && (list.due() == 0 || end != nil) {
				st.listed(&list)
				tell = false
			}
			if end != nil {
				st.event("end", end)
			}
			changed, due := list.changed, time.Duration(0)
			if tell { // it is known already
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
