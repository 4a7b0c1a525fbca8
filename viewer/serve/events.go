package serve

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"time"
)

// A stream sends events to one reader. All that it remembers of the reader is what it sent last: there is no queue.
type stream struct {
	server  *Server
	w       http.ResponseWriter
	control *http.ResponseController
	gone    context.Context // until the reader left or the server closes
	sent    time.Time
	text    bytes.Buffer
}

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
	if r.Method == http.MethodHead {
		return
	}
	gone, cancel := context.WithCancel(r.Context())
	defer cancel()
	st := &stream{server: s, w: w, control: http.NewResponseController(w), gone: gone}
	if err := st.control.SetReadDeadline(time.Time{}); err != nil { // that of a request would end the stream
		s.log.Debug("a stream has no read deadline", "error", err)
	}
	leave := context.AfterFunc(s.open, func() {
		cancel()
		st.limit(0) // a write that is stuck ends now
	})
	defer leave()
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
	_, err := st.w.Write(st.text.Bytes())
	st.text.Reset()
	if err == nil {
		err = st.control.Flush()
	}
	if err != nil {
		st.server.log.Debug("a reader left or is stuck", "error", err)
	}
	st.sent = time.Now()
	return err == nil
}

// event puts an event into what is written next. The data is one line.
func (st *stream) event(name string, data []byte) {
	st.text.WriteString("event: ")
	st.text.WriteString(name)
	st.text.WriteString("\ndata: ")
	st.text.Write(data)
	st.text.WriteString("\n\n")
}

// wait returns when one of two channels is closed and the reader has had time for what came before, sending heartbeats
// meanwhile; false if the reader is gone. A channel that is nil is never closed.
func (st *stream) wait(one, other <-chan struct{}) bool {
	if !st.sleep(st.server.pace - time.Since(st.sent)) {
		return false
	}
	beat := time.NewTicker(st.server.config.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-one:
			return true
		case <-other:
			return true
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

// listed puts the list of matches into what is written next.
func (st *stream) listed() {
	list, err := st.server.matches()
	if err != nil {
		st.server.log.Error("the list of matches has no JSON form", "error", err)
		return
	}
	st.event("matches", list)
}

// followMatches sends the list of matches, and again whenever it changes.
func (s *Server) followMatches(w http.ResponseWriter, r *http.Request) {
	s.stream(w, r, func(st *stream) {
		for {
			changed := s.changed()
			st.listed()
			if !st.flush() || !st.wait(changed, nil) {
				return
			}
		}
	})
}

// followMatch sends the newest frame of a match, then the newest again whenever there is a newer one, and at last the
// end. Where the list of matches may change it sends that, too, so that a page needs one stream only.
func (s *Server) followMatch(w http.ResponseWriter, r *http.Request, m *Match) {
	s.stream(w, r, func(st *stream) {
		seen, changed := -1, s.changed()
		list, told := changed != nil, 0
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
			if list {
				st.listed()
			}
			if end != nil {
				st.event("end", end)
			}
			if st.text.Len() > 0 && !st.flush() || end != nil || !st.wait(news, changed) {
				return
			}
			if list = isClosed(changed); list {
				changed = s.changed()
			}
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
