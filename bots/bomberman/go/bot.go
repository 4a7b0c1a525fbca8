// A starter bot for 2016-Bomberman: walks at random and bombs now and then. Make it better! Each round starts it
// anew, with its key and the round's folder as arguments: it reads state.json there and writes move.txt.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// State is what we need of state.json.
type State struct {
	Players []Player `json:"RegisteredPlayerEntities"` // sorted by key
	Blocks  [][]struct {
		Entity *struct{} // a wall or a player; an open power-up is no hindrance
		Bomb   *struct{ Owner Player }
	} `json:"GameBlocks"` // by column, then row
}

// Player is one of the players, or the owner of a bomb.
type Player struct {
	Key      string
	BombBag  int
	Location struct{ X, Y int } // (1, 1) is the upper left block of the map
}

const placeBomb, triggerBomb = 5, 6

// steps are what the moves 1 up, 2 left, 3 right, 4 down add to x and y.
var steps = [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}

// choose looks at the state of the game and returns a command.
func choose(state *State, key string) int {
	me := state.Players[key[0]-'A']
	x, y, free := me.Location.X, me.Location.Y, []int{} // free: the moves that lead onto a free block
	for i, step := range steps {
		if block := state.Blocks[x+step[0]-1][y+step[1]-1]; block.Entity == nil && block.Bomb == nil {
			free = append(free, i+1)
		}
	}
	mine, safe := 0, true // how many bombs are ours? A blast runs along rows and columns only
	for i, column := range state.Blocks {
		for j, block := range column {
			if block.Bomb != nil && block.Bomb.Owner.Key == key {
				mine, safe = mine+1, safe && i+1 != x && j+1 != y
			}
		}
	}
	switch {
	case mine > 0 && safe && rand.Float64() < 0.3:
		return triggerBomb
	case len(free) == 0 || mine < me.BombBag && rand.Float64() < 0.15:
		return placeBomb
	}
	return free[rand.IntN(len(free))]
}

func main() {
	key, folder := os.Args[1], os.Args[2]
	if filepath.Base(folder) != key {
		folder = filepath.Join(folder, key) // our own folder in that of the round
	}
	var state State
	text, err := os.ReadFile(filepath.Join(folder, "state.json"))
	check(err)
	check(json.Unmarshal(text, &state))
	command := choose(&state, key)
	check(os.WriteFile(filepath.Join(folder, "move.txt"), fmt.Append(nil, command), 0o666))
	fmt.Println("command", command) // goes to log.txt
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
