package wire

import (
	"fmt"

	"blastyard/rules/bomberman"
)

// Refusal says why a player's command had no effect, or is empty. failed is the result of Step. It also reports a
// move whose block another player got.
func Refusal(c bomberman.Command, failed bool, before, after bomberman.Player) string {
	switch c {
	case bomberman.Up, bomberman.Left, bomberman.Right, bomberman.Down:
		where := [...]string{bomberman.Up: "up", bomberman.Left: "left", bomberman.Right: "right",
			bomberman.Down: "down"}[c]
		if failed {
			return fmt.Sprintf("cannot move %s: a wall or a bomb is there", where)
		}
		if after.Alive && before.At == after.At {
			return fmt.Sprintf("cannot move %s: another player is there or was quicker", where)
		}
	case bomberman.PlaceBomb:
		if failed && before.OnMap >= before.Bag {
			return fmt.Sprintf("cannot place a bomb: the bag is empty, all %d are on the map", before.Bag)
		}
		if failed {
			return "cannot place a bomb: one is there"
		}
	case bomberman.TriggerBomb:
		if failed {
			return "cannot trigger: none of your bombs is on the map"
		}
	case bomberman.Nothing:
	}
	return ""
}
