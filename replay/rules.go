package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"blastyard/game"
	"blastyard/internal/plain"
)

// Rules is the version of the rules of a match, from 1. 0 means unknown.
type Rules int

// UnmarshalJSON reads a number, or a text with a number as in old replays.
func (r *Rules) UnmarshalJSON(data []byte) error {
	digits := bytes.TrimSuffix(bytes.TrimPrefix(data, []byte{'"'}), []byte{'"'})
	n, err := strconv.ParseUint(string(digits), 10, 31)
	if err != nil {
		return fmt.Errorf("rules is %.20s, expected a whole number of 31 bits", data)
	}
	*r = Rules(n)
	return nil
}

var _ json.Unmarshaler = (*Rules)(nil)

// OtherRules says in words that a replay was made by another version of the rules than its game among kinds has: what
// it shows may then differ from what was played. It also says that a replay is not checked. It is empty where the
// versions are the same, or the replay does not tell.
func (h *Header) OtherRules(kinds []*game.Kind) string {
	if h.Unchecked != "" {
		return uncheckedError(plain.Line(h.Unchecked)).Error()
	}
	k, err := game.Find(kinds, h.Game)
	if err != nil || h.Rules == 0 || int(h.Rules) == k.ByRules(int(h.Rules)).Rules {
		return ""
	}
	return fmt.Sprintf("made by rules %d, this program has %d", h.Rules, k.Rules)
}
