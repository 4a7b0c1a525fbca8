package games

import (
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// bombermanBlast simulates the rules until the bomb that a player places or triggers explodes, while nobody does
// anything else. It returns nil if the player dies before its command counts.
func bombermanBlast(s *bomberman.State, player int, c *bomberman.Choice) *viewer.Blast {
	commands := make([]bomberman.Command, s.Map().Players())
	next := s.Clone()
	commands[player] = c.Command
	next.Step(commands, nil)
	clear(commands)
	i := bombAt(next, c.At)
	if i < 0 || next.Bomb(i).Owner != player {
		return nil
	}
	due := next.Round() + next.Bomb(i).Timer
	for range forecast.Horizon {
		before := next.Clone()
		if next.Step(commands, nil); bombAt(next, c.At) >= 0 {
			continue
		}
		v := &viewer.Blast{Turn: due}
		if next.Round() < due {
			v.Chain = next.Round()
		}
		for p := range before.Blast(bombAt(before, c.At)) {
			v.Cells = append(v.Cells, (p.Y-1)*s.Map().Width+p.X-1)
		}
		return v
	}
	return nil
}

// bombAt returns the number of the bomb at a position, or -1.
func bombAt(s *bomberman.State, p bomberman.Pos) int {
	for i := range s.NumBombs() {
		if s.Bomb(i).At == p {
			return i
		}
	}
	return -1
}
