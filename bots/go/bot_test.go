package main

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// hexagon is a board, nobody's.
func hexagon(radius int) Board {
	board := Board{}
	for q := -radius; q <= radius; q++ {
		for r := -radius; r <= radius; r++ {
			if q+r >= -radius && q+r <= radius {
				board[Cell{q, r}] = 0
			}
		}
	}
	return board
}

func state(board Board, characters []Character, bombs ...Bomb) State {
	s := State{Characters: characters, Bombs: bombs}
	for cell, color := range board {
		s.Cells = append(s.Cells, struct {
			Cell
			Color int `json:"color"`
		}{cell, color})
	}
	return s
}

func TestNeighbours(t *testing.T) {
	want := []Step{{"x+", Cell{3, -1}}, {"y+", Cell{3, -2}}, {"z+", Cell{2, -2}}, {"x-", Cell{1, -1}}, {"y-", Cell{1, 0}}, {"z-", Cell{2, 0}}}
	if got := neighbours(Cell{2, -1}); !reflect.DeepEqual(got, want) {
		t.Errorf("neighbours %v, expected %v", got, want)
	}
}

func TestChooseActions(t *testing.T) {
	mine := Character{ID: 7, Color: 2, Alive: true}
	dead := Character{ID: 7, Color: 2}
	fresh := hexagon(1)
	for cell := range fresh {
		fresh[cell] = 2
	}
	fresh[Cell{0, 1}] = 1
	small := func(cells ...Cell) Board {
		board := Board{}
		for _, c := range cells {
			board[c] = 0
		}
		return board
	}
	loaded := mine
	loaded.BombCount = 1
	for name, x := range map[string]struct {
		state     State
		mayRevive bool
		want      []Action
	}{
		"prefers fresh cells": {state(fresh, []Character{mine}), true, []Action{{ID: 7, Movement: "move", Direction: "z-"}}},
		"nowhere to go": {state(small(Cell{0, 0}, Cell{1, 0}, Cell{0, 1}), []Character{loaded, {Color: 1, Cell: Cell{1, 0}, Alive: true}},
			Bomb{Cell: Cell{0, 1}, Range: 2, Delay: 2}), true, nil},
		"one cell":         {state(small(Cell{0, 0}), []Character{loaded}), true, nil},
		"stays where safe": {state(small(Cell{0, 0}, Cell{0, 1}, Cell{1, 1}), []Character{loaded}, Bomb{Cell: Cell{1, 1}, Range: 2, Delay: 1}), true, nil},
		"leaves a blast": {state(small(Cell{0, 0}, Cell{1, 0}, Cell{2, 0}, Cell{0, 1}), []Character{loaded}, Bomb{Cell: Cell{2, 0}, Range: 2, Delay: 1}), true,
			[]Action{{ID: 7, Movement: "move", Direction: "z-"}}},
		"gives up where nothing is safe": {state(small(Cell{0, 0}, Cell{1, 0}, Cell{2, 0}), []Character{loaded}, Bomb{Cell: Cell{2, 0}, Range: 2, Delay: 2}),
			true, nil},
		"bombs where it can flee": {state(hexagon(4), []Character{loaded}), true, []Action{{ID: 7, Movement: "bomb", BombRange: 4, BombDelay: 3}}},
		"no bomb where it cannot": {state(small(Cell{0, 0}, Cell{1, 0}, Cell{2, 0}, Cell{3, 0}, Cell{-1, 0}, Cell{-2, 0}, Cell{-3, 0}), []Character{loaded}), true,
			[]Action{{ID: 7, Movement: "move", Direction: "x+"}}},
		"two do not want the same cell": {state(small(Cell{0, 0}, Cell{1, 0}, Cell{2, 0}), []Character{mine, {ID: 8, Color: 2, Cell: Cell{2, 0}, Alive: true}}), true,
			[]Action{{ID: 7, Movement: "move", Direction: "x+"}}},
		"revives":                     {state(hexagon(1), []Character{dead}), true, []Action{{ID: 7, Movement: "revive"}}},
		"may not revive":              {state(hexagon(1), []Character{dead}), false, nil},
		"may not yet revive":          {state(hexagon(1), []Character{{ID: 7, Color: 2, ReviveDelay: 1}}), true, nil},
		"does not revive onto others": {state(hexagon(1), []Character{dead, {ID: 8, Color: 1, Alive: true}}), true, nil},
	} {
		for range 30 {
			if got := chooseActions(x.state, 1, x.mayRevive); !reflect.DeepEqual(got, x.want) {
				t.Errorf("%s: %v, expected %v", name, got, x.want)
				break
			}
		}
	}
}

func TestLegal(t *testing.T) {
	board, seen := hexagon(3), map[string]int{}
	cells := slices.Collect(maps.Keys(board))
	for range 2000 {
		rand.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		var people []Character
		for id, cell := range cells[:6] {
			people = append(people, Character{Cell: cell, ID: id, Color: 1 + id%2, Alive: rand.IntN(5) > 0, ReviveDelay: rand.IntN(4), BombCount: rand.IntN(3)})
		}
		bombs := []Bomb{{Cell: cells[5], Range: 2, Delay: 2}, {Cell: cells[6], Range: 3, Delay: 1}}
		s, acted := state(board, people, bombs...), map[int]bool{}
		for _, a := range chooseActions(s, 1, true) {
			me := people[a.ID]
			seen[a.Movement]++
			ok := false
			switch a.Movement {
			case "move":
				i := slices.IndexFunc(neighbours(me.Cell), func(n Step) bool { return n.Direction == a.Direction })
				target := neighbours(me.Cell)[i].Cell
				_, exists := board[target]
				ok = me.Alive && exists && freeCells(s)[target]
			case "bomb":
				ok = me.Alive && me.BombCount > 0 && gain(s, Bomb{Cell: me.Cell, Color: me.Color, Range: 2}) > 0 && a.BombRange == 4 && a.BombDelay == 3
			case "revive":
				ok = !me.Alive && me.ReviveDelay == 0 && freeCells(s)[me.Cell]
			}
			if !ok || acted[a.ID] || me.Color != 2 {
				t.Fatalf("%+v is not legal for %+v in %+v", a, me, s)
			}
			acted[a.ID] = true
		}
	}
	if len(seen) != 3 {
		t.Errorf("seen were %v, expected each kind of action", seen)
	}
}

func TestNumbers(t *testing.T) {
	for seed, wants := range map[uint32][]float64{
		7: {50271532, 266108690, 4195786334}, 2147483647: {1842962257, 546041740, 1654754255},
	} {
		next := numbers(seed)
		for _, want := range wants {
			if got := next() * (1 << 32); got != want {
				t.Errorf("seed %d: %v, expected %v", seed, got, want)
			}
		}
	}
}
