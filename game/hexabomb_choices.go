package game

import (
	"blastyard/hexabomb"
	"blastyard/viewer"
)

// Choices are what a player's characters may be asked to do in the coming turn. Refused is only what the rules are sure to
// refuse, whatever the others do.
func (m *HexabombMatch) Choices(player int) viewer.Choices {
	var f viewer.Frame
	m.Picture(&f, 0, nil)
	return viewer.ChoicesOf(&f, player)
}

// hexabombAction is the action of a choice.
func hexabombAction(player int, w viewer.Wish) hexabomb.Action {
	a := hexabomb.Action{Player: uint16(player), Character: uint16(w.Token), Kind: hexabomb.Move, Range: uint8(w.Range), Delay: uint8(w.Delay)}
	switch w.Do {
	case viewer.DoBomb:
		a.Kind = hexabomb.DropBomb
	case viewer.DoRevive:
		a.Kind = hexabomb.Revive
	default:
		for a.Direction < hexabomb.NumDirections-1 && a.Direction.String() != w.Do {
			a.Direction++
		}
	}
	return a
}
