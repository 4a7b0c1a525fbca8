package games

import (
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// hexabombBlasts predicts the blasts of bombs that could be dropped in the turn after a state.
type hexabombBlasts struct {
	state    *hexabomb.State
	forecast *forecast.Forecast // nil until it is needed
}

// of returns the blast of a bomb on a cell with a range of up to reach. Only the end of the board stops a blast, so a
// longer range only adds cells. A bomb that another one sets off explodes with it.
func (b *hexabombBlasts) of(cell hexabomb.Cell, reach int) *viewer.Blast {
	if b.forecast == nil {
		b.forecast = forecast.New(b.state.Board())
		b.forecast.Look(b.state)
	}
	// The delay counts from the turn after the one in which the bomb is dropped.
	v := &viewer.Blast{Cells: []int{int(cell)}, Ranges: []int{0}, Turn: b.state.Turn() + 1 + hexabomb.MinBomb}
	if first := b.forecast.First(cell); first > 0 {
		v.Chain = b.state.Turn() + first
	}
	var rays [hexabomb.NumDirections][]hexabomb.Cell
	for d := range rays {
		for c := range b.state.Board().Ray(cell, hexabomb.Direction(d)) {
			if rays[d] = append(rays[d], c); len(rays[d]) == reach {
				break
			}
		}
	}
	for distance := 1; distance <= reach; distance++ {
		for d := range rays {
			if distance <= len(rays[d]) {
				v.Cells, v.Ranges = append(v.Cells, int(rays[d][distance-1])), append(v.Ranges, distance)
			}
		}
	}
	return v
}
