package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blastyard/bots/bomberbots"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/show/picture"
	"blastyard/train/observe"
)

// A position is a state of a match, and what one of its players observes.
type position struct {
	name   string // of the pictures
	frame  viewer.Frame
	spec   *observe.Spec
	planes []byte
}

// The position of Bomberman is from a match of built-in bots, after a turn at which no plane is empty.
const (
	bombermanTurn  = 37
	bombermanSize  = 11
	bombermanSeed  = 2
	trainingPlayer = 0 // who observes
)

// hexabombText is a board of 37 cells in the middle of a match of two players with two characters each.
const hexabombText = `turn: 23
score: a=143 b=151
bombs: a0=0 a1=0 b0=1 b1=0
delay: a1=2 b1=0
         .     .     b     b
      .     .     b     b*33  b
   a     a     .     b     b0    b
a     a0    a*42  .     .     .+b1  .
   a     a     .     .+a1  .     b
      a     a*22  .     b*22  .
         .     a     .     .`

// hexabombPosition is that of hexabombText.
func hexabombPosition() (*position, error) {
	s, err := hexabomb.ParseState(hexabombText)
	if err != nil {
		return nil, err
	}
	const turns = 60
	seen, err := observe.NewHexabombBoard(s.Board(), observe.Planes, turns)
	if err != nil {
		return nil, err
	}
	x := &position{name: "training-hexabomb", spec: seen.Spec()}
	games.PictureHexabomb(&x.frame, s, turns, nil)
	o := seen.Observer()
	memory := x.spec.Memory(1)
	view := o.View([]int{trainingPlayer}, memory)
	o.Look(s)
	view.Write()
	x.planes = memory.Board
	return x, nil
}

// bombermanPosition plays Bomberman on a small map.
func bombermanPosition(turn int) (*position, error) {
	settings := bomberman.DefaultSettings()
	settings.SmallSize = bombermanSize
	m, err := bomberman.Generate(settings, 2, bombermanSeed)
	if err != nil {
		return nil, err
	}
	seen, err := observe.NewBombermanBoard(m, observe.Planes, 0)
	if err != nil {
		return nil, err
	}
	s := bomberman.NewState(m)
	bots := make([]bomberbots.Bot, m.Players())
	for p := range bots {
		if bots[p], err = bomberbots.New("gatherer", m, p, uint64(p+1)); err != nil {
			return nil, err
		}
	}
	for range turn {
		commands := make([]bomberman.Command, len(bots))
		for p := range bots {
			commands[p] = bots[p].Act(s)
		}
		s.Step(commands, nil)
	}
	x := &position{name: "training-bomberman", spec: seen.Spec()}
	games.PictureBomberman(&x.frame, s, nil)
	o := seen.Observer()
	memory := x.spec.Memory(1)
	x.planes = memory.Board
	view := o.View([]int{trainingPlayer}, memory)
	o.Look(s)
	view.Write()
	return x, nil
}

// plane is the values of a channel, row by row.
func (x *position) plane(channel int) []byte {
	size := x.spec.Height * x.spec.Width
	return x.planes[channel*size:][:size]
}

// drawTraining draws the positions, their planes, and how cells are numbered.
func drawTraining() ([]file, error) {
	hexagon, err := hexabombPosition()
	if err != nil {
		return nil, err
	}
	square, err := bombermanPosition(bombermanTurn)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, x := range []*position{hexagon, square} {
		board, err := drawFrame(x.name, &x.frame, picture.Options{Width: 420})
		if err != nil {
			return nil, err
		}
		planes, err := x.drawPlanes()
		if err != nil {
			return nil, err
		}
		files = append(files, board, planes)
	}
	return append(files, hexagon.drawCells()), nil
}

// Sizes of the picture of planes, in pixels.
const (
	planesColumns = 4
	planeSide     = 168
	planeGap      = 14
	planeTitle    = 22
)

// drawPlanes draws every plane as a grid: the higher a number, the darker. It fails where a plane is empty.
func (x *position) drawPlanes() (file, error) {
	channels := x.spec.Channels
	rows := (len(channels) + planesColumns - 1) / planesColumns
	width := planesColumns*(planeSide+planeGap) + planeGap
	height := rows*(planeSide+planeTitle+planeGap) + planeGap
	b := beginSVG(width, height, "The planes of an observation")
	for i, name := range channels {
		if !slices.ContainsFunc(x.plane(i), func(v byte) bool { return v != 0 }) {
			return file{}, fmt.Errorf("%s: the plane %s is empty: choose another turn", x.name, name)
		}
		left := planeGap + i%planesColumns*(planeSide+planeGap)
		top := planeGap + i/planesColumns*(planeSide+planeTitle+planeGap)
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" font-size=\"13\" fill=\"#24292f\">%d %s</text>\n",
			left, top+14, i, name)
		x.drawPlane(b, i, left, top+planeTitle)
	}
	b.WriteString("</svg>\n")
	return file{x.name + "-planes.svg", b.Bytes()}, nil
}

// drawPlane draws one plane. Places that are no cell are left out.
func (x *position) drawPlane(b *bytes.Buffer, channel, left, top int) {
	values := x.plane(channel)
	valid := slices.Index(x.spec.Channels, "valid")
	side := float64(planeSide) / float64(max(x.spec.Width, x.spec.Height))
	squares := map[byte]*strings.Builder{} // by value
	var numbers bytes.Buffer
	for i, v := range values {
		if valid >= 0 && x.plane(valid)[i] == 0 {
			continue
		}
		squares[v] = cmp.Or(squares[v], &strings.Builder{})
		cx, cy := float64(left)+side*float64(i%x.spec.Width), float64(top)+side*float64(i/x.spec.Width)
		fmt.Fprintf(squares[v], "M%.1f %.1fh%.1fv%.1fh-%.1[3]fz", cx, cy, side-1, side-1)
		if v > 0 && v < 255 {
			middle(&numbers, cx+side/2-0.5, cy+side/2+side*0.14, side*0.42, ink(v), strconv.Itoa(int(v)))
		}
	}
	for v := range 256 {
		if path := squares[byte(v)]; path != nil {
			fmt.Fprintf(b, "<path fill=\"%s\" d=\"%s\"/>\n", shade(byte(v)), path)
		}
	}
	b.Write(numbers.Bytes())
}

// shade is the colour of a number: 0 is nearly white, 255 dark blue.
func shade(v byte) string {
	if v == 0 {
		return "#eaeef2"
	}
	part := func(low, high int) int { return low + (high-low)*int(v)/255 }
	return fmt.Sprintf("#%02x%02x%02x", part(200, 10), part(222, 48), part(245, 105))
}

// ink can be read on a number's colour.
func ink(v byte) string {
	if v > 100 {
		return "#ffffff"
	}
	return "#24292f"
}

func beginSVG(width, height int, title string) *bytes.Buffer {
	b := &bytes.Buffer{}
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\""+
		" font-family=\"Go, Arial, Helvetica, sans-serif\">\n<title>%s</title>\n"+
		"<path d=\"M0 0H%[1]dV%[2]dH0Z\" fill=\"#ffffff\"/>\n", width, height, title)
	return b
}

// middle writes a text around a place.
func middle(b *bytes.Buffer, x, y, size float64, fill, text string) {
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n",
		x, y, size, fill, text)
}
