package wire

import (
	"slices"
	"strconv"

	"blastyard/hexabomb"
)

// Encoder writes states of one board as JSON. It keeps the parts that never change, so that writing is mostly copying.
// One goroutine at a time.
type Encoder struct {
	board      *hexabomb.Board
	cells      []byte   // the whole array of cells, each of colour 0
	colourAt   []int    // by cell: the offset of its colour in cells
	places     [][]byte // by cell: `"q":-1,"r":2}`
	characters [][]byte // by character: `,"color":2,"id":1,`
	byName     []int    // players in the order of their ids as text: the order of keys in JSON
	explosions []uint32 // scratch
}

// NewEncoder returns an encoder for states of b.
func NewEncoder(b *hexabomb.Board) *Encoder {
	e := &Encoder{board: b, cells: []byte(`"cells":[`)}
	for c := range b.NumCells() {
		at := b.Coord(hexabomb.Cell(c))
		e.places = append(e.places, []byte(`"q":`+strconv.Itoa(at.Q)+`,"r":`+strconv.Itoa(at.R)+`}`))
		if c > 0 {
			e.cells = append(e.cells, ',')
		}
		e.cells = append(e.cells, `{"color":`...)
		e.colourAt = append(e.colourAt, len(e.cells))
		e.cells = append(e.cells, `0,`...)
		e.cells = append(e.cells, e.places[c]...)
	}
	e.cells = append(e.cells, ']')
	for i := range b.NumCharacters() {
		colour := hexabomb.ColourOf(b.Owner(i))
		e.characters = append(e.characters, []byte(`,"color":`+strconv.Itoa(int(colour))+`,"id":`+strconv.Itoa(i)+`,`))
	}
	for p := range b.NumPlayers() {
		e.byName = append(e.byName, p)
	}
	slices.SortFunc(e.byName, compareAsText)
	return e
}

func compareAsText(a, b int) int {
	x, y := strconv.Itoa(a), strconv.Itoa(b)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// Append appends s, as one line of JSON without a line feed and with keys in alphabetical order.
func (e *Encoder) Append(dst []byte, s *hexabomb.State) []byte {
	dst = append(dst, '{')
	dst = e.appendBombs(dst, s)
	dst = e.appendPerPlayer(dst, `,"cell_count":{`, s.CellCount)
	dst = append(dst, ',')
	dst = e.appendCells(dst, s)
	dst = e.appendCharacters(dst, s)
	dst = e.appendExplosions(dst, s)
	dst = e.appendPerPlayer(dst, `,"score":{`, s.Score)
	return append(dst, '}')
}

func (e *Encoder) appendBombs(dst []byte, s *hexabomb.State) []byte {
	dst = append(dst, `"bombs":[`...)
	for i := range s.NumBombs() {
		if i > 0 {
			dst = append(dst, ',')
		}
		b := s.Bomb(i)
		dst = append(dst, `{"color":`...)
		dst = appendInt(dst, int(b.Colour))
		dst = append(dst, `,"delay":`...)
		dst = appendInt(dst, b.Delay)
		dst = append(dst, ',')
		dst = append(dst, e.places[b.Cell]...)
		dst[len(dst)-1] = ','
		dst = append(dst, `"range":`...)
		dst = appendInt(dst, b.Range)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func (e *Encoder) appendPerPlayer(dst []byte, head string, value func(player int) int) []byte {
	dst = append(dst, head...)
	for i, p := range e.byName {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = appendInt(dst, p)
		dst = append(dst, `":`...)
		dst = appendInt(dst, value(p))
	}
	return append(dst, '}')
}

const oneDigit = 9 // the highest colour of one digit

func (e *Encoder) appendCells(dst []byte, s *hexabomb.State) []byte {
	if e.board.NumPlayers() <= oneDigit {
		start := len(dst)
		dst = append(dst, e.cells...)
		cells := dst[start:]
		for c, at := range e.colourAt {
			cells[at] = '0' + byte(s.Colour(hexabomb.Cell(c)))
		}
		return dst
	}
	from := 0
	for c, at := range e.colourAt {
		dst = append(dst, e.cells[from:at]...)
		dst = appendInt(dst, int(s.Colour(hexabomb.Cell(c))))
		from = at + 1
	}
	return append(dst, e.cells[from:]...)
}

func (e *Encoder) appendCharacters(dst []byte, s *hexabomb.State) []byte {
	dst = append(dst, `,"characters":[`...)
	for i, middle := range e.characters {
		if i > 0 {
			dst = append(dst, ',')
		}
		c := s.Character(i)
		if c.Alive {
			dst = append(dst, `{"alive":true,"bomb_count":`...)
		} else {
			dst = append(dst, `{"alive":false,"bomb_count":`...)
		}
		dst = append(dst, '0'+byte(c.BombCount))
		dst = append(dst, middle...)
		dst = append(dst, e.places[c.Cell]...)
		dst[len(dst)-1] = ','
		dst = append(dst, `"revive_delay":`...)
		dst = appendInt(dst, c.ReviveDelay)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendExplosions groups the covered cells by colour; cells are in the order of the board, which is that of q, then r.
func (e *Encoder) appendExplosions(dst []byte, s *hexabomb.State) []byte {
	dst = append(dst, `,"explosions":{`...)
	if s.NumExplosions() == 0 {
		return append(dst, '}')
	}
	list := e.explosions[:0]
	for i := range s.NumExplosions() {
		c, colour := s.Explosion(i)
		list = append(list, uint32(colour)<<16|uint32(c))
	}
	slices.Sort(list)
	if len(e.byName) > oneDigit {
		slices.SortStableFunc(list, func(a, b uint32) int { return compareAsText(int(a>>16), int(b>>16)) })
	}
	e.explosions = list
	const none = ^uint32(0)
	last := none
	for _, w := range list {
		if colour := w >> 16; colour != last {
			if last != none {
				dst = append(dst, `],`...)
			}
			dst = append(dst, '"')
			dst = appendInt(dst, int(colour))
			dst = append(dst, `":[{`...)
			last = colour
		} else {
			dst = append(dst, `,{`...)
		}
		dst = append(dst, e.places[w&(1<<16-1)]...)
	}
	return append(dst, `]}`...)
}

func appendInt(dst []byte, n int) []byte {
	if 0 <= n && n <= 9 {
		return append(dst, '0'+byte(n))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}
