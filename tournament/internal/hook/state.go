package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/internal/newfile"
)

// state is what a Sender remembers in its file. It has no secret.
type state struct {
	Address string    `json:"address"`           // digest of the address that it is about; "": the file is new
	Seq     uint64    `json:"seq"`               // all up to this position is acknowledged or given up
	Tries   int       `json:"tries,omitempty"`   // failed tries of the message after it
	Next    time.Time `json:"next,omitzero"`     // not before this time it is tried again
	Sent    int       `json:"sent,omitempty"`    // acknowledged messages
	GivenUp int       `json:"given_up,omitzero"` // messages that were given up
}

func digest(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:8])
}

// readState returns what is known of an address; an empty state: nothing.
func readState(file, address string) (s state, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return state{}, fmt.Errorf("%s: %w: remove it, and the hook tells from now on", file, err)
	}
	if s.Address != digest(address) {
		return state{}, nil
	}
	return s, nil
}

func (s *state) write(file string) error {
	return newfile.Write(file, true, func(w io.Writer) error { return json.NewEncoder(w).Encode(s) })
}

// Line says how the hook stands, for the organiser. fails: something is wrong.
func (s *Sender) Line() (line string, fails bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line = fmt.Sprintf("web hook to %s: %s acknowledged", hostOf(s.o.URL), english.Count(s.state.Sent, "message"))
	if n := s.state.GivenUp; n > 0 {
		line += fmt.Sprintf(", %s given up after %d tries each", english.Count(n, "message"), mostTries)
		fails = true
	}
	if s.err != nil {
		line += fmt.Sprintf("; the newest try failed: %s", errortext.Line(s.err))
		fails = true
	}
	if s.state.Tries > 0 {
		line += fmt.Sprintf("; the next message has failed %s", english.Count(s.state.Tries, "time"))
		fails = true
	}
	return line, fails
}
