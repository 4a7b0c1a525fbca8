package wire

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"blastyard/internal/jsonappend"
	"blastyard/rules/hexabomb"
)

// Encoder writes states of one board as JSON. It stores the constant parts, so that writing is mostly copying. It
// must be used by one goroutine at a time.
type Encoder struct {
	board      *hexabomb.Board
	cells      []byte   // the whole array of cells, each of colour 0
	colourAt   []uint32 // by cell: the offset of its colour in cells
	places     []string // by cell: `"q":-1,"r":2`
	characters []string // by character: `,"color":2,"id":1,`
	byName     []int    // players in the order of their ids as text: the order of keys in JSON
	playerKeys []string // of these: `,"0":`, the first without its comma
	explosions explosionSorter
	form       *form
}

// NewEncoder returns an encoder for states of b.
func NewEncoder(b *hexabomb.Board) *Encoder {
	e := &Encoder{board: b, cells: []byte(`,"cells":[`), explosions: newExplosionSorter(b),
		form: formOf(b)}
	for c := range b.NumCells() {
		at := b.Coord(hexabomb.Cell(c))
		e.places = append(e.places, `"q":`+strconv.Itoa(at.Q)+`,"r":`+strconv.Itoa(at.R))
		if c > 0 {
			e.cells = append(e.cells, ',')
		}
		e.cells = append(e.cells, `{"color":`...)
		e.colourAt = append(e.colourAt, uint32(len(e.cells)))
		e.cells = append(e.cells, `0,`+e.places[c]+`}`...)
	}
	e.cells = append(e.cells, `],"characters":[`...)
	for i := range b.NumCharacters() {
		colour := hexabomb.ColourOf(b.Owner(i))
		e.characters = append(e.characters, `,"color":`+strconv.Itoa(int(colour))+`,"id":`+strconv.Itoa(i)+`,`)
	}
	e.byName = inTextOrder(b.NumPlayers())
	for i, p := range e.byName {
		key := `,"` + strconv.Itoa(p) + `":`
		if i == 0 {
			key = key[1:]
		}
		e.playerKeys = append(e.playerKeys, key)
	}
	return e
}

// inTextOrder returns the numbers from 0 to n-1 in the order of their digits, which is that of keys in JSON.
func inTextOrder(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(strconv.Itoa(a), strconv.Itoa(b)) })
	return list
}

// Append appends s, as one line of JSON without a line feed and with keys in alphabetical order.
func (e *Encoder) Append(dst []byte, s *hexabomb.State) []byte {
	dst = e.appendBombs(dst, s)
	dst = append(dst, `,"cell_count":{`...)
	for i, p := range e.byName {
		dst = jsonappend.Int(append(dst, e.playerKeys[i]...), s.CellCount(p))
	}
	dst = append(dst, '}')
	dst = e.appendCells(dst, s)
	dst = e.appendCharacters(dst, s)
	if e.form.explosions {
		dst = e.appendExplosions(dst, s)
	}
	dst = append(dst, `,"score":{`...)
	for i, p := range e.byName {
		dst = jsonappend.Int(append(dst, e.playerKeys[i]...), s.Score(p))
	}
	return append(dst, `}}`...)
}

func (e *Encoder) appendBombs(dst []byte, s *hexabomb.State) []byte {
	dst = append(dst, `{"bombs":[`...)
	for i := range s.NumBombs() {
		if i > 0 {
			dst = append(dst, ',')
		}
		b := s.Bomb(i)
		dst = jsonappend.Int(append(dst, `{"color":`...), int(b.Colour))
		dst = jsonappend.Int(append(dst, `,"delay":`...), b.Delay)
		dst = append(append(dst, ','), e.places[b.Cell]...)
		dst = append(jsonappend.Int(append(dst, `,"range":`...), b.Range), '}')
	}
	return append(dst, ']')
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
	from := uint32(0)
	for c, at := range e.colourAt {
		dst = append(dst, e.cells[from:at]...)
		dst = jsonappend.Int(dst, int(s.Colour(hexabomb.Cell(c))))
		from = at + 1
	}
	return append(dst, e.cells[from:]...)
}

// How a character's object ends; a living one's revive delay is -1.
var delays = [...]string{`,"revive_delay":-1}`, `,"revive_delay":0}`, `,"revive_delay":1}`, `,"revive_delay":2}`,
	`,"revive_delay":3}`}

func (e *Encoder) appendCharacters(dst []byte, s *hexabomb.State) []byte {
	for i, middle := range e.characters {
		c := s.Character(i)
		begin := &e.form.dead
		if c.Alive {
			begin = &e.form.living
		}
		text := begin[c.BombCount]
		if i == 0 {
			text = text[1:]
		}
		dst = append(append(dst, text...), middle...)
		dst = append(append(dst, e.places[c.Cell]...), delays[c.ReviveDelay+1]...)
	}
	return append(dst, ']')
}

func (e *Encoder) appendExplosions(dst []byte, s *hexabomb.State) []byte {
	dst = append(dst, `,"explosions":{`...)
	last := -1
	for _, x := range e.explosions.sorted(s) {
		if colour := int(x.Colour); colour != last {
			if last >= 0 {
				dst = append(dst, `],`...)
			}
			dst = append(jsonappend.Int(append(dst, '"'), colour), `":[{`...)
			last = colour
		} else {
			dst = append(dst, `,{`...)
		}
		dst = append(append(dst, e.places[x.Cell]...), '}')
	}
	if last >= 0 {
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// explosionSorter sorts the covered cells of a turn in the order of JSON: by the digits of their colours, then by
// cell. It counts instead of comparing.
type explosionSorter struct {
	colours []hexabomb.Colour    // in the order of their digits
	ends    []int                // by colour: where its cells end in list, while it is filled
	present []uint64             // a bit a cell
	at      []hexabomb.Colour    // by cell: its blast
	list    []hexabomb.Explosion // sorted
}

func newExplosionSorter(b *hexabomb.Board) explosionSorter {
	x := explosionSorter{ends: make([]int, b.NumPlayers()+1), present: make([]uint64, b.NumCells()/64+1),
		at: make([]hexabomb.Colour, b.NumCells()), list: make([]hexabomb.Explosion, b.NumCells())}
	for _, colour := range inTextOrder(b.NumPlayers() + 1) {
		x.colours = append(x.colours, hexabomb.Colour(colour))
	}
	return x
}

// sorted returns the sorted explosions, which are valid until the next call.
func (x *explosionSorter) sorted(s *hexabomb.State) []hexabomb.Explosion {
	n := s.NumExplosions()
	if n == 0 {
		return nil
	}
	clear(x.ends)
	for i := range n {
		c, colour := s.Explosion(i)
		x.present[c/64] |= 1 << (c % 64)
		x.at[c] = colour
		x.ends[colour]++
	}
	end := 0
	for _, colour := range x.colours {
		x.ends[colour], end = end, end+x.ends[colour]
	}
	for w, word := range x.present {
		for ; word != 0; word &= word - 1 {
			c := hexabomb.Cell(w*64 + bits.TrailingZeros64(word))
			x.list[x.ends[x.at[c]]] = hexabomb.Explosion{Cell: c, Colour: x.at[c]}
			x.ends[x.at[c]]++
		}
		x.present[w] = 0
	}
	return x.list[:n]
}
