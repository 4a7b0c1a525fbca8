package wire

import (
	"encoding/json"

	"blastyard/rules/hexabomb"
)

var form2018 = form{
	living:      [hexabomb.MaxBombCount + 1]string{1: `,{"alive":true`},
	dead:        [hexabomb.MaxBombCount + 1]string{1: `,{"alive":false`},
	keepsCounts: true,
	action:      (*actionFields).action2018,
}

// action2018 converts an action of 1.1 to the rules of 2018, or returns why it is invalid there.
func (f *actionFields) action2018(a hexabomb.Action, b *hexabomb.Board) (hexabomb.Action, string) {
	switch {
	case f.kind == hexabomb.DropBomb && (f.reach < hexabomb.MinBomb || f.reach > hexabomb.MaxBomb):
		return a, "field bomb_range is out of 2 to 4"
	case f.kind == hexabomb.DropBomb && (f.delay < hexabomb.MinBomb || f.delay > hexabomb.MaxBomb):
		return a, "field bomb_delay is out of 2 to 4"
	case f.kind == hexabomb.Revive && !f.hasQ:
		return a, "field revive_q is missing or not an integer"
	case f.kind == hexabomb.Revive && !f.hasR:
		return a, "field revive_r is missing or not an integer"
	case f.kind != hexabomb.Revive || !near(f.q) || !near(f.r):
		return a, "" // a position beyond all boards names no cell
	}
	if c, ok := b.CellAt(hexabomb.Coord{Q: int(f.q), R: int(f.r)}); ok {
		a = hexabomb.ReviveOn(int(a.Player), int(a.Character), c)
	}
	return a, ""
}

func near(n int64) bool { return -hexabomb.MaxCoord <= n && n <= hexabomb.MaxCoord }

// VersionOf returns the version of the rules from the form of a state: one of 2018 has neither explosions nor bomb
// counts. Text that is no state counts as one of 1.1.
func VersionOf(state []byte) hexabomb.Version {
	var has struct {
		Cells      json.RawMessage `json:"cells"`
		Explosions json.RawMessage `json:"explosions"`
		Characters []struct {
			BombCount json.RawMessage `json:"bomb_count"`
		} `json:"characters"`
	}
	if json.Unmarshal(state, &has) != nil || has.Cells == nil || has.Explosions != nil {
		return hexabomb.V11
	}
	for _, c := range has.Characters {
		if c.BombCount != nil {
			return hexabomb.V11
		}
	}
	return hexabomb.V2018
}
