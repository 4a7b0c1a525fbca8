// A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better!
package main

import (
	"fmt"
	"math/rand/v2"
)

const nickname = "mybot" // 1 to 10 characters without blanks

// chooseActions looks at the state of the game and gives one action for each of our characters.
func chooseActions(state State, playerID int, mayRevive bool) []Action {
	board, bombs, taken := state.Board(), state.BombCells(), state.TakenCells()
	hot := danger(board, state.Bombs, 2)
	var actions []Action
	for _, me := range state.CharactersOf(playerID) {
		if !me.Alive {
			if mayRevive && me.ReviveDelay == 0 && !taken[me.Cell] {
				actions = append(actions, Action{ID: me.ID, Movement: "revive"})
			}
			continue
		}
		var fresh, safe, risky []Step // where it could go: onto cells that hold neither a character nor a bomb
		for _, step := range neighbours(me.Cell) {
			color, exists := board[step.Cell]
			switch {
			case !exists || taken[step.Cell]:
			case hot[step.Cell]:
				risky = append(risky, step)
			case color == me.Color:
				safe = append(safe, step)
			default:
				fresh = append(fresh, step)
			}
		}
		refuge := len(fresh)+len(safe) > 0
		if me.BombCount > 0 && refuge && !bombs[me.Cell] && !hot[me.Cell] && rand.Float64() < 0.1 {
			actions = append(actions, Action{ID: me.ID, Movement: "bomb", BombRange: 2 + rand.IntN(3), BombDelay: 4})
		} else if step, found := anyOf(fresh, safe, risky); found && (refuge || hot[me.Cell]) {
			taken[step.Cell] = true // so that our next character does not want to go there, too
			actions = append(actions, Action{ID: me.ID, Movement: "move", Direction: step.Direction})
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
	// Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
	fmt.Println("winner:", client.GameEnds.Winner, "we are:", game.PlayerID)
}
