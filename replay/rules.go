package replay

import (
	"fmt"
	"strconv"

	"blastyard/bomberman"
	"blastyard/hexabomb"
)

// RulesVersion is the version of the rules of a game that this program plays by; "" for games without rules here.
func RulesVersion(game string) string {
	switch game {
	case Hexabomb:
		return strconv.Itoa(hexabomb.RulesVersion)
	case Bomberman:
		return strconv.Itoa(bomberman.RulesVersion)
	default:
		return ""
	}
}

// OtherRules says in words that a replay was made by another version of the rules than this program has: what it shows may
// then differ from what was played. It is empty where the versions are the same, or the replay does not tell.
func (h *Header) OtherRules() string {
	now := RulesVersion(h.Game)
	if h.Rules == "" || now == "" || h.Rules == now {
		return ""
	}
	return fmt.Sprintf("made by rules %s of %s, this program has %s", shorten(h.Rules), h.Game, now)
}
