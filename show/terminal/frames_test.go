package terminal

import (
	"fmt"
	"math"
	"strings"

	"blastyard/game/viewer"
	"blastyard/show/internal/termtest"
)

// Short names for helpers that other packages' tests use too.
var (
	hexagonMap = termtest.HexagonMap
	played     = termtest.Played
	checkText  = termtest.CheckText
)

// help is the text about the keys of a live picture.
var help = []string{"space pause  ←→ step  q quit", "+- speed  l letters  end now"}

// hostileNames try to break the picture.
var hostileNames = []string{
	"", "   ", "\x1b[31mred\x1b[2J\x1b]0;title\x07", "tab\tnew\nline\rback\b", "\u202eltr\u200f\u200b", "日本の学生と長い名前", "👩‍👩‍👧‍👦 family 👍🏽",
	"e\u0301\u0301\u0301\u0301combining", "\xff\xfe broken", strings.Repeat("x", 5000), strings.Repeat("漢", 3000), "\x9b31mC1\u009b2J", "ᄀᄀᄀ각ᆨᆨ",
}

// oddFrames returns frames that no game, or hardly any game, produces.
func oddFrames() map[string]viewer.Frame {
	many := played(hexagonMap(20, 14, 3), 0, 30)
	crowd := played(hexagonMap(25, 1024, 1), 0, 8)
	frames := map[string]viewer.Frame{
		"nothing":  {},
		"one cell": {Cells: []viewer.Cell{{Owner: 1}}, Players: []viewer.Player{{Name: "alone", Share: 1, Connected: true}}},
		"many":     many[30],
		"crowd":    crowd[8],
		"islands": {Cells: []viewer.Cell{{X: -1000000, Y: 5}, {X: 3, Y: 3, Owner: 1}, {X: 4, Y: 3, Owner: 2}, {X: 900000, Y: math.MaxInt >> 23}},
			Players: []viewer.Player{{ID: 0}, {ID: 1}}, Tokens: []viewer.Token{{Cell: 1, Alive: true}}},
		"far away": {Cells: []viewer.Cell{{X: math.MaxInt, Y: math.MinInt}, {X: math.MinInt, Y: math.MaxInt}, {X: math.MaxInt, Y: math.MaxInt}}},
		"squares": {Shape: viewer.Square, Cells: []viewer.Cell{{}, {X: 1, Wall: viewer.Stone}, {X: 2, Wall: viewer.Brick}, {Y: 1, Owner: 2}, {X: 1, Y: 1}, {X: 2, Y: 1}},
			Players: []viewer.Player{{ID: 0, Name: "p"}, {ID: 1, Name: "q"}}, Tokens: []viewer.Token{{ID: viewer.OnlyToken, Cell: 3, Player: 1, Alive: true}, {ID: viewer.OnlyToken, Cell: viewer.OffBoard}}},
	}
	one := frames["one cell"]
	wrong := one.Clone()
	wrong.Turn, wrong.Turns = -5, 3
	wrong.Tokens = []viewer.Token{{Cell: 7, Alive: true}, {Cell: -1}, {Cell: 0, Player: -4, ID: -1, Alive: true}, {Cell: 0, Player: 1 << 30, ID: math.MaxInt >> 23, Revival: math.MaxInt >> 23}}
	wrong.Bombs = []viewer.Bomb{{Cell: 9}, {Cell: 0, Timer: -3, Owner: -7}, {Cell: 0, Timer: math.MaxInt >> 23, Owner: math.MaxInt >> 23}}
	wrong.Explosions = []viewer.Explosion{{Cell: 4}, {Cell: 0, Owner: -2}}
	wrong.Players[0].Score, wrong.Players[0].Share, wrong.Players[0].Cells = math.MinInt, math.NaN(), math.MaxInt
	frames["wrong"] = wrong
	hostile := many[20].Clone()
	for i := range hostile.Players {
		hostile.Players[i].Name = hostileNames[i%len(hostileNames)]
		hostile.Players[i].Note = hostileNames[(i+3)%len(hostileNames)]
		hostile.Events = append(hostile.Events, viewer.Event{Turn: i, Text: hostileNames[i%len(hostileNames)]})
	}
	frames["hostile"] = hostile
	for i, f := range played(hexagonMap(4, 3, 2), 1, 40) {
		if i%13 == 0 {
			frames[fmt.Sprintf("sudden death %d", i)] = f
		}
	}
	return frames
}
