// A starter bot for hexabomb: goes for cells of other colours, bombs where that pays, and stays alive. Make it better!
package main

import (
	"fmt"
	"math"
	"slices"
)

const nickname = "mybot" // 1 to 10 characters without blanks

// chooseActions looks at the state of the game and gives one action for each of our characters.
func chooseActions(state State, playerID int, mayRevive bool) (actions []Action) {
	board, free := state.Board(), freeCells(state)
	for _, me := range state.CharactersOf(playerID) {
		// draw(map[string]any{"circle": []int{me.Q, me.R}, "color": "red"}) // to see it on the page
		if !me.Alive {
			if mayRevive && me.ReviveDelay == 0 && free[me.Cell] {
				actions = append(actions, Action{ID: me.ID, Movement: "revive"})
			}
			continue
		}
		bomb := Bomb{Cell: me.Cell, Color: me.Color, Range: 3, Delay: 2}
		if me.BombCount > 0 && gain(state, bomb) >= 6 && len(waysOut(state, me.Cell, bomb)) > 0 {
			actions = append(actions, Action{ID: me.ID, Movement: "bomb", BombRange: bomb.Range, BombDelay: bomb.Delay})
			continue
		}
		ways, best, direction := waysOut(state, me.Cell), math.MaxInt, "" // to the nearest cell that is not ours
		for _, step := range neighbours(me.Cell) {
			for cell, steps := range distances(free, step.Cell) {
				if board[cell] != me.Color && steps < best && free[step.Cell] && slices.Contains(ways, step.Direction) {
					best, direction = steps, step.Direction
				}
			}
		}
		if direction == "" && len(ways) > 0 && !slices.Contains(ways, "stay") {
			direction = ways[0] // all cells are ours, but a blast is coming
		}
		if direction != "" {
			delete(free, neighbour(me.Cell, direction)) // so that our next character does not want to go there, too
			actions = append(actions, Action{ID: me.ID, Movement: "move", Direction: direction})
		}
	}
	return actions
}

func main() {
	client, err := Connect(nickname)
	exitOn(err)
	game, err := client.WaitForStart()
	exitOn(err)
	mayRevive := game.NbSpecialPlayers == 0 // in sudden death the dead stay dead
	for turn, err := range client.Turns() {
		exitOn(err)
		exitOn(client.Act(chooseActions(turn.State, game.PlayerID, mayRevive)))
	}
	// Prints go to the page with their turn, and with --log FOLDER to a file.
	fmt.Println("winner:", client.GameEnds.Winner, "we are:", game.PlayerID)
}
