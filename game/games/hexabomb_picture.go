package games

import (
	"cmp"
	"slices"

	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// PictureHexabomb sets f to the picture of s in a match of turns turns (0: unknown). seats are by player id. Players
// without a seat have no name. The slices of f are reused, so a frame that was passed on must not be filled again
// unless it was cloned.
func PictureHexabomb(f *viewer.Frame, s *hexabomb.State, turns int, seats []viewer.Seat) {
	b := s.Board()
	f.Clear()
	f.Shape, f.Turn, f.Turns, f.Legend = viewer.Hexagon, s.Turn(), turns, &hexabombLegend
	for i := range b.NumCells() {
		at := b.Coord(hexabomb.Cell(i))
		f.Cells = append(f.Cells, viewer.Cell{X: at.Q, Y: at.R, Owner: viewer.Owner(s.Colour(hexabomb.Cell(i)))})
	}
	for i := range s.NumBombs() {
		bomb := s.Bomb(i)
		f.Bombs = append(f.Bombs, viewer.Bomb{Cell: int(bomb.Cell), Owner: viewer.Owner(bomb.Colour), Timer: bomb.Delay,
			Range: bomb.Range})
	}
	for i := range s.NumExplosions() {
		cell, colour := s.Explosion(i)
		f.Explosions = append(f.Explosions, viewer.Explosion{Cell: int(cell), Owner: viewer.Owner(colour)})
	}
	slices.SortStableFunc(f.Explosions, func(x, y viewer.Explosion) int { return cmp.Compare(x.Cell, y.Cell) })
	hexabombRows(f, s, seats)
	hexabombTokens(f, s)
}

// PictureMap sets f to the picture of a map at the start of a match with all players that it has places for,
// including a special one.
func PictureMap(f *viewer.Frame, m *maps.Map) error {
	b, err := hexabomb.NewBoard(m, len(m.Starts), min(1, len(m.SpecialStarts)))
	if err != nil {
		return err
	}
	PictureHexabomb(f, hexabomb.NewState(b), 0, nil)
	return nil
}

func hexabombRows(f *viewer.Frame, s *hexabomb.State, seats []viewer.Seat) {
	b := s.Board()
	for p := range b.NumPlayers() {
		first, end := b.Characters(p)
		row := viewer.Player{ID: p, Score: s.Score(p), Cells: s.CellCount(p),
			Share:      float64(s.CellCount(p)) / float64(max(1, b.NumCells())),
			Characters: end - first, Living: s.Living(p), Special: b.Special(p)}
		row.Sit(seats)
		f.Players = append(f.Players, row)
	}
}

func hexabombTokens(f *viewer.Frame, s *hexabomb.State) {
	b := s.Board()
	for id := range b.NumCharacters() {
		c, player := s.Character(id), b.Owner(id)
		t := viewer.Token{ID: id, Player: player, Cell: int(c.Cell), Alive: c.Alive, Revival: c.ReviveDelay,
			Special: b.Special(player), Bombs: c.BombCount}
		if b.SuddenDeath() {
			t.Revival = viewer.NoRevival
		}
		switch {
		case !b.CountsBombs():
			t.Bombs, f.Players[player].Bombs = viewer.NoBombCount, viewer.NoBombCount
		case c.Alive:
			f.Players[player].Bombs += c.BombCount
		}
		f.Tokens = append(f.Tokens, t)
	}
}
