package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"blastyard/internal/errortext"
)

// Media types of answers.
const (
	jsonType  = "application/json"
	linesType = "application/x-ndjson"
)

// maxChunk limits chunk numbers.
const maxChunk = 1 << 30

type matchAnswer struct {
	ID     string          `json:"id"`
	Live   bool            `json:"live"`
	First  int             `json:"first"`
	Turn   int             `json:"turn"`
	Header json.RawMessage `json:"header"`
	End    json.RawMessage `json:"end"`
	Entry  *Entry          `json:"entry"`
}

// withMatch wraps a handler of requests for a match, which it opens.
func (s *Server) withMatch(serve func(http.ResponseWriter, *http.Request, *Match)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		if !ValidID(id) {
			fail(w, http.StatusNotFound, "there is no such match")
			return
		}
		m, err := s.openMatch(id)
		switch {
		case errors.Is(err, ErrNotFound):
			fail(w, http.StatusNotFound, "there is no such match")
		case errors.Is(err, ErrGone):
			fail(w, http.StatusGone, "the match is over, and its frames are no longer kept")
		case err != nil:
			s.log.Warn("a match cannot be shown", "id", id, "error", err)
			fail(w, http.StatusInternalServerError, errortext.Text(err))
		default:
			serve(w, r, m)
		}
	}
}

func (s *Server) getMatch(w http.ResponseWriter, r *http.Request, m *Match) {
	a := matchAnswer{ID: r.PathValue("id"), Header: m.header}
	a.First, a.Turn, a.End = m.state()
	a.Live = a.End == nil
	for e := range s.allNewest() {
		if e.ID == a.ID {
			whole := e.whole()
			a.Entry = &whole
			break
		}
	}
	s.answerValue(w, r, a)
}

// answerValue sends a value as JSON.
func (s *Server) answerValue(w http.ResponseWriter, r *http.Request, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		s.log.Error("an answer has no JSON form", "path", r.URL.Path, "error", err)
		fail(w, http.StatusInternalServerError, "the answer has no JSON form")
		return
	}
	answer(w, jsonType, body)
}

// getTurns sends the frames of a chunk. The answer is empty if all of its turns were missed. Readers may cache only a
// complete chunk, and must revalidate it by its version, because after a restart of the server the same address may
// belong to another match.
func (s *Server) getTurns(w http.ResponseWriter, r *http.Request, m *Match) {
	k := r.PathValue("k")
	number, err := strconv.Atoi(k)
	if err != nil || number < 0 || number > maxChunk || strconv.Itoa(number) != k {
		fail(w, http.StatusNotFound, "there are no such turns")
		return
	}
	if m.reel != nil {
		s.getReel(w, r, m, number)
		return
	}
	c, ok := m.chunkAt(number)
	switch {
	case !ok && number > m.Turn()/chunkTurns, m.Turn() < 0:
		fail(w, http.StatusNotFound, "there are no such turns")
	case c.packed == nil:
		answer(w, linesType, c.lines)
	case !unchanged(w, r, versionOf(c.packed)):
		s.answerGzip(w, linesType, c.packed)
	}
}

// answerGzip sends a body that is stored as gzip.
func (s *Server) answerGzip(w http.ResponseWriter, mime string, packed []byte) {
	if takesGzip(w) {
		answerPacked(w, mime, packed)
		return
	}
	w.Header().Set("Content-Type", mime)
	if err := unpack(w, packed); err != nil {
		s.log.Debug("a reader left", "error", err)
	}
}

func versionOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}
