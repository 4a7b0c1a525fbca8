package hexabomb_test

import (
	"fmt"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// row is a map of five cells in a row, with a character of each of two players at its ends.
var row = &hexabomb.Map{
	Cells:  []hexabomb.Coord{{Q: 0}, {Q: 1}, {Q: 2}, {Q: 3}, {Q: 4}},
	Starts: [][]hexabomb.Coord{{{Q: 0}}, {{Q: 4}}},
}

// A few turns: player 0 drops a bomb and steps away too slowly, player 1 stays.
func Example() {
	board, err := hexabomb.NewBoard(row, 2, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := hexabomb.NewState(board)
	var refused []hexabomb.Refusal
	for _, actions := range [][]hexabomb.Action{
		{{Player: 0, Character: 0, Kind: hexabomb.DropBomb, Range: 3, Delay: 3}},
		{{Player: 0, Character: 0, Kind: hexabomb.Move, Direction: hexabomb.XPlus}},
		{{Player: 0, Character: 0, Kind: hexabomb.Move, Direction: hexabomb.XMinus}}, // back onto the bomb: refused
		nil,
	} {
		s.Step(actions, &refused)
	}
	for _, r := range refused {
		fmt.Printf("player %d, %v: %v\n", r.Action.Player, r.Action, r.Reason)
	}
	fmt.Print(s)
	fmt.Println("living:", s.Living(0), s.Living(1), "cells:", s.CellCount(0), s.CellCount(1), "winner:", s.Winner())
	// Output:
	// player 0, character 0: move x-: the cell is occupied
	// turn: 4
	// score: a=9 b=4
	// bombs: a0=0
	// delay: a0=3
	// a!    a+a0! a!    a!    b0
	// living: 0 1 cells: 4 1 winner: 0
}

// What player 0 can do at the start.
func ExampleState_Legal() {
	board, err := hexabomb.NewBoard(row, 2, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range hexabomb.NewState(board).Legal(0) {
		if c.Refused == hexabomb.NotRefused {
			fmt.Println(c.Action)
		} else if c.HasCell {
			fmt.Printf("not %v: %v\n", c.Action, c.Refused)
		}
	}
	// Output:
	// character 0: move x+
	// character 0: bomb of range 2, delay 2
	// not character 0: revive: the character is alive
}

// A bomb of range 2 that explodes in the third turn: which cells explode when.
func Example_forecast() {
	board, err := hexabomb.NewBoard(row, 2, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := hexabomb.NewState(board)
	s.Step([]hexabomb.Action{{Player: 1, Character: 1, Kind: hexabomb.DropBomb, Range: 2, Delay: 3}}, nil)
	f := forecast.New(board)
	f.Look(s)
	for c := range hexabomb.Cell(board.NumCells()) {
		if turn := f.First(c); turn > 0 {
			fmt.Printf("%v blows up in %d turns\n", board.Coord(c), turn)
		}
	}
	// Output:
	// (q=2, r=0) blows up in 3 turns
	// (q=3, r=0) blows up in 3 turns
	// (q=4, r=0) blows up in 3 turns
}
