package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"blastyard/game"
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

// OtherRules says in words that a replay was made with another version of the rules than its game among kinds has, so
// that what it shows may differ from what was played. It is empty if the versions are equal or the replay does not
// say.
func (h *Header) OtherRules(kinds []*game.Kind) string {
	k, err := game.Find(kinds, h.Game)
	if err != nil || h.Rules == 0 || int(h.Rules) == k.ByRules(int(h.Rules)).Rules {
		return ""
	}
	return fmt.Sprintf("made by rules %d, this program has %d", h.Rules, k.Rules)
}
