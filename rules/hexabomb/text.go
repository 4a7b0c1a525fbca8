package hexabomb

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The text form of a board, for tests, documents, failures and for people who draw maps in an editor. A state in the
// middle of a game:
//
//	turn: 12
//	score: a=70 b=31
//	bombs: a0=0
//	delay: b0=3
//	   .     a     a0
//	.+b0! b!    a*32  b1
//	   .!    .     b     .+a1
//
// Each line is a row of cells with the same R, R growing downwards and Q to the right; a row is shifted by half a cell
// against the one above, as hexagons are. A cell is a word without spaces:
//
//	.       a neutral cell
//	b       a cell of player b's colour; players are a to z, then aa, ab, …; @ is the special player of sudden death
//	b1      character 1 of player b stands there (each player's are numbered from 0), on its own colour
//	.+b0    character 0 of player b lies there dead
//	a*32    a bomb of player a: delay 3, range 2; a*12,30 where one of them needs more digits
//	b!      an explosion of the last turn covers the cell and coloured it so
//
// These go together, in this order: @0+a1+b0*22. Rarer: *a32 and !a where the bomb or the blast has another colour than
// the cell, a0=b where a character stands on a foreign colour.
//
// Lines with a colon say what a picture cannot: the turn, scores (0 where not named), the bombs that a character has
// ready (1), a body's revive delay (0), and
//
//	count: b=3                 the last cell count of a player without a cell, in the rules of 2018 (0)
//	dropped: (0,1) (2,-1)      the order of the bombs, where it is not that of the picture
//	origin: (-3,0)             the place (Q,R) of the first cell that is drawn, (0,0) if not said
//	width: 6                   characters from a cell to the next, where no row shows it
//	cell: (1000000,0) a0       a cell by its place, where boards are too scattered to be drawn
//
// A vertical bar ends a line like a line feed does, so that a small board fits on one line of a table. Lines that begin
// with # are skipped. The picture of a map has cells and characters only.

// String is s as text, which Board.ParseState reads back.
func (s *State) String() string {
	var out strings.Builder
	if s.Turn() > 0 {
		fmt.Fprintf(&out, "turn: %d\n", s.Turn())
	}
	var score, count, bombs, delay string
	for p := range s.board.players {
		if n := s.Score(p); n != 0 {
			score += fmt.Sprintf(" %s=%d", s.board.playerName(p), n)
		}
		if n := s.CellCount(p); n != int(s.tally[ColourOf(p)]&low16) {
			count += fmt.Sprintf(" %s=%d", s.board.playerName(p), n)
		}
	}
	for i, name := range s.board.names() {
		c := s.Character(i)
		if c.BombCount != 1 {
			bombs += fmt.Sprintf(" %v=%d", name, c.BombCount)
		}
		if c.ReviveDelay > 0 {
			delay += fmt.Sprintf(" %v=%d", name, c.ReviveDelay)
		}
	}
	writeHead(&out, "score", score)
	writeHead(&out, "count", count)
	writeHead(&out, "bombs", bombs)
	writeHead(&out, "delay", delay)
	writeHead(&out, "dropped", s.dropped())
	writePicture(&out, s.words())
	return out.String()
}

// String is m as text, which ParseMap reads back (cells in the order of a board).
func (m *Map) String() string {
	words := make(map[Coord]string, len(m.Cells))
	for i, c := range m.SpecialStarts {
		words[c] = characterName{specialSeat, i}.String()
	}
	for p, starts := range m.Starts {
		for i, c := range starts {
			words[c] = characterName{seat(p), i}.String()
		}
	}
	var list []word
	for _, c := range m.Cells {
		text, ok := words[c]
		if !ok {
			text = "."
		}
		list = append(list, word{at: c, text: text})
	}
	var out strings.Builder
	writePicture(&out, list)
	return out.String()
}

func writeHead(out *strings.Builder, name, value string) {
	if value != "" {
		out.WriteString(name + ":" + value + "\n")
	}
}

