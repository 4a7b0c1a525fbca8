// Package termtest provides helpers for tests of pictures in terminals.
package termtest

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
)

// HexagonMap returns a hexagon of a radius, with the players' characters on cells that a fixed seed selects.
func HexagonMap(radius, players, characters int) *hexabomb.Map {
	m := &hexabomb.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -radius-q); r <= min(radius, radius-q); r++ {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
		}
	}
	places := rand.New(rand.NewPCG(1, 2)).Perm(len(m.Cells))
	take := func() (c hexabomb.Coord) {
		c, places = m.Cells[places[0]], places[1:]
		return c
	}
	for range players {
		var starts []hexabomb.Coord
		for range characters {
			starts = append(starts, take())
		}
		m.Starts = append(m.Starts, starts)
	}
	m.SpecialStarts = []hexabomb.Coord{take()}
	return m
}

var botNames = []string{"hunter", "greedy", "random", "./my bot.py --fast", "idle"}

// Played returns the frames of a game of random actions.
func Played(m *hexabomb.Map, special, turns int) []viewer.Frame {
	b, err := hexabomb.NewBoard(m, len(m.Starts), special)
	if err != nil {
		panic(err)
	}
	var seats []viewer.Seat
	for p := range b.NumPlayers() {
		seats = append(seats, viewer.Seat{Name: botNames[p%len(botNames)], Connected: true})
	}
	random := rand.New(rand.NewPCG(3, 4))
	s := hexabomb.NewState(b)
	frames := make([]viewer.Frame, turns+1)
	games.PictureHexabomb(&frames[0], s, turns, seats)
	for t := 1; t <= turns; t++ {
		var actions []hexabomb.Action
		for id := range b.NumCharacters() {
			a := hexabomb.Action{Player: uint16(b.Owner(id)), Character: uint16(id),
				Direction: hexabomb.Direction(random.IntN(6))}
			if random.IntN(8) == 0 {
				a.Kind, a.Range, a.Delay = hexabomb.DropBomb, uint8(2+random.IntN(3)), uint8(2+random.IntN(3))
				if b.Special(int(a.Player)) {
					a.Delay = 12
				}
			}
			if !s.Character(id).Alive {
				a.Kind = hexabomb.Revive
			}
			actions = append(actions, a)
		}
		s.Step(actions, nil)
		games.PictureHexabomb(&frames[t], s, turns, seats)
		frames[t].AddEvents(&frames[t-1])
	}
	return frames
}

// CheckText fails if text is larger than it may be, or holds anything but printable letters, what joins them, colours
// and, where there are colours, the column of what follows a letter whose width is uncertain.
func CheckText(t *testing.T, text string, width, height int, coloured bool) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if height > 0 && len(lines) > height {
		t.Errorf("%d lines, at most %d are allowed", len(lines), height)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w > width {
			t.Errorf("line %d is %d columns wide, at most %d are allowed: %q", i, w, width, l)
		}
		rest := l
		for {
			before, after, found := strings.Cut(rest, "\x1b[")
			for _, r := range before {
				if !unicode.IsPrint(r) && r != '\u200d' {
					t.Errorf("line %d holds %q", i, r)
				}
			}
			if !found {
				break
			}
			end := strings.IndexFunc(after, func(r rune) bool { return !strings.ContainsRune("0123456789;:", r) })
			column := columnOf(after, end)
			if end < 0 || after[end] != 'm' && (column < 1 || column > width) || !coloured {
				t.Fatalf("line %d holds an escape sequence that is no colour, or none was asked for: %q", i, l)
			}
			rest = after[end+1:]
		}
	}
}

// columnOf is the column to which an escape sequence without its beginning goes, from 1; 0: it does something else.
func columnOf(sequence string, end int) int {
	if end < 0 || sequence[end] != 'G' {
		return 0
	}
	n, _ := strconv.Atoi(sequence[:end])
	return n
}
