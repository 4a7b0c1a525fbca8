package web

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/errortext"
	viewerweb "blastyard/show/web"
	"blastyard/tournament"
)

//go:embed static
var staticFiles embed.FS

// The types of answers.
const (
	htmlType = "text/html; charset=utf-8"
	jsonType = "application/json"
	csvType  = "text/csv; charset=utf-8"
)

// answer sends an answer with a body.
func answer(w http.ResponseWriter, code int, mime string, body []byte) {
	w.Header().Set("Content-Type", mime)
	w.WriteHeader(code)
	w.Write(body) //nolint:errcheck // the reader is gone
}

// fail answers with an error: JSON below /api/, otherwise a page.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, code int, why string) {
	if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/csv/") {
		body, err := json.Marshal(map[string]string{"error": why})
		if err != nil {
			panic(err) // a string can always be encoded
		}
		answer(w, code, jsonType, body)
		return
	}
	s.writePage(w, code, s.builder(r).message(http.StatusText(code), why))
}

// failed answers with an error of a Source.
func (s *Site) failed(w http.ResponseWriter, r *http.Request, err error) {
	held := (*HeldError)(nil)
	switch {
	case errors.Is(err, ErrNotFound):
		s.fail(w, r, http.StatusNotFound, "There is nothing here.")
	case errors.Is(err, ErrCursor):
		s.fail(w, r, http.StatusBadRequest,
			fmt.Sprintf("after is %.100q: expected the cursor of an answer, such as 12.3", r.URL.Query().Get("after")))
	case errors.As(err, &held):
		s.fail(w, r, http.StatusForbidden, sentence(held.Why))
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		// the reader is gone
	default:
		s.log.Error("a question was not answered", "path", r.URL.Path, "error", err)
		s.fail(w, r, http.StatusInternalServerError, "This cannot be answered now; the log of the server says why.")
	}
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

func (s *Site) writePage(w http.ResponseWriter, code int, p *page) {
	var body bytes.Buffer
	if err := p.render(&body); err != nil {
		s.log.Error("a page was not made", "error", err)
		answer(w, http.StatusInternalServerError, "text/plain; charset=utf-8", []byte("the page cannot be made\n"))
		return
	}
	answer(w, code, htmlType, body.Bytes())
}

// firstPage serves a page that depends only on the snapshot; it is made once for each snapshot.
func (s *Site) firstPage(build func(*builder) *page) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.serveCached(w, r, r.URL.Path, htmlType, func(b *builder) ([]byte, error) {
			var body bytes.Buffer
			err := build(b).render(&body)
			return body.Bytes(), err
		})
	}
}

func (s *Site) getProjector(w http.ResponseWriter, r *http.Request) {
	s.serveCached(w, r, r.URL.Path, htmlType, func(b *builder) ([]byte, error) {
		var body bytes.Buffer
		err := pages()["projector"].ExecuteTemplate(&body, "page", b.projector())
		return body.Bytes(), err
	})
}

// query parses the query of a list of matches. An entrant is a name, or a number after #.
func (s *Site) query(w http.ResponseWriter, r *http.Request) (tournament.Query, bool) {
	q, err := parseQuery(r.URL.Query())
	if err != nil {
		s.fail(w, r, http.StatusBadRequest, errortext.Text(err))
		return q, false
	}
	q.Entrant, q.Against = s.entrantName(q.Entrant), s.entrantName(q.Against)
	return q, true
}

// entrantName returns the name of an entrant, given by its name or by its number after #.
func (s *Site) entrantName(text string) string {
	number, is := strings.CutPrefix(text, "#")
	if snap := s.o.Source.Snapshot(); is && snap != nil && !slices.Contains(snap.Names, text) {
		if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(snap.Names) {
			return snap.Names[n-1]
		}
	}
	return text
}

func (s *Site) getMatches(w http.ResponseWriter, r *http.Request) {
	q, ok := s.query(w, r)
	if !ok {
		return
	}
	list, err := s.o.Source.Matches(r.Context(), q)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.writePage(w, http.StatusOK, s.builder(r).matches(q, list))
}

// matchOf returns the match that an address names.
func (s *Site) matchOf(r *http.Request) (*tournament.Match, error) {
	id, err := tournament.ParseID(r.PathValue("id"))
	if err != nil {
		return nil, ErrNotFound
	}
	return s.o.Source.Match(r.Context(), id)
}

func (s *Site) getMatch(w http.ResponseWriter, r *http.Request) {
	m, err := s.matchOf(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.writePage(w, http.StatusOK, s.builder(r).match(m))
}

// entrantOf returns the entrant that an address names by its place among the names of the event, from 1.
func (s *Site) entrantOf(r *http.Request) (int, *tournament.Entrant, error) {
	text := r.PathValue("number")
	n, err := strconv.Atoi(text)
	snap := s.o.Source.Snapshot()
	if err != nil || snap == nil || n < 1 || n > len(snap.Names) || strconv.Itoa(n) != text {
		return 0, nil, ErrNotFound
	}
	e, err := s.o.Source.Entrant(r.Context(), snap.Names[n-1])
	return n - 1, e, err
}

func (s *Site) getEntrant(w http.ResponseWriter, r *http.Request) {
	i, e, err := s.entrantOf(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	last, err := s.o.Source.Matches(r.Context(), lastMatches(e.Name))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	b := s.builder(r)
	if b.look, err = parseLook(r.URL.Query()); err != nil {
		s.fail(w, r, http.StatusBadRequest, errortext.Text(err))
		return
	}
	s.writePage(w, http.StatusOK, b.entrant(i, e, last.List))
}

// getStatic serves a style or a script.
func (s *Site) getStatic(name string) http.HandlerFunc {
	body, mime := staticFile(name)
	tag := tagOf(body)
	return func(w http.ResponseWriter, r *http.Request) {
		if !unchanged(w, r, tag) {
			answer(w, http.StatusOK, mime, body)
		}
	}
}

func staticFile(name string) (body []byte, mime string) {
	body, err := staticFiles.ReadFile("static/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	if name == "style.css" {
		body = slices.Concat([]byte(viewerweb.Colours()), body, []byte(lookStyles()))
	}
	if strings.HasSuffix(name, ".js") {
		return body, "text/javascript; charset=utf-8"
	}
	return body, "text/css; charset=utf-8"
}

func (s *Site) getHealth(w http.ResponseWriter, r *http.Request) {
	status, code := "ok", http.StatusOK
	if s.o.Health != nil {
		if err := s.o.Health(); err != nil {
			status, code = clean(errortext.Text(err)), http.StatusServiceUnavailable
		}
	}
	body, err := json.Marshal(map[string]string{"status": status})
	if err != nil {
		panic(err) // a string can always be encoded
	}
	answer(w, code, jsonType, body)
}
