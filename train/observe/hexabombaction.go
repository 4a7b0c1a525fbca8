package observe

import (
	"fmt"

	"blastyard/rules/hexabomb"
)

// Numbers of hexabomb's actions.
const (
	hexNothing    = 0
	hexMove       = 1                                       // to 6, in the order of the directions
	hexBomb       = hexMove + hexabomb.NumDirections        // to 15
	bombSettings  = hexabomb.MaxBomb - hexabomb.MinBomb + 1 // number of ranges, and of delays
	hexRevive     = hexBomb + bombSettings*bombSettings
	numHexActions = hexRevive + 1
)

// The key of a mask of hexabomb has a bit for each direction, one for bombs, and one for a revival.
const (
	keyBomb   = 1 << hexabomb.NumDirections
	keyRevive = keyBomb << 1
	numHexKey = keyRevive << 1
)

var hexActionNames, hexMasks = func() (names []string, masks []uint32) {
	names = append(names, "nothing")
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		names = append(names, "move "+d.String())
	}
	for reach := hexabomb.MinBomb; reach <= hexabomb.MaxBomb; reach++ {
		for delay := hexabomb.MinBomb; delay <= hexabomb.MaxBomb; delay++ {
			names = append(names, fmt.Sprintf("bomb range %d delay %d", reach, delay))
		}
	}
	names = append(names, "revive")
	const bombs = (1<<(bombSettings*bombSettings) - 1) << hexBomb
	for key := range uint32(numHexKey) {
		mask := uint32(1)<<hexNothing | key&(keyBomb-1)<<hexMove
		if key&keyBomb != 0 {
			mask |= bombs
		}
		if key&keyRevive != 0 {
			mask |= 1 << hexRevive
		}
		masks = append(masks, mask)
	}
	return names, masks
}()

// hexMaskBytes are the masks by key, with a byte for each action.
var hexMaskBytes = func() (all [numHexKey][numHexActions]byte) {
	for key := range all {
		tell(all[key][:], hexMasks[key])
	}
	return all
}()

// HexabombAction returns the action with a number for a player's character; character counts the player's own
// characters from 0. It returns false for 0, for an invalid number, and for a character that the player does not have.
func HexabombAction(b *hexabomb.Board, player, character int, action uint8) (hexabomb.Action, bool) {
	first, end := b.Characters(player)
	id := first + character
	if character < 0 || id >= end || action == hexNothing || action >= numHexActions {
		return hexabomb.Action{}, false
	}
	a := hexabomb.Action{Player: uint16(player), Character: uint16(id)}
	switch {
	case action < hexBomb:
		a.Kind, a.Direction = hexabomb.Move, hexabomb.Direction(action-hexMove)
	case action < hexRevive:
		a.Kind = hexabomb.DropBomb
		a.Range = hexabomb.MinBomb + (action-hexBomb)/bombSettings
		a.Delay = hexabomb.MinBomb + (action-hexBomb)%bombSettings
	default:
		a.Kind = hexabomb.Revive
	}
	return a, true
}

// HexabombIndex returns the number of an action. It returns false for an action without a number: a bomb of a range or
// delay that only the special player may use, or an invalid action.
func HexabombIndex(a hexabomb.Action) (uint8, bool) {
	switch a.Kind {
	case hexabomb.Move:
		return hexMove + uint8(a.Direction), a.Direction < hexabomb.NumDirections
	case hexabomb.DropBomb:
		if min(a.Range, a.Delay) < hexabomb.MinBomb || max(a.Range, a.Delay) > hexabomb.MaxBomb {
			return 0, false
		}
		return hexBomb + (a.Range-hexabomb.MinBomb)*bombSettings + a.Delay - hexabomb.MinBomb, true
	case hexabomb.Revive:
		return hexRevive, true
	default:
		return 0, false
	}
}
