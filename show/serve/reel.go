package serve

import (
	"bytes"
	"net/http"

	"blastyard/internal/errortext"
)

// A Reel makes the frames of a match on request, so that they need not be stored.
type Reel interface {
	// Chunk returns the existing frames of the turns from 64n to 64n+63, one per line, as gzip. It is called
	// concurrently.
	Chunk(n int) ([]byte, error)
}

// NewReel returns a match whose frames a Reel makes. It needs Grow instead of Add.
func NewReel(id string, header []byte, reel Reel) *Match {
	m := NewMatch(id, header)
	m.reel = reel
	return m
}

// Grow says that frames from 0 to a turn exist, and shows that of the turn, which it copies. A turn that is not later
// than the newest, or comes after the end, is ignored.
func (m *Match) Grow(turn int, newest []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.end == nil && turn > m.turn {
		m.turn, m.newest = turn, oneLine(bytes.Clone(newest))
		m.tell()
	}
}

// getReel sends the frames of a chunk of a Reel. As in getTurns, readers may cache only a complete chunk.
func (s *Server) getReel(w http.ResponseWriter, r *http.Request, m *Match, number int) {
	_, newest, end := m.state()
	if newest < 0 || number > newest/chunkTurns {
		fail(w, http.StatusNotFound, "there are no such turns")
		return
	}
	packed, err := m.reel.Chunk(number)
	switch {
	case err != nil:
		s.log.Warn("turns cannot be shown", "id", m.ID(), "chunk", number, "error", err)
		fail(w, http.StatusInternalServerError, errortext.Text(err))
	case (end != nil || number < newest/chunkTurns) && unchanged(w, r, versionOf(packed)):
	default:
		s.answerGzip(w, linesType, packed)
	}
}
