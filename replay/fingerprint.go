package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
)

// Fingerprint is a number for a whole match: SHA-256 over its setup, its moves and its states. Equal matches have
// equal fingerprints, whatever the bots were called, printed and drew, and however long anything took.
type Fingerprint [sha256.Size]byte

func (f Fingerprint) String() string { return hex.EncodeToString(f[:]) }

// ErrUnfinished says that a replay ends before its match.
var ErrUnfinished = errors.New("replay: it ends before its match")

// FingerprintOf returns the fingerprint of a replay; docs/replay-format.md says what it covers. It uses the recorded
// moves and states: Verify reports whether they follow the rules. The error is ErrUnfinished, or names a part that is
// no JSON.
func FingerprintOf(r *Replay) (Fingerprint, error) {
	if r.Result == nil {
		return Fingerprint{}, ErrUnfinished
	}
	s := summer{Hash: sha256.New()}
	s.text(fmt.Sprintf("blastyard replay %d", r.Header.version()))
	s.setup(&r.Header)
	s.number(len(r.Turns))
	for i := range r.Turns {
		s.turn(&r.Turns[i])
	}
	s.number(r.Result.Winner)
	s.number(len(r.Result.Scores))
	for _, score := range r.Result.Scores {
		s.number(score)
	}
	if s.err != nil {
		return Fingerprint{}, fmt.Errorf("replay: %w", s.err)
	}
	return Fingerprint(s.Sum(nil)), nil
}

// summer adds values to a hash, each in an unambiguous form.
type summer struct {
	hash.Hash
	err error // the first
}

func (s *summer) number(n int) { s.Write(binary.AppendVarint(nil, int64(n))) }

func (s *summer) text(t string) {
	s.number(len(t))
	s.Write([]byte(t))
}

// json adds a JSON value, whose spaces and order of keys do not matter. An empty one is null.
func (s *summer) json(what string, raw []byte) {
	if len(raw) == 0 {
		raw = []byte("null")
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		if s.err == nil {
			s.err = fmt.Errorf("%s: %w", what, err)
		}
		return
	}
	plain, err := json.Marshal(value) // it sorts the keys
	if err != nil && s.err == nil {
		s.err = fmt.Errorf("%s: %w", what, err)
	}
	s.text(string(plain))
}

func (s *summer) setup(h *Header) {
	s.text(h.Game)
	s.number(int(h.Rules))
	s.text(h.Map.Name)
	s.json("map", h.Map.File)
	s.json("settings", h.Map.Settings)
	s.Write(binary.AppendUvarint(nil, h.Seed))
	if h.version() == secretVersion {
		s.Write(h.Secret[:])
	}
	s.number(h.Turns)
	s.number(len(h.Players))
	for _, p := range h.Players {
		if p.Special {
			s.text("special")
		} else {
			s.text("player")
		}
	}
	s.state("turn 0", h.Hash, h.State)
}

func (s *summer) turn(t *Turn) {
	for _, m := range t.Moves {
		if nothing(m.Actions) {
			continue // the match is the same, however the player did not act
		}
		s.number(m.Player)
		s.json(fmt.Sprintf("turn %d: actions", t.Turn), m.Actions)
	}
	s.number(-1) // the end of the moves
	s.state(fmt.Sprintf("turn %d", t.Turn), t.Hash, t.State)
}

func nothing(actions []byte) bool {
	actions = bytes.TrimSpace(actions)
	return len(actions) == 0 || string(actions) == "[]" || string(actions) == "null"
}

func (s *summer) state(what string, h *Hash, raw RawState) {
	if h != nil {
		s.text(h.String())
		return
	}
	s.json(what+": state", raw)
}
