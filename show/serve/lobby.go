package serve

import "net/http"

// A Lobby is who is there and who is missing before a match that waits. It must not change once it is given away, and
// holds no secret of a seat.
type Lobby struct {
	Waiting   bool        `json:"waiting"`
	Seats     []LobbySeat `json:"seats"`
	Addresses []string    `json:"addresses"` // HOST:PORT for bots that connect by themselves, other machines' first
	Page      []string    `json:"page"`      // the addresses of the page, other machines' first
	// QR is the first address of Page that other machines can use, as a QR code: rows of 0 and 1 without a margin. Left
	// out where there is none.
	QR []string `json:"qr,omitempty"`
}

// A LobbySeat is a seat of a match that waits.
type LobbySeat struct {
	Name   string `json:"name"` // not safe to print as it is
	Joined bool   `json:"joined"`
	Person bool   `json:"person,omitempty"` // somebody who plays by hand: joined once the address was opened
}

// A Waiter is a Changer that knows who is there before a match. Changed tells of changes of that, too.
type Waiter interface {
	Changer
	// Lobby is how it stands; nil: nothing is waited for.
	Lobby() *Lobby
}

// SetLobby says who is there before a match, or with nil that nothing is waited for any more.
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

// lobby is who is there; nil: nothing is waited for.
func (s *Server) lobby() *Lobby {
	if c, ok := s.config.Catalog.(Waiter); ok {
		return c.Lobby()
	}
	return nil
}

func (s *Server) getLobby(w http.ResponseWriter, r *http.Request) { s.answerValue(w, r, s.lobby()) }