// dropped is the order of the bombs where it is not that in which the picture shows them.
func (s *State) dropped() (text string) {
	var places []Coord
	for i := range s.NumBombs() {
		at := s.board.Coord(s.Bomb(i).Cell)
		places = append(places, at)
		text += fmt.Sprintf(" (%d,%d)", at.Q, at.R)
	}
	if slices.IsSortedFunc(places, compareRows) {
		return ""
	}
	return text
}

// words are what the picture shows of each cell.
func (s *State) words() []word {
	n := len(s.board.coords)
	words, own := make([]string, n), make([]seat, n) // own is the colour that the word alone would give the cell
	for c := range words {
		own[c] = s.board.seatOf(s.Colour(Cell(c)))
		words[c] = own[c].String()
	}
	bodies := make([]string, n)
	for i, name := range s.board.names() {
		switch c := s.Character(i); {
		case c.Alive:
			words[c.Cell], own[c.Cell] = name.String(), name.seat
		default:
			bodies[c.Cell] += "+" + name.String()
		}
	}
	for c := range words {
		words[c] += bodies[c]
	}
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		words[b.Cell] += "*" + otherColour(s.board.seatOf(b.Colour),
			s.board.seatOf(s.Colour(b.Cell))) + bombDigits(b.Delay, b.Range)
	}
	for i := range s.NumExplosions() {
		c, colour := s.Explosion(i)
		words[c] += "!" + otherColour(s.board.seatOf(colour), s.board.seatOf(s.Colour(c)))
	}
	list := make([]word, n)
	for c := range list {
		if colour := s.board.seatOf(s.Colour(Cell(c))); colour != own[c] {
			words[c] += "=" + colour.String()
		}
		list[c] = word{at: s.board.coords[c], text: words[c]}
	}
	return list
}

func otherColour(colour, cell seat) string {
	if colour == cell {
		return ""
	}
	return colour.String()
}

func bombDigits(delay, reach int) string {
	if delay > 9 || reach > 9 {
		return fmt.Sprintf("%d,%d", delay, reach)
	}
	return fmt.Sprintf("%d%d", delay, reach)
}

// word is a cell as it is drawn.
type word struct {
	at           Coord
	text         string
	line, column int // where it was read, from 1
}

// compareRows orders places as they are read: by R, then Q.
func compareRows(a, b Coord) int { return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.Q, b.Q)) }

// half is the horizontal place of a cell in half cells.
func half(c Coord) int { return 2*c.Q + c.R }

// writePicture draws the cells, or lists them where most of the picture would be empty.
func writePicture(out *strings.Builder, words []word) {
	slices.SortStableFunc(words, func(a, b word) int { return compareRows(a.at, b.at) })
	if len(words) == 0 {
		return
	}
	first, last := words[0].at, words[len(words)-1].at
	left, right, width := half(first), half(first), 2
	for _, w := range words {
		left, right = min(left, half(w.at)), max(right, half(w.at))
		width = max(width, (len(w.text)+2)/2*2) // even, and a space between two
	}
	if limit := 1024 + 16*len(words); right-left > limit || last.R-first.R > limit ||
		(right-left+1)*(last.R-first.R+1) > limit {
		for _, w := range words {
			fmt.Fprintf(out, "cell: (%d,%d) %s\n", w.at.Q, w.at.R, w.text)
		}
		return
	}
	if first != (Coord{}) {
		fmt.Fprintf(out, "origin: (%d,%d)\n", first.Q, first.R)
	}
	if !slices.ContainsFunc(words, func(w word) bool { return hasRightNeighbour(words, w.at) }) && len(words) > 1 {
		fmt.Fprintf(out, "width: %d\n", width)
	}
	row, column := first.R, 0
	for _, w := range words {
		for ; row < w.at.R; row++ {
			out.WriteByte('\n')
			column = 0
		}
		at := (half(w.at) - left) * width / 2
		out.WriteString(strings.Repeat(" ", at-column) + w.text)
		column = at + len(w.text)
	}
	out.WriteByte('\n')
}

// hasRightNeighbour reports whether words, in the order of rows, show the cell to the right of c, and so the width.
func hasRightNeighbour(words []word, c Coord) bool {
	_, ok := slices.BinarySearchFunc(words, c.Add(XPlus, 1), func(w word, c Coord) int { return compareRows(w.at, c) })
	return ok
}
