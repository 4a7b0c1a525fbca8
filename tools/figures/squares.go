package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
	"blastyard/show/picture"
)

// A squares is a situation of 2016-Bomberman and what comes of it: NAME-0.svg is the start, NAME-1.svg the map after
// the first round, and so on.
type squares struct {
	name   string
	start  string // the upper left part of a map, without the border; the rest is open
	rounds []squareRound
	draw   []int // the maps that are drawn
	width  int   // of the pictures in pixels; 0: 300
}

// A squareRound is a round and what the rules must make of it.
type squareRound struct {
	commands string // by player: u, l, r, d, b (place a bomb), t (trigger) or -
	want     string // the same part of the map afterwards, as map.txt shows it; empty: not compared
	points   []int  // by player, without coverage; nil: not compared
}

// The signs of a start: . is open, 1 to 3 are soft walls over power-ups, & ! $ are power-ups in the open.
const (
	hiddenSigns = "123"
	openSigns   = "&!$"
)

// newMap makes the map of a start: one of a seed, whose soft walls and players make way.
func (x *squares) newMap() (*bomberman.Map, error) {
	players := 0
	for k := range bomberman.MaxPlayers {
		if strings.ContainsRune(x.start, rune(bomberman.Key(k))) {
			players = k + 1
		}
	}
	settings := bomberman.DefaultSettings()
	settings.SmallSize, settings.CoveragePoints = 11, 0
	m, err := bomberman.Generate(settings, players, 1)
	if err != nil {
		return nil, err
	}
	for i, b := range m.Blocks {
		if b.Wall != bomberman.HardWall {
			m.Blocks[i] = bomberman.Block{}
		}
	}
	m.Bounty = 100
	for y, row := range strings.Fields(x.start) {
		for i, sign := range row {
			at := bomberman.Pos{X: i + 2, Y: y + 2}
			if hard := m.At(at).Wall == bomberman.HardWall; hard != (sign == '#') {
				return nil, fmt.Errorf("(%d,%d) is %q", at.X, at.Y, sign)
			}
			if 'A' <= sign && sign <= 'L' {
				m.Starts[sign-'A'] = at
				continue
			}
			b := &m.Blocks[(at.Y-1)*m.Width+at.X-1]
			hidden, open := strings.IndexRune(hiddenSigns, sign), strings.IndexRune(openSigns, sign)
			switch {
			case sign == '+':
				b.Wall = bomberman.SoftWall
			case hidden >= 0:
				*b = bomberman.Block{Wall: bomberman.SoftWall, PowerUp: bomberman.BagPowerUp +
					bomberman.PowerUp(hidden)}
			case open >= 0:
				b.PowerUp = bomberman.BagPowerUp + bomberman.PowerUp(open)
			}
		}
	}
	return m, nil
}

func (x *squares) drawAll() ([]file, error) {
	m, err := x.newMap()
	if err != nil {
		return nil, err
	}
	rows := strings.Fields(x.start)
	s := bomberman.NewState(m)
	var files []file
	for i := 0; ; i++ {
		if slices.Contains(x.draw, i) {
			var f viewer.Frame
			games.PictureBomberman(&f, s, nil)
			f.Turns = 0
			crop(&f, len(rows[0])+2, len(rows)+2)
			drawn, err := drawFrame(fmt.Sprintf("%s-%d", x.name, i), &f, picture.Options{Width: cmp.Or(x.width, 300)})
			if err != nil {
				return nil, err
			}
			files = append(files, drawn)
		}
		if i == len(x.rounds) {
			return files, nil
		}
		if err := x.rounds[i].play(s, len(rows[0])); err != nil {
			return nil, fmt.Errorf("round %d: %w", i+1, err)
		}
	}
}

// play plays the round on s and compares.
func (r *squareRound) play(s *bomberman.State, width int) error {
	var commands []bomberman.Command
	for _, letter := range r.commands {
		commands = append(commands, bomberman.Command(strings.IndexRune("-ulrdbt", letter)))
	}
	s.Step(commands, nil)
	for k, want := range r.points {
		if got := s.Player(k).Points; got != want {
			return fmt.Errorf("player %c has %d points, expected %d", bomberman.Key(k), got, want)
		}
	}
	text := wire.Text{Names: make([]string, s.Map().Players())}
	lines := strings.Split(string(text.AppendMap(nil, s)), "\n")[2:] // without the head and the border
	for y, want := range strings.Fields(r.want) {
		if got := strings.ReplaceAll(lines[y][1:width+1], " ", "."); got != want {
			return fmt.Errorf("row %d is %s, expected %s", y+2, got, want)
		}
	}
	return nil
}

// crop leaves the upper left part of a frame.
func crop(f *viewer.Frame, width, height int) {
	place := make([]int, len(f.Cells))
	cells := f.Cells[:0]
	for i, c := range f.Cells {
		place[i] = viewer.OffBoard
		if c.X <= width && c.Y <= height {
			place[i] = len(cells)
			cells = append(cells, c)
		}
	}
	f.Cells = cells
	for i := range f.Tokens {
		f.Tokens[i].Cell = place[f.Tokens[i].Cell]
	}
	for i := range f.Bombs {
		f.Bombs[i].Cell = place[f.Bombs[i].Cell]
	}
	for i := range f.Explosions {
		f.Explosions[i].Cell = place[f.Explosions[i].Cell]
	}
}

// drawMaps draws the map that a seed gives.
func drawMaps() ([]file, error) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 4, 7)
	if err != nil {
		return nil, err
	}
	var f viewer.Frame
	games.PictureBomberman(&f, bomberman.NewState(m), nil)
	f.Turns = 0
	drawn, err := drawFrame("bomberman-map", &f, picture.Options{Width: 480})
	return []file{drawn}, err
}
