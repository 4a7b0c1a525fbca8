package serve

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	"blastyard/internal/errortext"
)

// Drops keeps replays that readers on this machine drop on the page. Its methods are called concurrently.
type Drops interface {
	Catalog
	// Take reads a replay from a file with a name, and returns the id of its match. The error says what is wrong with
	// it.
	Take(name string, from io.Reader) (id string, err error)
}

// MaxDrop is the largest size of a dropped replay, in bytes.
const MaxDrop = 32 << 20

// maxDropName is the largest length of its name.
const maxDropName = 200

// dropsAnswer says whether replays can be dropped on the page, and if not, why.
type dropsAnswer struct {
	Can bool   `json:"can"`
	Why string `json:"why"`
}

const dropsPath = "/api/drops"

// allNewest iterates over all matches that can be opened: those that were dropped on the page, and the catalogue's.
func (s *Server) allNewest() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		if s.config.Drops != nil {
			for e := range s.config.Drops.Newest() {
				if !yield(e) {
					return
				}
			}
		}
		s.config.Catalog.Newest()(yield)
	}
}

// openMatch opens a match of the catalogue, or one that was dropped on the page.
func (s *Server) openMatch(id string) (*Match, error) {
	m, err := s.config.Catalog.Open(id)
	if errors.Is(err, ErrNotFound) && s.config.Drops != nil {
		return s.config.Drops.Open(id)
	}
	return m, err
}

// serveDrops says whether replays can be dropped, and accepts them from readers on this machine only. Others could
// store files on it and make it work for them.
func (s *Server) serveDrops(w http.ResponseWriter, r *http.Request) {
	why := ""
	switch {
	case s.config.Drops == nil:
		why = "This page only shows matches: open the replay with blastyard watch."
	case !s.fromHere(r):
		why = "Only the machine that serves this page takes replays: open it there with blastyard watch."
	}
	if r.Method != http.MethodPost {
		s.answerValue(w, r, dropsAnswer{Can: why == "", Why: why})
		return
	}
	name := r.URL.Query().Get("name")
	switch {
	case why != "":
		fail(w, http.StatusForbidden, why)
	case !s.mayChange(w, r, "bring replays", "application/octet-stream"):
	case name == "" || len(name) > maxDropName:
		fail(w, http.StatusBadRequest, fmt.Sprintf("name has %d bytes, expected 1 to %d", len(name), maxDropName))
	default:
		s.takeDrop(w, r, name)
	}
}

func (s *Server) takeDrop(w http.ResponseWriter, r *http.Request, name string) {
	id, err := s.config.Drops.Take(name, http.MaxBytesReader(w, r.Body, MaxDrop))
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &big):
		fail(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the file has more than %d MiB", big.Limit>>20))
	case err != nil:
		fail(w, http.StatusUnprocessableEntity, errortext.Text(err))
	default:
		s.answerValue(w, r, struct {
			Match string `json:"match"`
		}{id})
	}
}
