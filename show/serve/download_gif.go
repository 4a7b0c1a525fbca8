package serve

import (
	"context"
	"fmt"
	"iter"
	"net/http"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/show/picture"
)

// Limits of a GIF: its turns on a small board, and the total number of drawn cells. All GIFs have the same width.
const (
	maxGIFTurns = 400
	minGIFTurns = 10
	maxGIFCells = 200_000
	gifWidth    = 720
)

// gifBoard returns the header of a match for a GIF, and the limit of turns.
func (m *Match) gifBoard() (h *viewer.Header, most int, err error) {
	if h, err = m.parsedHeader(); err != nil {
		return nil, 0, err
	}
	switch {
	case h.Shape == viewer.Tree || len(h.Cells) == 0:
		return nil, 0, refusal("this game has no board that could be drawn")
	case m.Turn() < 0:
		return nil, 0, refusal("the match has not begun")
	}
	return h, min(maxGIFTurns, max(minGIFTurns, maxGIFCells/len(h.Cells))), nil
}

// getGIF sends an animation of turns. Its parameters are from, to, dark, patterns and coordinates. It refuses too
// many turns at once.
func (s *Server) getGIF(w http.ResponseWriter, r *http.Request, m *Match) {
	h, most, err := m.gifBoard()
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, reasonOf(err))
		return
	}
	from, to, err := turnsAsked(r, m)
	switch {
	case err != nil:
		fail(w, http.StatusBadRequest, errortext.Text(err))
		return
	case to-from+1 > most:
		fail(w, http.StatusUnprocessableEntity, fmt.Sprintf(
			"the turns %d to %d are %d: an animation of this board holds at most %d turns", from, to, to-from+1, most))
		return
	}
	look := picture.Options{Width: gifWidth, Standings: true, Dark: isSet(r, "dark"), Patterns: isSet(r, "patterns"),
		Coordinates: isSet(r, "coordinates")}
	name := fmt.Sprintf("%s-turns-%d-%d.gif", m.id, from, to)
	s.make(w, r, name, "image/gif", func(ctx context.Context, out *limited) error {
		return picture.GIF(out, h, m.pictures(ctx, h, from, to), look)
	})
}

// pictures iterates over the parsed frames of the turns from to to, until ctx ends.
func (m *Match) pictures(ctx context.Context, h *viewer.Header, from, to int) iter.Seq2[*viewer.Frame, error] {
	return func(yield func(*viewer.Frame, error) bool) {
		for text, err := range m.frames(from, to) {
			var f *viewer.Frame
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				f, err = h.ParseFrame(text)
			}
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}
