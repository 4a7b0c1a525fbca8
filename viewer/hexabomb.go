package viewer

import (
	"cmp"
	"slices"

	"blastyard/hexabomb"
)

// Seat is what is known of a player beyond the rules.
type Seat struct {
	Name string
	// Entrant is its place among the bots of the command line, from 1. Colour and letter go by it, and stay the same
	// through a series. 0: not known; they go by the player's id.
	Entrant   int
	Connected bool
	Failed    bool   // it ranks behind who has not failed
	Note      string // "late", HostLate, "crashed", …; empty where there is nothing to say
	Micros    int    // what its last answer took, in microseconds, or NoTime
	Missed    int    // turns in a row without an answer in time
}

// FromHexabomb makes f the picture of s in a match of so many turns (0 where it is not known). seats go by player id;
// players without one stand there without a name. The slices of f are used again: a frame that was passed on must be a
// new one, or a Clone.
func FromHexabomb(f *Frame, s *hexabomb.State, turns int, seats []Seat) {
	b := s.Board()
	f.Shape, f.Turn, f.Turns, f.Bounty = Hexagon, s.Turn(), turns, 0
	f.clearLog()
	f.Cells = f.Cells[:0]
	for i := range b.NumCells() {
		at := b.Coord(hexabomb.Cell(i))
		f.Cells = append(f.Cells, Cell{X: at.Q, Y: at.R, Owner: Owner(s.Colour(hexabomb.Cell(i)))})
	}
	f.Bombs = f.Bombs[:0]
	for i := range s.NumBombs() {
		bomb := s.Bomb(i)
		f.Bombs = append(f.Bombs, Bomb{Cell: int(bomb.Cell), Owner: Owner(bomb.Colour), Timer: bomb.Delay,
			Range: bomb.Range})
	}
	f.Explosions = f.Explosions[:0]
	for i := range s.NumExplosions() {
		cell, colour := s.Explosion(i)
		f.Explosions = append(f.Explosions, Explosion{Cell: int(cell), Owner: Owner(colour)})
	}
	slices.SortFunc(f.Explosions, func(x, y Explosion) int { return cmp.Compare(x.Cell, y.Cell) })
	f.hexabombPlayers(s, seats)
	f.hexabombTokens(s)
}

func (f *Frame) hexabombPlayers(s *hexabomb.State, seats []Seat) {
	b := s.Board()
	f.Players = f.Players[:0]
	for p := range b.NumPlayers() {
		first, end := b.Characters(p)
		row := Player{ID: p, Score: s.Score(p), Cells: s.CellCount(p),
			Share:      float64(s.CellCount(p)) / float64(max(1, b.NumCells())),
			Characters: end - first, Living: s.Living(p), Special: b.Special(p)}
		row.sit(seats)
		f.Players = append(f.Players, row)
	}
}

func (f *Frame) hexabombTokens(s *hexabomb.State) {
	b := s.Board()
	f.Tokens = f.Tokens[:0]
	for id := range b.NumCharacters() {
		c, player := s.Character(id), b.Owner(id)
		t := Token{ID: id, Player: player, Cell: int(c.Cell), Alive: c.Alive, Revival: c.ReviveDelay,
			Special: b.Special(player), Bombs: c.BombCount}
		if b.SuddenDeath() {
			t.Revival = NoRevival
		}
		switch {
		case b.Version() == hexabomb.V2018:
			t.Bombs, f.Players[player].Bombs = NoBombCount, NoBombCount
		case c.Alive:
			f.Players[player].Bombs += c.BombCount
		}
		f.Tokens = append(f.Tokens, t)
	}
}
