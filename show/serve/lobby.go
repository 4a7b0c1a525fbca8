package serve

import "net/http"

// A Lobby says who is present and who is missing before a match that waits. It must not change after it was passed
// on, and contains no token of a seat.
type Lobby struct {
	Waiting   bool        `json:"waiting"`
	Seats     []LobbySeat `json:"seats"`
	Addresses []string    `json:"addresses"` // HOST:PORT for bots that connect by themselves, for other machines first
	Page      []string    `json:"page"`      // the addresses of the page, for other machines first
	// Line says what is waited for where the players are not known: Seats is empty then.
	Line string `json:"line,omitempty"`
	// QR is the first address of Page that other machines can use, as a QR code: rows of 0 and 1 without a margin. It
	// is omitted if there is none.
	QR []string `json:"qr,omitempty"`
}

// A LobbySeat is a seat of a waiting match.
type LobbySeat struct {
	Name   string `json:"name"` // not safe to print
	Joined bool   `json:"joined"`
	Person bool   `json:"person,omitempty"` // a person, who has joined once the address was opened
}

// A Waiter is a Changer that knows who is present before a match. Changed also reports changes of that.
type Waiter interface {
	Changer
	// Lobby returns the current lobby, or nil if the match does not wait.
	Lobby() *Lobby
}

// SetLobby sets the lobby. nil means that the match does not wait any more.
func (l *Live) SetLobby(lobby *Lobby) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lobby == nil && l.lobby == nil {
		return
	}
	l.lobby = lobby
	l.tell()
}

// Lobby implements Waiter.
func (l *Live) Lobby() *Lobby {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lobby
}

// lobby returns the current lobby, or nil.
func (s *Server) lobby() *Lobby {
	if c, ok := s.config.Catalog.(Waiter); ok {
		return c.Lobby()
	}
	return nil
}

func (s *Server) getLobby(w http.ResponseWriter, r *http.Request) { s.answerValue(w, r, s.lobby()) }
