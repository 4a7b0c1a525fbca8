package picture

import (
	"fmt"
	"math"
	"strings"

	"blastyard/game/games"
	"blastyard/game/viewer"
)

// smallHexagons returns a board of seven cells with things of every kind.
func smallHexagons() *viewer.Frame {
	return &viewer.Frame{
		Legend: games.Hexabomb().Legend, Turn: 3, Turns: 20,
		Cells: []viewer.Cell{
			{X: 0, Y: 0, Owner: 1}, {X: 1, Y: 0, Owner: 2}, {X: -1, Y: 0}, {X: 0, Y: 1, Owner: 13}, {X: 0, Y: -1, Owner: 1},
			{X: 1, Y: -1, Owner: 2}, {X: -1, Y: 1, Owner: 3},
		},
		Tokens: []viewer.Token{
			{ID: 0, Player: 0, Cell: 0, Alive: true}, {ID: 1, Player: 1, Cell: 1, Revival: 2}, {ID: 2, Player: 2, Cell: 6, Alive: true, Special: true},
		},
		Bombs:      []viewer.Bomb{{Cell: 0, Owner: 1, Timer: 1, Range: 2}, {Cell: 4, Owner: 2, Timer: 3, Range: 2}},
		Explosions: []viewer.Explosion{{Cell: 5, Owner: 2}, {Cell: 2}},
		Players: []viewer.Player{
			{ID: 0, Name: "Ann", Score: 7, Cells: 2, Share: 2. / 7, Characters: 1, Living: 1, Bombs: 1},
			{ID: 1, Name: "Bob & co", Score: 9, Cells: 2, Share: 2. / 7, Characters: 1, Note: "late"},
			{ID: 2, Name: "ghost", Special: true, Cells: 1, Share: 1. / 7, Characters: 1, Living: 1, Bombs: 2},
		},
	}
}

// smallSquares returns a board of nine squares with walls, items and a blast.
func smallSquares() *viewer.Frame {
	f := &viewer.Frame{Shape: viewer.Square, Legend: games.Bomberman().Legend, Turn: 5}
	for i := range 9 {
		f.Cells = append(f.Cells, viewer.Cell{X: 1 + i%3, Y: 1 + i/3})
	}
	f.Cells[0].Wall, f.Cells[1].Wall = viewer.Stone, viewer.Brick
	f.Cells[3].Item, f.Cells[4].Item, f.Cells[5].Item = 1, 2, 3
	f.Tokens = []viewer.Token{{ID: viewer.OnlyToken, Cell: 7, Alive: true, Revival: viewer.NoRevival}}
	f.Explosions = []viewer.Explosion{{Cell: 8}}
	f.Players = []viewer.Player{{ID: 0, Name: "Ann", Score: -3, Share: 0.25, Characters: 1, Living: 1, Bombs: 1, Figures: [4]int{2, 4}}}
	return f
}

// hostileNames try to break a picture.
var hostileNames = []string{
	"", "   ", "\x1b[31mred\x1b[2J", "tab\tnew\nline\rback\b\x00", "\u202eltr\u200f\u200b", "日本の学生と長い名前", "👩‍👩‍👧‍👦 family 👍🏽", "e\u0301\u0301\u0301",
	"\xff\xfe broken", strings.Repeat("x", 5000), strings.Repeat("漢", 3000), `</text><script>alert(1)</script>`, `"><image href="http://example.org/"/>`,
	"&amp;&#0;&nbsp;", "<!--", "]]>", "\ufffe\uffff", "'\"",
}

// oddFrames returns frames that no game, or hardly any game, produces.
func oddFrames() map[string]*viewer.Frame {
	frames := map[string]*viewer.Frame{
		"nothing":  {},
		"no cells": {Shape: viewer.Square, Players: []viewer.Player{{}}, Tokens: []viewer.Token{{Alive: true}}, Bombs: []viewer.Bomb{{}}},
		"one cell": {Cells: []viewer.Cell{{Owner: 1}}, Players: []viewer.Player{{Name: "alone", Share: 1}}},
		"islands":  {Cells: []viewer.Cell{{X: -1000000, Y: 5}, {X: 3, Y: 3, Owner: 1}, {X: 900000, Y: math.MaxInt >> 23}}, Tokens: []viewer.Token{{Cell: 1, Alive: true}}},
		"far away": {Cells: []viewer.Cell{{X: math.MaxInt, Y: math.MinInt}, {X: math.MinInt, Y: math.MaxInt}, {X: math.MaxInt, Y: math.MaxInt}}},
		"a row":    {},
		"a column": {Shape: viewer.Square},
	}
	for i := range 500 {
		frames["a row"].Cells = append(frames["a row"].Cells, viewer.Cell{X: i})
		frames["a column"].Cells = append(frames["a column"].Cells, viewer.Cell{Y: i, Wall: viewer.Wall(i % 4), Item: viewer.Item(i % 5)})
	}
	wrong := smallHexagons()
	wrong.Turn, wrong.Turns = -5, -3
	wrong.Cells[2].Owner = -9
	wrong.Tokens = []viewer.Token{{Cell: 70, Alive: true}, {Cell: -1}, {Cell: 0, Player: -4, ID: -1, Alive: true}, {Cell: 0, Player: 1 << 30, ID: math.MaxInt >> 23, Revival: math.MaxInt >> 23}}
	wrong.Bombs = []viewer.Bomb{{Cell: 9}, {Cell: -2}, {Cell: 0, Timer: -3, Owner: -7}, {Cell: 0, Timer: math.MaxInt >> 23, Owner: math.MaxInt >> 23}}
	wrong.Explosions = []viewer.Explosion{{Cell: 14}, {Cell: -1}, {Cell: 0, Owner: -2}}
	wrong.Players[0].Score, wrong.Players[0].Share, wrong.Players[0].Cells = math.MinInt, math.NaN(), math.MaxInt
	wrong.Players[1].Share = math.Inf(1)
	frames["wrong"] = wrong
	hostile := smallSquares()
	hostile.Players = nil
	for i, name := range hostileNames {
		hostile.Players = append(hostile.Players, viewer.Player{ID: i, Name: name, Note: hostileNames[(i+3)%len(hostileNames)]})
	}
	frames["hostile"] = hostile
	return frames
}

// crowd returns a board of a thousand players with a cell each.
func crowd() *viewer.Frame {
	f := &viewer.Frame{}
	for i := range 1000 {
		f.Cells = append(f.Cells, viewer.Cell{X: i % 40, Y: i / 40, Owner: viewer.OwnerOf(i)})
		f.Tokens = append(f.Tokens, viewer.Token{ID: i, Player: i, Cell: i, Alive: i%3 != 0, Revival: i % 4})
		f.Players = append(f.Players, viewer.Player{ID: i, Name: fmt.Sprint("player ", i), Score: i, Cells: 1, Share: 0.001, Characters: 1})
	}
	return f
}
