package wire

import (
	"encoding/json"
	"fmt"
	"strconv"

	"blastyard/hexabomb"
)

// The JSON form of a state; fields in alphabetical order, as the Encoder writes them.
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

// DecodeState reads a state of a game on b. Its JSON does not say how many turns were played: the caller does.
func DecodeState(b *hexabomb.Board, turn int, data []byte) (*hexabomb.State, error) {
	var j stateJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("hexabomb/wire: state: %w", err)
	}
	if len(j.Cells) != b.NumCells() || len(j.Characters) != b.NumCharacters() {
		return nil, fmt.Errorf("hexabomb/wire: state: %d cells and %d characters; the board has %d and %d",
			len(j.Cells), len(j.Characters), b.NumCells(), b.NumCharacters())
	}
	p := hexabomb.Snapshot{Turn: turn, Colours: make([]hexabomb.Colour, b.NumCells()), Scores: make([]int, b.NumPlayers())}
	d := decoder{board: b}
	for _, c := range j.Cells {
		p.Colours[d.cell(c.coordJSON)] = hexabomb.Colour(c.Colour)
	}
	for _, c := range j.Characters {
		p.Characters = append(p.Characters, hexabomb.Character{Cell: d.cell(c.coordJSON), Alive: c.Alive, ReviveDelay: c.ReviveDelay, BombCount: c.BombCount})
	}
	for _, x := range j.Bombs {
		p.Bombs = append(p.Bombs, hexabomb.Bomb{Cell: d.cell(x.coordJSON), Colour: hexabomb.Colour(x.Colour), Range: x.Range, Delay: x.Delay})
	}
	for _, key := range sortedKeys(j.Explosions) {
		colour := d.number(key)
		for _, c := range j.Explosions[key] {
			p.Explosions = append(p.Explosions, hexabomb.Explosion{Cell: d.cell(c), Colour: hexabomb.Colour(colour)})
		}
	}
	for _, key := range sortedKeys(j.Score) {
		if player := d.number(key); player < len(p.Scores) {
			p.Scores[player] = j.Score[key]
		}
	}
	if d.err != nil {
		return nil, d.err
	}
	return b.Restore(p)
}

// decoder turns places and keys into indices and keeps the first fault.
type decoder struct {
	board *hexabomb.Board
	err   error
}

func (d *decoder) cell(c coordJSON) hexabomb.Cell {
	cell, ok := d.board.CellAt(hexabomb.Coord{Q: c.Q, R: c.R})
	if !ok && d.err == nil {
		d.err = fmt.Errorf("hexabomb/wire: state: the board has no cell at q=%d, r=%d", c.Q, c.R)
	}
	return cell
}

func (d *decoder) number(key string) int {
	n, err := strconv.Atoi(key)
	if (err != nil || n < 0) && d.err == nil {
		d.err = fmt.Errorf("hexabomb/wire: state: key %q is not a number from 0", key)
	}
	return max(n, 0)
}
