// A starter bot for 2016-Bomberman: breaks walls, takes power-ups, attacks who comes near, and stays alive. Make it
// better! Each round starts it anew, with its key and the round's folder as arguments: it reads state.json there and
// writes move.txt.
package main

import (
	"fmt"
	"slices"
)

// choose looks at the state of the game and returns a command.
func choose(state *State, me Player) int {
	here, hot, ways := me.Location, danger(state), waysOut(state, me.Location)
	// draw(fmt.Sprintf(`{"circle":[%d,%d]}`, here.X, here.Y)) // to see it on the page
	ours := 0 // bombs on the board
	for _, bomb := range state.Bombs() {
		if bomb.Owner.Key != me.Key {
			continue
		}
		if ours++; bomb.Timer > 2 && len(hot[here]) == 0 {
			return triggerBomb // we are out of its blast
		}
	}
	bomb, free := bombOf(me), freeCells(state)
	if ours < me.BombBag && targets(state, bomb) > 0 && len(waysOut(state, here, bomb)) > 0 {
		return placeBomb
	}
	command, nearest := stay, 1000 // the move to the nearest cell where there is something to do
	for _, step := range neighbours(here) {
		if !free[step.Cell] || !slices.Contains(ways, step.Move) {
			continue
		}
		for cell, steps := range distances(free, step.Cell) {
			bomb.Location = cell
			worth := state.Blocks[cell.X-1][cell.Y-1].PowerUp != nil || targets(state, bomb) > 0
			if worth && len(hot[cell]) == 0 && steps < nearest {
				command, nearest = step.Move, steps
			}
		}
	}
	if command == stay && !slices.Contains(ways, stay) && len(ways) > 0 {
		return ways[0]
	}
	return command
}

func main() {
	state, me, folder := start()
	command := choose(state, me)
	answer(folder, command)
	fmt.Println("command", command) // goes to log.txt
}
