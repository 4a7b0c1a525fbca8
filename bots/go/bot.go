// A starter bot for hexabomb: goes for cells that are not ours, bombs where it can get away. Make it better!
package main

import (
	"fmt"
	"slices"
)

const nickname, minGain = "mybot", 8 // 1 to 10 characters without blanks; how many cells each bomb must win

// chooseActions looks at the state of the game and gives one action for each of our characters.
func chooseActions(state State, playerID int, mayRevive bool) (actions []Action) {
	board, free, hot := state.Board(), freeCells(state), danger(state.Board(), state.Bombs)
	for _, me := range state.CharactersOf(playerID) {
		// draw(map[string]any{"circle": []int{me.Q, me.R}, "color": "red"}) // to see it on the page
		if !me.Alive {
			if mayRevive && me.ReviveDelay == 0 && free[me.Cell] {
				actions = append(actions, Action{ID: me.ID, Movement: "revive"})
				delete(free, me.Cell)
			}
			continue
		}
		fresh := func(cell Cell) bool { return board[cell] != me.Color && len(hot[cell]) == 0 }
		bomb := Bomb{Cell: me.Cell, Color: me.Color, Range: 4, Delay: 3}
		if me.BombCount > 0 && gain(state, bomb) >= minGain && len(waysOut(state, me.Cell, bomb)) > 0 {
			actions = append(actions, Action{ID: me.ID, Movement: "bomb", BombRange: bomb.Range, BombDelay: bomb.Delay})
			continue
		}
		// Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
		barred := func(way string) bool { return way != stay && !free[neighbour(me.Cell, way)] }
		soon := func(way string) bool {
			return len(hot[neighbour(me.Cell, way)]) > 0 && hot[neighbour(me.Cell, way)][0] <= 2
		}
		ways := slices.DeleteFunc(waysOut(state, me.Cell), barred)
		calm := slices.DeleteFunc(slices.Clone(ways), soon)
		direction := choose(toward(free, me.Cell, fresh), calm, ways, []string{stay})
		if direction != stay {
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
