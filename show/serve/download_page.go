package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"path"

	"blastyard/show/web"
)

// Limits of a page that contains the match: of its frames in plain bytes, and of its replay.
const (
	maxPagePlain  = 48 << 20
	maxPageReplay = 4 << 20
)

// fitsPage returns an error if a match is too large for such a page.
func (m *Match) fitsPage() error {
	first, newest, _ := m.state()
	m.mu.Lock()
	size := len(m.newest)
	m.mu.Unlock()
	switch {
	case newest < 0:
		return refusal("the match has not begun")
	case size*(newest-first+1) > maxPagePlain:
		return refusal("the match is too long for one page: use blastyard replay export")
	}
	return nil
}

// getExport sends a page that contains the match, as far as it was played.
func (s *Server) getExport(w http.ResponseWriter, r *http.Request, m *Match) {
	if err := m.fitsPage(); err != nil {
		fail(w, http.StatusUnprocessableEntity, reasonOf(err))
		return
	}
	s.make(w, r, m.id+".html", "text/html; charset=utf-8", func(ctx context.Context, out *limited) error {
		return m.writePage(ctx, out)
	})
}

func (m *Match) writePage(ctx context.Context, out io.Writer) error {
	header, err := m.parsedHeader()
	if err != nil {
		return err
	}
	first, newest, end := m.state()
	d := web.Data{Title: header.Title, Header: m.header, End: end}
	d.Title = cmp.Or(d.Title, header.Game)
	d.Frames = m.pageFrames(ctx, first, newest)
	d.Recording, d.File = m.smallRecording()
	return web.Page(out, d)
}

// pageFrames iterates over the frames of the turns from first to newest, until ctx ends or they are too long for a
// page.
func (m *Match) pageFrames(ctx context.Context, first, newest int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		size := 0
		for frame, err := range m.frames(first, newest) {
			if err == nil {
				err = ctx.Err()
			}
			if size += len(frame); err == nil && size > maxPagePlain {
				err = refusal("the match is too long for one page: use blastyard replay export")
			}
			if !yield(frame, err) || err != nil {
				return
			}
		}
		if size == 0 {
			yield(nil, fmt.Errorf("serve: match %s: %w", m.id, errForgotten))
		}
	}
}

// smallRecording returns the replay of the match for a page, or nil if there is none or it is too large.
func (m *Match) smallRecording() ([]byte, string) {
	recording, err := m.Recording()
	if err != nil {
		return nil, ""
	}
	defer recording.Content.Close()
	content, err := io.ReadAll(io.LimitReader(recording.Content, maxPageReplay+1))
	if err != nil || len(content) > maxPageReplay {
		return nil, ""
	}
	return content, path.Base(recording.Name)
}
