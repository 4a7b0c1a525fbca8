package hexabomb

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ErrText is wrapped by every error about a text that is no picture of a board.
var ErrText = errors.New("hexabomb: bad picture of a board")

func badText(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrText, fmt.Sprintf(format, args...))
}

// ParseMap parses a map from a picture of its cells and characters (see State.String for the form). The error wraps
// ErrText if the picture cannot be read, and ErrMap if it shows a bad map.
func ParseMap(text string) (*Map, error) {
	p, err := parseText(text)
	if err != nil {
		return nil, err
	}
	for _, line := range []string{"turn", "score", "count", "bombs", "delay", "dropped"} {
		if _, has := p.heads[line]; has {
			return nil, badText("%s: a map has none", line)
		}
	}
	for i, d := range p.drawn {
		if d.bomb || d.blast || len(d.bodies) > 0 || d.living != (d.colour != neutral) || d.living &&
			d.colour != d.name.seat {
			return nil, badText("%v: a map has empty cells (.) and characters (a0) only", p.words[i])
		}
	}
	m, err := p.parseMap()
	if err != nil {
		return nil, err
	}
	return m, m.Validate()
}

// ParseState parses a state, on a new board made of the cells and characters in the picture. A special player means
// sudden death. The board's characters start where they are (dead ones elsewhere if others are there).
func ParseState(text string) (*State, error) {
	p, err := parseText(text)
	if err != nil {
		return nil, err
	}
	m, err := p.parseMap()
	if err != nil {
		return nil, err
	}
	players, special := len(m.Starts), min(1, len(m.SpecialStarts))
	if players == 0 { // the rules require a seat, even if it is unused
		for _, c := range m.Cells {
			if !slices.Contains(m.SpecialStarts, c) {
				m.Starts = [][]Coord{{c}}
				break
			}
		}
	}
	b, err := NewBoard(m, players, special)
	if err != nil {
		return nil, err
	}
	return p.state(b)
}

// ParseState parses a state of a game on b. The picture must show each of its cells and characters.
func (b *Board) ParseState(text string) (*State, error) {
	p, err := parseText(text)
	if err != nil {
		return nil, err
	}
	return p.state(b)
}

// picture is a parsed text.
type picture struct {
	heads map[string]string // lines with a colon
	words []word
	drawn []drawn // by word
}

var headNames = []string{"turn", "score", "count", "bombs", "delay", "dropped", "origin", "width", "cell"}

func parseText(text string) (*picture, error) {
	p := &picture{heads: map[string]string{}}
	rows := 0 // read so far, in lines from the first that has cells
	number := 0
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "|", "\n"), "\n") {
		number++
		if len(p.words) > MaxCells {
			return nil, badText("line %d: more than %d cells", number, MaxCells)
		}
		line = strings.TrimRight(line, " \r")
		name, value, isHead := strings.Cut(line, ":")
		switch {
		case strings.HasPrefix(line, "#"):
		case isHead:
			if err := p.head(number, strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
				return nil, err
			}
		case line != "" || rows > 0:
			p.row(line, number, rows)
			rows++
		}
	}
	if err := p.place(); err != nil {
		return nil, err
	}
	switch n := len(p.words); {
	case n == 0:
		return nil, badText("no cell is drawn")
	case n > MaxCells:
		return nil, badText("line %d: more than %d cells", number, MaxCells)
	}
	for _, w := range p.words {
		d, ok := parseWord(w.text)
		if !ok {
			return nil, badText("%v: not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!", w)
		}
		p.drawn = append(p.drawn, d)
	}
	return p, nil
}

func (w word) String() string {
	if w.line == 0 {
		return fmt.Sprintf("cell (%d,%d) %q", w.at.Q, w.at.R, w.text)
	}
	return fmt.Sprintf("line %d, column %d: %q", w.line, w.column, w.text)
}

func (p *picture) head(line int, name, value string) error {
	if !slices.Contains(headNames, name) {
		return badText("line %d: %q: no such line; there are %s", line, name, strings.Join(headNames, ", "))
	}
	if name == "cell" {
		place, text, _ := strings.Cut(value, " ")
		at, err := parsePlace(name, place)
		p.words = append(p.words, word{at: at, text: strings.TrimSpace(text)})
		return err
	}
	if _, has := p.heads[name]; has {
		return badText("line %d: %s: given twice", line, name)
	}
	p.heads[name] = value
	return nil
}

// row adds the words of a line; at holds the row and the column for place.
func (p *picture) row(text string, line, row int) {
	for column := 0; column < len(text) && len(p.words) <= MaxCells; {
		if text[column] == ' ' {
			column++
			continue
		}
		end := column + len(text[column:])
		if n := strings.IndexByte(text[column:], ' '); n >= 0 {
			end = column + n
		}
		p.words = append(p.words, word{at: Coord{column, row}, text: text[column:end], line: line, column: column + 1})
		column = end
	}
}

