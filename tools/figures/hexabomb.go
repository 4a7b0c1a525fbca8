package main

import "blastyard/rules/hexabomb"

// hexagonFigures are the pictures of rules-hexabomb.md.
var hexagonFigures = []hexagons{
	{name: "hexabomb-coordinates", width: 420, coord: true, start: `origin: (0,-2)
    .   .   .
  .   .   .   .
.   .   a0  .   .
  .   .   .   .
    .   .   .`},

	{name: "hexabomb-line", start: "a0 a1 a2 .", turns: []hexagonTurn{
		{does(move(0, hexabomb.XPlus), move(1, hexabomb.XPlus), move(2, hexabomb.XPlus)), "a a0 a1 a2", nil},
	}},
	{name: "hexabomb-swap", start: ". a0 b0 .", turns: []hexagonTurn{
		{does(move(0, hexabomb.XPlus), move(1, hexabomb.XMinus)), ". a0 b0 .",
			because(hexabomb.Occupied, hexabomb.Occupied)},
	}},

	{name: "hexabomb-fuse", start: "a0 . . .", turns: []hexagonTurn{
		{does(drop(0, 2, 2)), "bombs: a0=0|a0*22 . . .", nil},
		{does(move(0, hexabomb.XPlus)), "bombs: a0=0|a*12 a0 . .", nil},
		{does(move(0, hexabomb.XPlus)), "bombs: a0=0|delay: a0=3|a! a! a+a0! .", nil},
	}},

	{name: "hexabomb-rays", width: 360, start: `
      .     .     .     a0
   .     b     .     .     .
.     .     a*14  .     _     .
   .     b0    .     .     .
      .     .     .     .`, turns: []hexagonTurn{
		{nil, `delay: b0=3
      a!    .     a!    a0
   .     a!    a!    .     .
a!    a!    a!    a!    _     .
   .     a+b0! a!    .     .
      a!    .     a!    .`, nil},
	}},

	{name: "hexabomb-chain", width: 460, start: "a0 _ a*22 . b*42 . c*43 . . . _ b0 c0", turns: []hexagonTurn{
		{nil, "a0 _ a*12 . b*32 . c*33 . . . _ b0 c0", nil},
		{nil, "a0 _ a! .! b! .! c! c! c! c! _ b0 c0", nil},
	}},

	{name: "hexabomb-tie", width: 360, start: "a0 _ a*13 . . . b*13 _ b0", turns: []hexagonTurn{
		{nil, "a0 _ a! a! .! b! b! _ b0", nil},
	}},
	{name: "hexabomb-near", width: 360, start: "a0 _ a*13 . . b*13 _ b0", turns: []hexagonTurn{
		{nil, "a0 _ a! a! b! b! _ b0", nil},
	}},

	{name: "hexabomb-late", start: "b0 _ b*12 . . a0 .", turns: []hexagonTurn{
		{does(move(0, hexabomb.XMinus)), "delay: a0=3|b0 _ b! b! b+a0! a .", nil},
	}},
	{name: "hexabomb-away", start: "b0 _ b*12 . a0 . .", turns: []hexagonTurn{
		{does(move(0, hexabomb.XPlus)), "b0 _ b! b! b! a0 .", nil},
	}},

	{name: "hexabomb-revival", start: "b0 _ b*12 a0 .", skip: []int{2, 3}, turns: []hexagonTurn{
		{nil, "delay: a0=3|b0 _ b! b+a0! b!", nil},
		{does(revives), "delay: a0=2|b0 _ b b+a0 b", because(hexabomb.TooEarly)},
		{does(revives), "delay: a0=1|b0 _ b b+a0 b", because(hexabomb.TooEarly)},
		{does(revives), "b0 _ b b+a0 b", because(hexabomb.TooEarly)},
		{does(revives), "b0 _ b a0 b", nil},
	}},

	{name: "hexabomb-special", start: "@0 a*12 a0 . _ b0", turns: []hexagonTurn{
		{nil, "delay: a0=3|@0!a a! a+a0! a! _ b0", nil},
	}},
}
