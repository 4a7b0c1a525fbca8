package serve

import (
	"errors"
	"net/http"
	"strconv"
)

// A Messenger knows what bots got and answered. Its method is called by many goroutines at once.
type Messenger interface {
	// Messages are those of a player after so many turns. The error is ErrNotFound where there is no such turn or
	// player, and else says why nobody knows.
	Messages(id string, turn, player int) (*Messages, error)
}

// Messages are what a bot got after some turns, and what it answered.
type Messages struct {
	Turn   int      `json:"turn"` // the turns that were played before
	Player int      `json:"player"`
	Sent   []Text   `json:"sent"`
	Answer *Text    `json:"answer"` // nil: there is none
	Notes  []string `json:"notes"`  // what a reader should know of them
}

// A Text is a message, or a file.
type Text struct {
	Name string `json:"name"` // as a file is called that holds it
	Text string `json:"text"` // byte by byte
}

// noMessages is why a server does not know what bots got.
const noMessages = "this page does not have what bots got: open the replay with 'blastyard watch'"

func (s *Server) messageRoutes(route func(path string, h http.HandlerFunc)) {
	route("/api/matches/{id}/messages/{turn}/{player}", s.withMatch(s.getMessages))
}

func (s *Server) getMessages(w http.ResponseWriter, r *http.Request, _ *Match) {
	turn, turnErr := strconv.Atoi(r.PathValue("turn"))
	player, playerErr := strconv.Atoi(r.PathValue("player"))
	switch {
	case turnErr != nil || playerErr != nil || turn < 0 || player < 0:
		fail(w, http.StatusNotFound, "there is no such turn or player")
		return
	case s.config.Messages == nil:
		fail(w, http.StatusConflict, noMessages)
		return
	}
	m, err := s.config.Messages.Messages(r.PathValue("id"), turn, player)
	switch {
	case errors.Is(err, ErrNotFound):
		fail(w, http.StatusNotFound, "there is no such turn or player")
	case err != nil:
		fail(w, http.StatusConflict, err.Error())
	default:
		if m.Notes == nil {
			m.Notes = []string{}
		}
		s.answerValue(w, r, m)
	}
}
