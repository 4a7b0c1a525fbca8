package serve

import (
	"errors"
	"net/http"
	"strconv"

	"blastyard/internal/errortext"
)

// A Messenger provides what bots received and answered. Its method is called concurrently.
type Messenger interface {
	// Messages returns the messages of a player after a number of turns. The error is ErrNotFound if there is no such
	// turn or player. Otherwise it says why they are unknown.
	Messages(id string, turn, player int) (*Messages, error)
}

// Messages are what a bot received after some turns, and its answer.
type Messages struct {
	Turn   int      `json:"turn"` // turns played before
	Player int      `json:"player"`
	Sent   []Text   `json:"sent"`
	Answer *Text    `json:"answer"` // nil: none
	Notes  []string `json:"notes"`  // hints for the reader
}

// A Text is a message, or a file.
type Text struct {
	Name string `json:"name"` // file name
	Text string `json:"text"` // the exact content
}

// noMessages is the reason of a server without a Messenger.
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
		fail(w, http.StatusConflict, errortext.Text(err))
	default:
		if m.Notes == nil {
			m.Notes = []string{}
		}
		s.answerValue(w, r, m)
	}
}
