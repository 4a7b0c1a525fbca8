// What the board of hexabomb looks like, and helpers for it.

package main

import (
	"maps"
	"math/rand/v2"
)

// Cell is a place on the board.
type Cell struct {
	Q int `json:"q"`
	R int `json:"r"`
}

// Board holds the colour of every cell: 0 for neutral, else a player's id + 1.
type Board map[Cell]int

// Character is one of somebody's. A dead one stays on the cell where it died; its ReviveDelay is -1 while it lives.
type Character struct {
	Cell
	ID          int  `json:"id"`
	Color       int  `json:"color"`
	Alive       bool `json:"alive"`
	ReviveDelay int  `json:"revive_delay"`
	BombCount   int  `json:"bomb_count"`
}

// Bomb is a bomb on the board.
type Bomb struct {
	Cell
	Color int `json:"color"`
	Range int `json:"range"`
	Delay int `json:"delay"`
}

// State is the state of the game.
type State struct {
	Cells []struct {
		Cell
		Color int `json:"color"`
	} `json:"cells"`
	Characters []Character    `json:"characters"`
	Bombs      []Bomb         `json:"bombs"`
	Explosions map[int][]Cell `json:"explosions"` // the cells that went up in this turn, by colour
	CellCount  map[int]int    `json:"cell_count"` // by player id, as Score
	Score      map[int]int    `json:"score"`
}

// Board is the board of this state.
func (s State) Board() Board {
	board := Board{}
	for _, cell := range s.Cells {
		board[cell.Cell] = cell.Color
	}
	return board
}

// CharactersOf are the characters of a player, the dead ones too.
func (s State) CharactersOf(playerID int) []Character {
	var characters []Character
	for _, c := range s.Characters {
		if c.Color == playerID+1 {
			characters = append(characters, c)
		}
	}
	return characters
}

// BombCells is the set of cells with a bomb.
func (s State) BombCells() map[Cell]bool {
	cells := map[Cell]bool{}
	for _, bomb := range s.Bombs {
		cells[bomb.Cell] = true
	}
	return cells
}

// TakenCells is the set of cells with a bomb or a living character.
func (s State) TakenCells() map[Cell]bool {
	cells := s.BombCells()
	for _, c := range s.Characters {
		if c.Alive {
			cells[c.Cell] = true
		}
	}
	return cells
}

// Action is what one character shall do: "move" in a direction, "bomb" with range and delay, or "revive".
type Action struct {
	ID        int    `json:"id"`
	Movement  string `json:"movement"`
	Direction string `json:"direction,omitempty"`
	BombRange int    `json:"bomb_range,omitempty"`
	BombDelay int    `json:"bomb_delay,omitempty"`
}

// Step is a direction and the cell where it leads.
type Step struct {
	Direction string
	Cell
}

// directions are the six directions of the board, and what each adds to Q and R.
var directions = []Step{
	{"x+", Cell{1, 0}}, {"y+", Cell{1, -1}}, {"z+", Cell{0, -1}},
	{"x-", Cell{-1, 0}}, {"y-", Cell{-1, 1}}, {"z-", Cell{0, 1}},
}

// neighbours are the six cells around a cell, each with its direction. Some may not be on the board.
func neighbours(cell Cell) []Step {
	var around []Step
	for _, d := range directions {
		around = append(around, Step{d.Direction, Cell{cell.Q + d.Q, cell.R + d.R}})
	}
	return around
}

// blast is the set of cells that a bomb covers: its own, and up to reach cells in each direction, ended by the first
// missing one.
func blast(board Board, cell Cell, reach int) map[Cell]bool {
	covered := map[Cell]bool{cell: true}
	for _, d := range directions {
		for n := 1; n <= reach; n++ {
			target := Cell{cell.Q + n*d.Q, cell.R + n*d.R}
			if _, exists := board[target]; !exists {
				break
			}
			covered[target] = true
		}
	}
	return covered
}

// danger is the set of cells that go up within so many turns; 1: at the end of this one. A bomb that a blast covers
// goes up with it.
func danger(board Board, bombs []Bomb, turns int) map[Cell]bool {
	hot := map[Cell]bool{}
	exploded := make([]bool, len(bombs))
	for more := true; more; {
		more = false
		for i, bomb := range bombs {
			if !exploded[i] && (bomb.Delay <= turns || hot[bomb.Cell]) {
				exploded[i], more = true, true
				maps.Copy(hot, blast(board, bomb.Cell, bomb.Range))
			}
		}
	}
	return hot
}

// anyOf is any step out of the first list that is not empty.
func anyOf(lists ...[]Step) (step Step, found bool) {
	for _, list := range lists {
		if len(list) > 0 {
			return list[rand.IntN(len(list))], true
		}
	}
	return Step{}, false
}
