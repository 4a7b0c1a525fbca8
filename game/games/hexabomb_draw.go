package games

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"blastyard/game/viewer"
	"blastyard/internal/jsonerror"
	"blastyard/rules/hexabomb"
)

// hexabombState is the JSON form of a state of hexabomb, as far as a frame needs it.
type hexabombState struct {
	Cells []struct {
		hexabombPlace
		Colour int `json:"color"`
	} `json:"cells"`
	Characters []struct {
		hexabombPlace
		ID          int  `json:"id"`
		Colour      int  `json:"color"`
		Alive       bool `json:"alive"`
		ReviveDelay int  `json:"revive_delay"`
		BombCount   *int `json:"bomb_count"` // nil in the rules of 2018
	} `json:"characters"`
	Bombs []struct {
		hexabombPlace
		Colour int `json:"color"`
		Range  int `json:"range"`
		Delay  int `json:"delay"`
	} `json:"bombs"`
	Explosions map[string][]hexabombPlace `json:"explosions"`
	CellCount  map[string]int             `json:"cell_count"`
	Score      map[string]int             `json:"score"`
}

type hexabombPlace struct {
	Q int `json:"q"`
	R int `json:"r"`
}

// drawHexabomb sets f to the picture of a state of hexabomb in the JSON of game logics, as PictureHexabomb does for a
// State. The JSON does not contain the number of turns played, the number of turns of the match (0: unknown), and how
// many of the first players are special, so the caller passes them. Errors wrap ErrState and name the field. After an
// error f must be filled again.
func drawHexabomb(f *viewer.Frame, state []byte, turn, turns, specials int, seats []viewer.Seat) error {
	var s hexabombState
	if err := jsonerror.Decode(state, &s); err != nil {
		return stateFault("%w", err)
	}
	f.Clear()
	f.Shape, f.Turn, f.Turns, f.Legend = viewer.Hexagon, turn, turns, &hexabombLegend
	for _, fill := range []func(*viewer.Frame) error{s.fillCells, s.fillBombs, s.fillExplosions} {
		if err := fill(f); err != nil {
			return err
		}
	}
	if err := s.fillPlayers(f, specials, seats); err != nil {
		return err
	}
	if err := s.fillTokens(f, specials); err != nil {
		return err
	}
	return checkOwners(f)
}

func (s *hexabombState) fillCells(f *viewer.Frame) error {
	if len(s.Cells) == 0 {
		return stateFault("cells is missing or empty")
	}
	for _, c := range s.Cells {
		if max(c.Q, c.R) > hexabomb.MaxCoord || min(c.Q, c.R) < -hexabomb.MaxCoord {
			return stateFault("cells has one at q=%d, r=%d, expected at most %d", c.Q, c.R, hexabomb.MaxCoord)
		}
		f.Cells = append(f.Cells, viewer.Cell{X: c.Q, Y: c.R, Owner: viewer.Owner(c.Colour)})
	}
	if !slices.IsSortedFunc(f.Cells, compareCells) {
		slices.SortStableFunc(f.Cells, compareCells)
	}
	for i := 1; i < len(f.Cells); i++ {
		if compareCells(f.Cells[i-1], f.Cells[i]) == 0 {
			return stateFault("cells has q=%d, r=%d twice", f.Cells[i].X, f.Cells[i].Y)
		}
	}
	return nil
}

func compareCells(a, b viewer.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }

// cellAt returns the index of the cell at a position. The error for a missing cell names the field what.
func cellAt(f *viewer.Frame, p hexabombPlace, what string) (int, error) {
	i, ok := slices.BinarySearchFunc(f.Cells, viewer.Cell{X: p.Q, Y: p.R}, compareCells)
	if !ok {
		return 0, stateFault("%s: there is no cell at q=%d, r=%d", what, p.Q, p.R)
	}
	return i, nil
}

func (s *hexabombState) fillBombs(f *viewer.Frame) error {
	for _, b := range s.Bombs {
		cell, err := cellAt(f, b.hexabombPlace, "bombs")
		if err != nil {
			return err
		}
		f.Bombs = append(f.Bombs, viewer.Bomb{
			Cell:  cell,
			Owner: viewer.Owner(b.Colour),
			Timer: b.Delay,
			Range: b.Range,
		})
	}
	return nil
}