// place converts rows and columns to the positions of cells.
func (p *picture) place() error {
	var origin Coord
	if value, has := p.heads["origin"]; has {
		var err error
		if origin, err = parsePlace("origin", value); err != nil {
			return err
		}
	}
	width := p.width()
	if value, has := p.heads["width"]; has {
		r := wordReader{value}
		if width, _ = r.number(); width == 0 || r.rest != "" {
			return badText("width: %q where a number from 1 to %d was expected", value, MaxCells)
		}
	}
	var first *word
	for i := range p.words {
		w := &p.words[i]
		if w.line == 0 {
			continue
		}
		if first == nil {
			first = &word{at: w.at}
		}
		right, row := 2*(w.at.Q-first.at.Q), w.at.R-first.at.R
		steps := int(math.Round(float64(right) / float64(width))) // of half a cell; half of an odd width is rounded
		halves := steps - row
		if off := right - steps*width; off < -1 || off > 1 || halves%2 != 0 {
			return badText("%v: off the grid; cells are %d columns apart, and each row is shifted by half of that", w,
				width)
		}
		w.at = Coord{origin.Q + halves/2, origin.R + row}
	}
	return nil
}

// width returns the smallest distance between two words in a row.
func (p *picture) width() int {
	width := 0
	for i, w := range p.words {
		if before := p.words[max(0, i-1)]; i > 0 && w.line > 0 && w.line == before.line &&
			(width == 0 || w.column-before.column < width) {
			width = w.column - before.column
		}
	}
	if width > 0 {
		return width
	}
	for _, w := range p.words { // each row has one cell only: as wide as it would be written
		width = max(width, (len(w.text)+2)/2*2)
	}
	return max(width, 2)
}

func parsePlace(what, text string) (c Coord, err error) {
	q, r, _ := strings.Cut(strings.TrimPrefix(text, "("), ",")
	c.Q, err = strconv.Atoi(q)
	if err == nil {
		c.R, err = strconv.Atoi(strings.TrimSuffix(r, ")"))
	}
	if err != nil || fmt.Sprintf("(%d,%d)", c.Q, c.R) != text {
		return c, badText("%s: %q where a place like (1,-2) was expected", what, text)
	}
	if c.tooFar() {
		return c, badText("%s: place %s is beyond ±%d", what, text, MaxCoord)
	}
	return c, nil
}

// characterPlace is the position of a character in the picture.
type characterPlace struct {
	characterName
	word
	dead bool
}

// characters returns the drawn characters, by seat and number. Each must occur once.
func (p *picture) characters() ([]characterPlace, error) {
	var list []characterPlace
	for i, d := range p.drawn {
		if d.living {
			list = append(list, characterPlace{d.name, p.words[i], false})
		}
		for _, body := range d.bodies {
			list = append(list, characterPlace{body, p.words[i], true})
		}
	}
	slices.SortStableFunc(list, func(a, b characterPlace) int {
		return cmp.Or(cmp.Compare(a.seat, b.seat), cmp.Compare(a.number, b.number))
	})
	last := characterName{specialSeat, -1}
	for _, c := range list {
		switch {
		case c.characterName == last:
			return nil, badText("%v: character %v is drawn twice", c.word, c.characterName)
		case c.seat == last.seat && c.number > last.number+1:
			return nil, badText("%v: character %v is drawn but %v is not", c.word, c.characterName,
				characterName{c.seat, last.number + 1})
		case c.seat > last.seat && c.number > 0:
			return nil, badText("%v: character %v is drawn but %v is not", c.word, c.characterName,
				characterName{c.seat, 0})
		case c.seat > last.seat+1:
			return nil, badText("%v: character %v is drawn but %v is not", c.word, c.characterName,
				characterName{c.seat - 1, 0})
		}
		last = c.characterName
	}
	return list, nil
}

// parseMap returns the map on which the characters start where they are drawn, or for a dead one elsewhere if
// necessary.
func (p *picture) parseMap() (*Map, error) {
	list, err := p.characters()
	if err != nil {
		return nil, err
	}
	m := &Map{}
	taken := make(map[Coord]bool)
	for _, w := range p.words {
		m.Cells = append(m.Cells, w.at)
	}
	for _, c := range list {
		if !c.dead {
			taken[c.at] = true
		}
	}
	free := 0
	for _, c := range list {
		for c.dead && taken[c.at] && free < len(m.Cells) {
			c.at = m.Cells[free]
			free++
		}
		taken[c.at] = true
		switch {
		case c.seat == specialSeat:
			m.SpecialStarts = append(m.SpecialStarts, c.at)
		case c.number == 0:
			m.Starts = append(m.Starts, []Coord{c.at})
		default:
			m.Starts[c.seat] = append(m.Starts[c.seat], c.at)
		}
	}
	return m, nil
}
