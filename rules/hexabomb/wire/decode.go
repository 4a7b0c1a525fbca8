package wire

import (
	"fmt"
	"strconv"

	"blastyard/internal/jsonerror"
	"blastyard/rules/hexabomb"
)

// stateJSON is the JSON form of a state, with its fields in alphabetical order, as the Encoder writes them.
type stateJSON struct {
	Bombs      []bombJSON             `json:"bombs"`
	CellCount  map[string]int         `json:"cell_count"`
	Cells      []cellJSON             `json:"cells"`
	Characters []characterJSON        `json:"characters"`
	Explosions map[string][]coordJSON `json:"explosions"`
	Score      map[string]int         `json:"score"`
}

type bombJSON struct {
	Colour int `json:"color"`
	Delay  int `json:"delay"`
	coordJSON
	Range int `json:"range"`
}

type cellJSON struct {
	Colour int `json:"color"`
	coordJSON
}

type characterJSON struct {
	Alive     bool `json:"alive"`
	BombCount int  `json:"bomb_count"`
	Colour    int  `json:"color"`
	ID        int  `json:"id"`
	coordJSON
	ReviveDelay int `json:"revive_delay"`
}

// DecodeState reads a state of a game on b. Its JSON does not contain how many turns were played, so the caller
// passes it. Errors name what is missing; for a state that no game can reach they wrap hexabomb.ErrSnapshot.
func DecodeState(b *hexabomb.Board, turn int, data []byte) (*hexabomb.State, error) {
	var j stateJSON
	if err := jsonerror.Decode(data, &j); err != nil {
		return nil, fmt.Errorf("hexabomb/wire: state: %w", err)
	}
	d := decoder{board: b}
	return d.state(turn, &j)
}

// state converts the JSON to a state.
func (d *decoder) state(turn int, j *stateJSON) (*hexabomb.State, error) {
	b := d.board
	if len(j.Cells) != b.NumCells() || len(j.Characters) != b.NumCharacters() {
		return nil, fmt.Errorf("hexabomb/wire: state: %d cells and %d characters; the board has %d and %d",
			len(j.Cells), len(j.Characters), b.NumCells(), b.NumCharacters())
	}
	p := hexabomb.Snapshot{Turn: turn, Colours: d.colours(j.Cells), Characters: d.characters(j.Characters)}
	for _, x := range j.Bombs {
		p.Bombs = append(p.Bombs, hexabomb.Bomb{Cell: d.cell(x.coordJSON), Colour: d.colour(x.Colour), Range: x.Range,
			Delay: x.Delay})
	}
	for _, key := range sortedKeys(j.Explosions) {
		colour := d.colour(d.number(key))
		for _, c := range j.Explosions[key] {
			p.Explosions = append(p.Explosions, hexabomb.Explosion{Cell: d.cell(c), Colour: colour})
		}
	}
	p.Scores = d.perPlayer("score", j.Score)
	counts := d.perPlayer("cell_count", j.CellCount)
	if formOf(b).keepsCounts {
		p.CellCounts = counts
	}
	if d.err != nil {
		return nil, d.err
	}
	s, err := b.Restore(p)
	if err != nil {
		return nil, fmt.Errorf("hexabomb/wire: state: %w", err)
	}
	for player, n := range counts {
		if n != s.CellCount(player) {
			return nil, fmt.Errorf("hexabomb/wire: state: cell_count of player %d is %d, but %d cells have its colour",
				player, n, s.CellCount(player))
		}
	}
	return s, nil
}

// decoder converts what JSON names to indexes of a board, and keeps the first error.
type decoder struct {
	board *hexabomb.Board
	err   error
}

func (d *decoder) fault(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("hexabomb/wire: state: "+format, args...)
	}
}

func (d *decoder) colours(cells []cellJSON) []hexabomb.Colour {
	list, seen := make([]hexabomb.Colour, len(cells)), make([]bool, len(cells))
	for _, c := range cells {
		cell := d.cell(c.coordJSON)
		if d.err == nil && seen[cell] {
			d.fault("cell q=%d, r=%d is given twice", c.Q, c.R)
		}
		if d.err != nil {
			break
		}
		list[cell], seen[cell] = d.colour(c.Colour), true
	}
	return list
}

func (d *decoder) characters(characters []characterJSON) []hexabomb.Character {
	var list []hexabomb.Character
	for i, c := range characters {
		if c.ID != i {
			d.fault("character %d has the id %d; they must be in order", i, c.ID)
		}
		if want := int(hexabomb.ColourOf(d.board.Owner(i))); c.Colour != want {
			d.fault("character %d has the colour %d; on this board it has %d", i, c.Colour, want)
		}
		if !d.board.CountsBombs() {
			c.BombCount = 1 // it is not said, as bombs never run out
		}
		list = append(list, hexabomb.Character{Cell: d.cell(c.coordJSON), Alive: c.Alive, ReviveDelay: c.ReviveDelay,
			BombCount: c.BombCount})
	}
	return list
}

func (d *decoder) cell(c coordJSON) hexabomb.Cell {
	cell, ok := d.board.CellAt(hexabomb.Coord{Q: c.Q, R: c.R})
	if !ok {
		d.fault("the board has no cell at q=%d, r=%d", c.Q, c.R)
	}
	return cell
}

func (d *decoder) colour(n int) hexabomb.Colour {
	if n < 0 || n > d.board.NumPlayers() {
		d.fault("colour %d where 0 to %d was expected", n, d.board.NumPlayers())
		return 0
	}
	return hexabomb.Colour(n)
}

func (d *decoder) number(key string) int {
	n, err := strconv.Atoi(key)
	if err != nil || n < 0 || strconv.Itoa(n) != key {
		d.fault("key %.40q where a number from 0 was expected", key)
		return 0
	}
	return n
}

// perPlayer reads an object from each player's id to a number.
func (d *decoder) perPlayer(field string, numbers map[string]int) []int {
	list := make([]int, d.board.NumPlayers())
	for _, key := range sortedKeys(numbers) {
		player := d.number(key)
		if player >= len(list) {
			d.fault("%s of player %d; the board has %d", field, player, len(list))
			break
		}
		list[player] = numbers[key]
	}
	if len(numbers) != len(list) {
		d.fault("%s of %d players; the board has %d", field, len(numbers), len(list))
	}
	return list
}
