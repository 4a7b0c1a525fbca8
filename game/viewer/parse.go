package viewer

import (
	"encoding/json"
	"fmt"

	"blastyard/internal/jsonerror"
)

// ParseHeader parses the JSON form of a header, as far as pictures need it.
func ParseHeader(text []byte) (*Header, error) {
	var p struct {
		Game    string         `json:"game"`
		Title   string         `json:"title"`
		Shape   string         `json:"shape"`
		Cells   [][2]int       `json:"cells"`
		Turns   int            `json:"turns"`
		Death   int            `json:"bounty"`
		Legend  *Legend        `json:"legend"`
		Sudden  bool           `json:"suddenDeath"`
		Players []HeaderPlayer `json:"players"`
	}
	if err := jsonerror.Decode(text, &p); err != nil {
		return nil, fmt.Errorf("viewer: read the header of a match: %w", err)
	}
	h := &Header{Game: p.Game, Title: p.Title, Turns: p.Turns, Death: p.Death, Legend: p.Legend,
		SuddenDeath: p.Sudden, Players: p.Players}
	switch p.Shape {
	case "hexagon":
		h.Shape = Hexagon
	case "square":
		h.Shape = Square
	case "tree":
		h.Shape = Tree
	default:
		return nil, fmt.Errorf("viewer: read the header of a match: shape is %q, expected hexagon, square or tree",
			p.Shape)
	}
	for _, c := range p.Cells {
		h.Cells = append(h.Cells, Place{c[0], c[1]})
	}
	return h, nil
}

// frameJSON is the JSON form of a frame, as far as pictures need it.
type frameJSON struct {
	Turn       int               `json:"turn"`
	Owners     []int             `json:"owners"`
	Walls      []int             `json:"walls"`
	Items      []int             `json:"items"`
	Tokens     [][6]int          `json:"tokens"`
	Bombs      [][4]int          `json:"bombs"`
	Explosions [][2]int          `json:"explosions"`
	Players    []json.RawMessage `json:"players"`
}

// ParseFrame parses the JSON form of a frame of the header's match, as far as pictures need it: the board and the
// standings, without the log.
func (s *Header) ParseFrame(text []byte) (*Frame, error) {
	p := frameJSON{}
	if err := jsonerror.Decode(text, &p); err != nil {
		return nil, fmt.Errorf("viewer: read a frame: %w", err)
	}
	f := &Frame{Shape: s.Shape, Turn: p.Turn, Turns: s.Turns, Death: s.Death, Legend: s.Legend}
	for _, text := range p.Players {
		row, err := s.parsePlayer(text)
		if err != nil {
			return nil, err
		}
		f.Players = append(f.Players, row)
	}
	for i, at := range s.Cells {
		c := Cell{X: at.X, Y: at.Y}
		if i < len(p.Owners) {
			c.Owner = Owner(p.Owners[i])
		}
		if i < len(p.Walls) {
			c.Wall = Wall(p.Walls[i])
		}
		if i < len(p.Items) {
			c.Item = Item(p.Items[i])
		}
		f.Cells = append(f.Cells, c)
	}
	for _, t := range p.Tokens {
		special := t[1] >= 0 && t[1] < len(s.Players) && s.Players[t[1]].Special
		f.Tokens = append(f.Tokens, Token{ID: t[0], Player: t[1], Cell: t[2], Alive: t[3] != 0, Revival: t[4],
			Special: special, Bombs: t[5]})
	}
	for _, b := range p.Bombs {
		f.Bombs = append(f.Bombs, Bomb{Cell: b[0], Owner: Owner(b[1]), Timer: b[2], Range: b[3]})
	}
	for _, e := range p.Explosions {
		f.Explosions = append(f.Explosions, Explosion{Cell: e[0], Owner: Owner(e[1])})
	}
	for i := range f.Players {
		f.Players[i].ID = i
		if i < len(s.Players) {
			x := s.Players[i]
			f.Players[i].Name, f.Players[i].Entrant, f.Players[i].Special = x.Name, x.Entrant, x.Special
		}
	}
	return f, s.check(f)
}

// parsePlayer parses a row of the standings.
func (s *Header) parsePlayer(text []byte) (row Player, err error) {
	if err = jsonerror.Decode(text, &row); err != nil || s.Legend == nil || len(s.Legend.Figures) == 0 {
		return row, err
	}
	var all map[string]json.RawMessage
	if err := jsonerror.Decode(text, &all); err != nil {
		return row, fmt.Errorf("viewer: read a frame: %w", err)
	}
	for i, name := range s.Legend.Figures[:min(len(s.Legend.Figures), len(row.Figures))] {
		_ = json.Unmarshal(all[name], &row.Figures[i]) // one that is no number is shown as 0
	}
	return row, nil
}

// check returns an error for a frame that does not fit the board.
func (s *Header) check(f *Frame) error {
	cells := len(f.Cells)
	bad := func(what string, cell, least int) error {
		return fmt.Errorf("viewer: read a frame: the cell of %s is %d, expected %d to %d", what, cell, least, cells-1)
	}
	for _, t := range f.Tokens {
		if t.Cell < OffBoard || t.Cell >= cells {
			return bad("a character", t.Cell, OffBoard)
		}
	}
	for _, b := range f.Bombs {
		if b.Cell < 0 || b.Cell >= cells {
			return bad("a bomb", b.Cell, 0)
		}
	}
	for _, e := range f.Explosions {
		if e.Cell < 0 || e.Cell >= cells {
			return bad("an explosion", e.Cell, 0)
		}
	}
	return nil
}