func (s *hexabombState) fillExplosions(f *viewer.Frame) error {
	for _, key := range slices.Sorted(maps.Keys(s.Explosions)) {
		colour, err := stateKey("explosions", key)
		if err != nil {
			return err
		}
		for _, p := range s.Explosions[key] {
			cell, err := cellAt(f, p, "explosions")
			if err != nil {
				return err
			}
			f.Explosions = append(f.Explosions, viewer.Explosion{Cell: cell, Owner: viewer.Owner(colour)})
		}
	}
	slices.SortStableFunc(f.Explosions, func(x, y viewer.Explosion) int {
		return cmp.Or(cmp.Compare(x.Cell, y.Cell), cmp.Compare(x.Owner, y.Owner))
	})
	return nil
}

// stateKey parses a key that is a number from 0.
func stateKey(field, key string) (int, error) {
	n, err := strconv.Atoi(key)
	if err != nil || n < 0 {
		return 0, stateFault("%s has the key %.40q, expected a number from 0", field, key)
	}
	return n, nil
}

func (s *hexabombState) fillPlayers(f *viewer.Frame, specials int, seats []viewer.Seat) error {
	if len(s.Score) == 0 {
		return stateFault("score is missing or empty")
	}
	if len(s.CellCount) != len(s.Score) {
		return stateFault("cell_count has %d players, score has %d", len(s.CellCount), len(s.Score))
	}
	for id := range len(s.Score) {
		key := strconv.Itoa(id)
		score, ok := s.Score[key]
		if !ok {
			return stateFault("score has %d players but no %q", len(s.Score), key)
		}
		cells, ok := s.CellCount[key]
		if !ok {
			return stateFault("cell_count has %d players but no %q", len(s.CellCount), key)
		}
		row := viewer.Player{ID: id, Score: score, Cells: cells, Share: float64(cells) / float64(len(f.Cells)),
			Special: id < specials}
		row.Sit(seats)
		f.Players = append(f.Players, row)
	}
	return nil
}

func (s *hexabombState) fillTokens(f *viewer.Frame, specials int) error {
	if s.Characters == nil {
		return stateFault("characters is missing")
	}
	for _, c := range s.Characters {
		cell, err := cellAt(f, c.hexabombPlace, "characters")
		if err != nil {
			return err
		}
		if c.Colour < 1 || c.Colour > len(f.Players) {
			return stateFault("characters: color is %d, expected 1 to %d", c.Colour, len(f.Players))
		}
		if c.ID < 0 {
			return stateFault("characters: id is %d, expected a number from 0", c.ID)
		}
		p := &f.Players[c.Colour-1]
		t := viewer.Token{
			ID:      c.ID,
			Player:  p.ID,
			Cell:    cell,
			Alive:   c.Alive,
			Revival: c.ReviveDelay,
			Special: p.Special,
		}
		if specials > 0 || c.ReviveDelay < 0 {
			t.Revival = viewer.NoRevival
		}
		p.Characters++
		if c.Alive {
			p.Living++
		}
		switch {
		case c.BombCount == nil:
			t.Bombs, p.Bombs = viewer.NoBombCount, viewer.NoBombCount
		case c.Alive:
			t.Bombs = *c.BombCount
			p.Bombs += t.Bombs
		default:
			t.Bombs = *c.BombCount
		}
		f.Tokens = append(f.Tokens, t)
	}
	slices.SortStableFunc(f.Tokens, func(a, b viewer.Token) int { return cmp.Compare(a.ID, b.ID) })
	return nil
}

// checkOwners returns an error if a colour belongs to no player.
func checkOwners(f *viewer.Frame) error {
	check := func(field string, o viewer.Owner) error {
		if o < 0 || int(o) > len(f.Players) {
			return stateFault("%s: color is %d, expected 0 to %d", field, o, len(f.Players))
		}
		return nil
	}
	var err error
	for _, c := range f.Cells {
		err = cmp.Or(err, check("cells", c.Owner))
	}
	for _, b := range f.Bombs {
		err = cmp.Or(err, check("bombs", b.Owner))
	}
	for _, e := range f.Explosions {
		err = cmp.Or(err, check("explosions", e.Owner))
	}
	return err
}
