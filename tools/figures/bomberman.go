package main

// squareFigures are the pictures of rules-bomberman.md.
var squareFigures = []squares{
	{name: "bomberman-fuse", draw: []int{1, 2, 4, 5, 6}, start: `
A1...
.#.#.
.....
.#.#.
....B`, rounds: []squareRound{
		{"b-", "a+... .#.#. ..... .#.#. ....B", nil},
		{"d-", "3+... A#.#. ..... .#.#. ....B", nil},
		{"d-", "2+... .#.#. A.... .#.#. ....B", nil},
		{"--", "1+... .#.#. A.... .#.#. ....B", nil},
		{"--", "**... *#.#. A.... .#.#. ....B", []int{10, 0}},
		{"--", ".&... .#.#. A.... .#.#. ....B", []int{10, 0}},
	}},
	{name: "bomberman-late", draw: []int{4, 5}, start: `
A+...
.#.#.
.....
.#.#.
....B`, rounds: []squareRound{
		{"b-", "a+... .#.#. ..... .#.#. ....B", nil},
		{"d-", "3+... A#.#. ..... .#.#. ....B", nil},
		{"d-", "2+... .#.#. A.... .#.#. ....B", nil},
		{"--", "1+... .#.#. A.... .#.#. ....B", nil},
		{"u-", "**... *#.#. ..... .#.#. ....B", []int{-100, 0}},
	}},
	{name: "bomberman-rays", draw: []int{6, 7}, start: `
.!A++..
.#.#.#.
.......
.#.#.#.
......B`, rounds: []squareRound{
		{"l-", ".A.++.. .#.#.#. ....... .#.#.#. ......B", nil},
		{"r-", "..A++.. .#.#.#. ....... .#.#.#. ......B", nil},
		{"b-", "..a++.. .#.#.#. ....... .#.#.#. ......B", nil},
		{"l-", ".A3++.. .#.#.#. ....... .#.#.#. ......B", nil},
		{"l-", "A.2++.. .#.#.#. ....... .#.#.#. ......B", nil},
		{"d-", "..1++.. A#.#.#. ....... .#.#.#. ......B", nil},
		{"--", "****+.. A#*#.#. ..*.... .#.#.#. ......B", []int{10, 0}},
	}},
	{name: "bomberman-chain", draw: []int{4, 5}, start: `
.......
.#.#.#.
.+AB...
.#.#.#.
.......`, rounds: []squareRound{
		{"b-", "....... .#.#.#. .+aB... .#.#.#. .......", nil},
		{"ub", "....... .#A#.#. .+3b... .#.#.#. .......", nil},
		{"ur", "..A.... .#.#.#. .+23B.. .#.#.#. .......", nil},
		{"-u", "..A.... .#.#B#. .+12... .#.#.#. .......", nil},
		{"--", "..A.... .#*#B#. .****.. .#*#.#. .......", []int{10, 10}},
	}},
	{name: "bomberman-follow", draw: []int{0, 1}, start: `
.AB..
.#.#.`, rounds: []squareRound{
		{"rr", "..AB. .#.#.", nil},
	}},
	{name: "bomberman-swap", draw: []int{0, 1}, start: `
.AB..
.#.#.`, rounds: []squareRound{
		{"rl", ".AB.. .#.#.", nil},
	}},
	{name: "bomberman-same", draw: []int{0, 1}, start: `
A.B..
.#.#.`, rounds: []squareRound{
		{"rl", ".AB.. .#.#.", nil},
	}},
}
