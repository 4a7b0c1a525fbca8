package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
)

// Limits for making files of matches. Only one is made at a time, so that readers cannot overload the machine.
const (
	makingWaits = 10 * time.Second // waiting for the previous file
	makingTakes = 40 * time.Second // making one file
	maxMade     = 64 << 20         // size of a file in bytes
	sendingTime = 5 * time.Minute  // sending to a slow reader
	sending     = 4                // number of files that are sent at the same time
)

// downloadsAnswer says which files of a match are available. A non-empty reason says why one is not.
type downloadsAnswer struct {
	Replay   string `json:"replay"`
	Page     string `json:"page"`
	GIF      string `json:"gif"`
	GIFTurns int    `json:"gifTurns"` // limit of turns in a GIF
}

// downloadRoutes adds the routes for the files of matches.
func (s *Server) downloadRoutes(route func(path string, h http.HandlerFunc)) {
	route("/api/matches/{id}/downloads", s.withMatch(s.getDownloads))
	// These answers are already compressed.
	s.mux.HandleFunc("/api/matches/{id}/replay", s.withMatch(s.getRecording))
	s.mux.HandleFunc("/api/matches/{id}/export.html", s.withMatch(s.getExport))
	s.mux.HandleFunc("/api/matches/{id}/turns.gif", s.withMatch(s.getGIF))
}

func (s *Server) getDownloads(w http.ResponseWriter, r *http.Request, m *Match) {
	a := downloadsAnswer{}
	if recording, err := m.Recording(); err != nil {
		a.Replay = errortext.Text(err)
	} else {
		recording.Content.Close() //nolint:errcheck // it was opened only to test it
	}
	if err := errors.Join(s.mayMake(), m.fitsPage()); err != nil {
		a.Page = reasonOf(err)
	}
	_, most, err := m.gifBoard()
	a.GIFTurns = most
	if err = errors.Join(s.mayMake(), err); err != nil {
		a.GIF = reasonOf(err)
	}
	s.answerValue(w, r, a)
}

// refusal is a reason, for readers, why a file cannot be made.
type refusal string

func (r refusal) Error() string { return string(r) }

// reasonOf returns the text of an error for readers.
func reasonOf(err error) string {
	var r refusal
	switch {
	case errors.As(err, &r):
		return string(r)
	default:
		return "it cannot be made: " + errortext.Text(err)
	}
}

// mayMake returns an error while a match is being played and this server can be reached from other machines, because
// making files would take processor time from the bots.
func (s *Server) mayMake() error {
	if !s.config.AllowAnyHost && !s.config.Website.Known() {
		return nil
	}
	for e := range s.config.Catalog.Newest() {
		if e.Live {
			return refusal("while a match is played, this server makes no files: it would take time from the bots")
		}
	}
	return nil
}

// getRecording sends the replay of a match.
func (s *Server) getRecording(w http.ResponseWriter, r *http.Request, m *Match) {
	recording, err := m.Recording()
	if err != nil {
		fail(w, http.StatusNotFound, errortext.Text(err))
		return
	}
	defer recording.Content.Close()
	s.send(w, path.Base(recording.Name), "application/octet-stream", func() {
		http.ServeContent(w, r, "", time.Time{}, recording.Content)
	})
}

// make makes a file of a match while no other is being made, and sends it.
func (s *Server) make(w http.ResponseWriter, r *http.Request, name, kind string,
	write func(context.Context, *limited) error) {
	if err := s.mayMake(); err != nil {
		fail(w, http.StatusServiceUnavailable, reasonOf(err))
		return
	}
	if r.Method == http.MethodHead {
		w.Header().Set("Content-Type", kind)
		return
	}
	out := &limited{most: maxMade}
	err := s.alone(r.Context(), func(ctx context.Context) error { return write(ctx, out) })
	var why refusal
	switch {
	case err == nil:
		s.send(w, name, kind, func() { http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(out.Bytes())) })
	case errors.As(err, &why):
		fail(w, http.StatusServiceUnavailable, string(why))
	default:
		s.log.Warn("a file of a match cannot be made", "file", name, "error", err)
		fail(w, http.StatusInternalServerError, "the file cannot be made: "+errortext.Text(err))
	}
}

// alone runs work while no other work runs, for a limited time.
func (s *Server) alone(ctx context.Context, work func(context.Context) error) error {
	waiting := time.NewTimer(s.makingWaits)
	defer waiting.Stop()
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-waiting.C:
		return refusal("another file is being made; try again in a minute")
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, makingTakes)
	defer cancel()
	err := work(ctx)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return refusal(fmt.Sprintf("it takes more than %v here: use blastyard replay export", makingTakes))
	}
	return err
}

// send sends a file under its name, to a limited number of readers at a time and with a time limit.
func (s *Server) send(w http.ResponseWriter, name, kind string, body func()) {
	select {
	case s.sending <- struct{}{}:
		defer func() { <-s.sending }()
	default:
		fail(w, http.StatusServiceUnavailable, "too many files are being sent; try again in a minute")
		return
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(sendingTime)) // recorders of tests have none
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	body()
}

// limited is a buffer with a largest size.
type limited struct {
	bytes.Buffer
	most int
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.most {
		return 0, refusal(fmt.Sprintf("it has more than %d MiB: use blastyard replay export", l.most>>20))
	}
	return l.Buffer.Write(p)
}

// parsedHeader returns the header of the match.
func (m *Match) parsedHeader() (*viewer.Header, error) { return viewer.ParseHeader(m.header) }

// turnsAsked parses the range of turns in a request.
func turnsAsked(r *http.Request, m *Match) (from, to int, err error) {
	first, newest, _ := m.state()
	from, to = first, newest
	for _, field := range []struct {
		name  string
		value *int
	}{{"from", &from}, {"to", &to}} {
		text := r.URL.Query().Get(field.name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < first || n > newest || strconv.Itoa(n) != text {
			return 0, 0, fmt.Errorf("%s is %.20q, expected %d to %d", field.name, text, first, newest)
		}
		*field.value = n
	}
	if from > to {
		return 0, 0, fmt.Errorf("from is %d and to is %d, expected from to be the smaller", from, to)
	}
	return from, to, nil
}

// isSet reports whether a request has an option set.
func isSet(r *http.Request, name string) bool {
	return slices.Contains([]string{"1", "true"}, r.URL.Query().Get(name))
}
