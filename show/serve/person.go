package serve

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/internal/jsonerror"
)

// A Person is a seat that a person plays from a browser. Its methods are called concurrently.
type Person interface {
	// Join records that the person has opened the seat's address.
	Join()
	// Look returns the state of the seat.
	Look() viewer.PersonView
	// Play answers the current turn, with the number of its frame. Each token may have one wish, or none to do
	// nothing. The error is viewer.ErrLate if the match does not wait for that turn (any more). Other errors say
	// which wish is impossible, and why.
	Play(turn int, wishes []viewer.Wish) error
	// GiveUp leaves the seat, which does nothing for the rest of the match.
	GiveUp()
}

// maxAnswerBody is the largest size of an answer, in bytes.
const maxAnswerBody = 64 << 10

// personRoutes adds the routes for the seats of persons, if there are any.
func (s *Server) personRoutes(route func(path string, h http.HandlerFunc)) {
	if s.config.Person == nil {
		return
	}
	route("/api/seat/{token}", s.withPerson(s.getPerson))
	route("/api/seat/{token}/turn/{turn}", s.withPerson(s.postTurn))
	route("/api/seat/{token}/quit", s.withPerson(s.postQuit))
}

// takes reports whether a path accepts requests of a method.
func (s *Server) takes(method, path string) bool {
	switch method {
	case http.MethodGet, http.MethodHead:
		return true
	case http.MethodPost:
		return s.config.Person != nil && takesPost(path) || isBranch(path) || path == dropsPath
	}
	return false
}

// takesPost reports whether an address accepts changes.
func takesPost(path string) bool {
	return strings.HasPrefix(path, "/api/seat/") && strings.Count(path, "/") > 3
}

// withPerson wraps a handler for a seat, which it finds. Changes must come from this server's own page, or not from a
// browser.
func (s *Server) withPerson(serve func(http.ResponseWriter, *http.Request, Person)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := s.config.Person(r.PathValue("token"))
		switch {
		case takesPost(r.URL.Path) != (r.Method == http.MethodPost):
			w.Header().Set("Allow", map[bool]string{true: "POST", false: "GET, HEAD"}[takesPost(r.URL.Path)])
			fail(w, http.StatusMethodNotAllowed, "this address takes another method")
		case r.Method == http.MethodPost && !s.mayChange(w, r, "play", jsonType):
		case h == nil:
			fail(w, http.StatusNotFound, "there is no such seat")
		default:
			h.Join()
			serve(w, r, h)
		}
	}
}

// mayChange tells whether a POST comes from this server's own page, or from no browser, and brings what is of a type;
// else it answers so.
func (s *Server) mayChange(w http.ResponseWriter, r *http.Request, what, kind string) bool {
	brought, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case s.origin.Check(r) != nil:
		fail(w, http.StatusForbidden, "only the page of this server may "+what)
	case brought != kind:
		fail(w, http.StatusUnsupportedMediaType, "the Content-Type must be "+kind)
	default:
		return true
	}
	return false
}

func (s *Server) getPerson(w http.ResponseWriter, r *http.Request, h Person) {
	s.answerValue(w, r, h.Look())
}

func (s *Server) postTurn(w http.ResponseWriter, r *http.Request, h Person) {
	turn, err := strconv.Atoi(r.PathValue("turn"))
	if err != nil || turn < 0 {
		fail(w, http.StatusNotFound, "there is no such turn")
		return
	}
	var wishes []viewer.Wish
	if !readBody(w, r, &wishes) {
		return
	}
	switch err := h.Play(turn, wishes); {
	case errors.Is(err, viewer.ErrLate):
		fail(w, http.StatusConflict, errortext.Text(err))
	case err != nil:
		fail(w, http.StatusUnprocessableEntity, errortext.Text(err))
	default:
		s.getPerson(w, r, h)
	}
}

func (s *Server) postQuit(w http.ResponseWriter, r *http.Request, h Person) {
	if readBody(w, r, &struct{}{}) {
		h.GiveUp()
		s.getPerson(w, r, h)
	}
}

// readBody reads a body that must be one JSON value of a known form. Otherwise it sends an error and returns false.
func readBody(w http.ResponseWriter, r *http.Request, into any) bool {
	err := jsonerror.StrictFrom(http.MaxBytesReader(w, r.Body, maxAnswerBody), into)
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &big):
		fail(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is larger than %d bytes", big.Limit))
	case err != nil:
		fail(w, http.StatusBadRequest, "the body is not the JSON that is expected: "+errortext.Text(err))
	}
	return err == nil
}
