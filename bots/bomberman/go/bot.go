// A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better! It is started anew
// each round with its key and the folder of the round, reads state.json there and writes move.txt.
package main

import (
	"fmt"
	"slices"
)

// choose looks at the state of the game and returns a command.
func choose(state *State, me Player) int {
	here, mine := me.Location, bombsOf(state, me.Key)
	// draw(fmt.Sprintf(`{"circle":[%d,%d]}`, here.X, here.Y)) // to see it on the page
	// Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
	wary := triggered(without(state, me), func(b Bomb) bool { return b.Owner.Key != me.Key })
	free, hot, bomb := freeCells(wary), danger(wary), bombOf(me)
	ways := anyOf(waysOut(wary, here), waysOut(state, here))
	gain := func(cell Cell) (hits int) { // of a bomb there: soft walls that no bomb breaks yet, and other players
		bomb.Location = cell
		for c := range blast(wary, bomb) {
			wall := wary.holds(c, softWall)
			if wall && hot[c] == nil || !wall && wary.Blocks[c.X-1][c.Y-1].Entity != nil {
				hits++
			}
		}
		return hits
	}
	safe := func(cell Cell) bool { return len(waysOut(wary, cell, bomb)) > 0 } // whether we survive a bomb there
	if len(mine) < me.BombBag && state.Blocks[here.X-1][here.Y-1].Bomb == nil && gain(here) > 0 && safe(here) {
		return placeBomb
	}
	if len(mine) > 0 && mine[0].Timer > 2 {
		early := triggered(wary, func(b Bomb) bool { return b.Location == mine[0].Location })
		if slices.Contains(waysOut(early, here), stay) {
			return triggerBomb // no need to wait
		}
	}
	// Go where most is to be had for each turn: a power-up is worth four walls. The best goal first.
	worth := map[Cell]float64{}
	for cell, steps := range distances(free, here) {
		worth[cell] = float64(gain(cell)+4*state.powerUps(cell)) / float64(steps+2)
	}
	for _, cell := range best(worth) {
		moves, _ := path(free, here, cell)
		if cell != here && slices.Contains(ways, moves[0]) && (state.powerUps(cell) > 0 || safe(cell)) {
			return moves[0]
		}
	}
	return ways[int(random(state)*float64(len(ways)))]
}

func main() {
	state, me, folder := start()
	command := choose(state, me)
	answer(folder, command)
	fmt.Println("command", command) // goes to log.txt
}
