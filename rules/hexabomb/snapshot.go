package hexabomb

import (
	"errors"
	"fmt"
	"math"
)

// ErrSnapshot is wrapped by every error about a snapshot that no game can reach.
var ErrSnapshot = errors.New("hexabomb: no possible state")

// MaxTurn is the last turn on any board. A netorcai server plays at most 65,535.
const MaxTurn = 1<<28 - 1 - reviveDelay // a character's rest has 28 bits

// LastTurn returns the last turn that can be played on b. Until then the score of any game fits into 32 bits.
func (b *Board) LastTurn() int {
	return int(min(MaxTurn, math.MaxUint32/uint32(max(1, len(b.coords)))))
}

// Snapshot is a state as plain values, for viewing, sending or creating it.
type Snapshot struct {
	Turn       int
	Colours    []Colour    // by cell
	Characters []Character // by id
	Bombs      []Bomb      // in the order in which they were dropped
	Explosions []Explosion // of the last turn
	Scores     []int       // by player
	CellCounts []int       // by player, in the rules of 2018 only; see State.CellCount
}

// Explosion is a cell that an explosion covered, with its new colour.
type Explosion struct {
	Cell   Cell
	Colour Colour
}

// Snapshot returns s as plain values.
func (s *State) Snapshot() Snapshot {
	p := Snapshot{Turn: s.Turn()}
	for c := range s.board.coords {
		p.Colours = append(p.Colours, s.Colour(Cell(c)))
	}
	for i := range s.board.starts {
		p.Characters = append(p.Characters, s.Character(i))
	}
	for i := range s.NumBombs() {
		p.Bombs = append(p.Bombs, s.Bomb(i))
	}
	for i := range s.NumExplosions() {
		c, colour := s.Explosion(i)
		p.Explosions = append(p.Explosions, Explosion{c, colour})
	}
	for i := range s.board.players {
		p.Scores = append(p.Scores, s.Score(i))
		if len(s.kept) > 0 {
			p.CellCounts = append(p.CellCounts, s.CellCount(i))
		}
	}
	return p
}

// Restore returns the state of a snapshot. For an impossible one the error wraps ErrSnapshot.
func (b *Board) Restore(p Snapshot) (*State, error) {
	s := &State{board: b}
	s.carve()
	s.turn = uint32(p.Turn)
	if p.Turn > b.LastTurn() {
		return nil, fmt.Errorf("%w: turn %d of at most %d", ErrSnapshot, p.Turn, b.LastTurn())
	}
	if p.Turn < 0 || len(p.Colours) != len(b.coords) || len(p.Characters) != len(b.starts) ||
		len(p.Scores) != b.players {
		return nil, fmt.Errorf("%w: turn %d, %d cells, %d characters, %d scores; the board has %d, %d, %d", ErrSnapshot,
			p.Turn, len(p.Colours), len(p.Characters), len(p.Scores), len(b.coords), len(b.starts), b.players)
	}
	for c, colour := range p.Colours {
		if int(colour) > b.players {
			return nil, fmt.Errorf("%w: cell %v has colour %d of 0..%d", ErrSnapshot, b.coords[c], colour, b.players)
		}
		s.paint(Cell(c), uint32(colour))
	}
	for i, score := range p.Scores {
		if score < 0 || uint64(score) > math.MaxUint32 {
			return nil, fmt.Errorf("%w: player %d has the score %d", ErrSnapshot, i, score)
		}
		s.tally[ColourOf(i)] += uint64(score-s.Score(i)) << scoreShift // after painting, as cells count for it
	}
	for _, restore := range []func(*Snapshot) error{s.restoreCharacters, s.restoreBombs, s.restoreExplosions,
		s.restoreCounts} {
		if err := restore(&p); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *State) restoreCharacters(p *Snapshot) error {
	for i, c := range p.Characters {
		if c.Cell >= s.board.outside || c.BombCount < 0 || c.BombCount > MaxBombCount || c.Alive && s.Occupied(c.Cell) {
			return fmt.Errorf("%w: character %d: %+v", ErrSnapshot, i, c)
		}
		s.chars[i] |= uint64(c.Cell) | uint64(c.BombCount)<<bombShift
		switch {
		case c.Alive && c.ReviveDelay != -1:
			return fmt.Errorf("%w: living character %d: %+v", ErrSnapshot, i, c)
		case c.Alive:
			s.chars[i] |= alive
			s.cells[c.Cell] |= hasCharacter
		case i < s.board.special || c.ReviveDelay < 0 || c.ReviveDelay > reviveDelay:
			return fmt.Errorf("%w: dead character %d: %+v", ErrSnapshot, i, c)
		default:
			s.chars[i] |= uint64(p.Turn+c.ReviveDelay) << restShift
		}
	}
	return nil
}

func (s *State) restoreBombs(p *Snapshot) error {
	for i, b := range p.Bombs {
		limit := MaxBomb
		if s.board.special > 0 && b.Colour == ColourOf(0) {
			limit = MaxSpecialBomb
		}
		if b.Cell >= s.board.outside || s.HasBomb(b.Cell) || b.Colour == 0 || int(b.Colour) > s.board.players ||
			b.Range < MinBomb || b.Range > limit || b.Delay < 1 || b.Delay > limit {
			return fmt.Errorf("%w: bomb %d: %+v", ErrSnapshot, i, b)
		}
		s.cells[b.Cell] |= hasBomb
		s.addBomb(uint32(b.Cell), uint32(b.Colour), uint8(b.Range), uint8(b.Delay))
	}
	return nil
}

func (s *State) restoreExplosions(p *Snapshot) error {
	seen := make(map[Cell]bool)
	for i, e := range p.Explosions {
		if e.Cell >= s.board.outside || int(e.Colour) > s.board.players || seen[e.Cell] {
			return fmt.Errorf("%w: explosion %d: %+v", ErrSnapshot, i, e)
		}
		seen[e.Cell] = true
		s.explosions = append(s.explosions, uint32(e.Cell)|uint32(e.Colour)<<16)
	}
	return nil
}

// restoreCounts restores the cell counts of players without a cell. Their default is 0.
func (s *State) restoreCounts(p *Snapshot) error {
	if len(p.CellCounts) > 0 && len(p.CellCounts) != len(s.kept) {
		return fmt.Errorf("%w: %d cell counts", ErrSnapshot, len(p.CellCounts))
	}
	for i, n := range p.CellCounts {
		if has := s.CellCount(i); n < 0 || n > len(s.board.coords) || has > 0 && n != has {
			return fmt.Errorf("%w: player %d has %d cells and the cell count %d", ErrSnapshot, i, has, n)
		}
		s.kept[i] = uint64(n)
	}
	if s.stages.count != nil {
		s.stages.count(s)
	}
	return nil
}
