package observe

import (
	"fmt"
	"math"
	"sync"

	"blastyard/rules/hexabomb"
)

// Channels of hexabomb. Those of a player are adjacent.
const (
	hexColour = iota
	hexLiving
	hexDead
	hexBombs
	hexPerPlayer
)

// Scalars of hexabomb before those of the seat's characters and of the players.
const (
	hexTurn = iota
	hexSpecial
	hexOnce
)

// Scalars of each own character and of each player.
const (
	hexPerCharacter     = 3 // alive, bombs, revive
	hexScalarsPerPlayer = 4 // score, cells, living, bombs
)

// A HexabombBoard has what the observations of all matches on a board have in common. It is safe for concurrent use.
type HexabombBoard struct {
	spec       Spec
	rules      *hexabomb.Board
	turns      int // of a match
	lastTurn   int // of the board
	scoreScale float64

	strides
	places  int      // of a channel
	valid   []byte   // the channel of that name
	at      []uint32 // by cell: its place; for no cell the number of places
	spot    []uint32 // by cell: the place of its byte in the first channel
	danger  int      // index of the channel; bomb_range follows
	own     int      // index of the first channel of the seat's own characters
	players int      // index of the first channel of the players

	next   []hexabomb.Cell                  // by cell*NumDirections + direction; the number of cells: none
	exits  []byte                           // by cell: a bit for each direction with a neighbour
	around [][hexabomb.NumDirections]uint32 // by cell: the place in each direction
	blasts [][]hexabomb.Cell
	within [][hexabomb.MaxBomb + 1]uint8 // by cell and range: how many items of blasts the blast covers
	starts []int                         // by player, and one after the last: its first character
	counts []float32                     // by player: number of its characters

	revival uint32 // key of a character that may revive
	sizes   sizes
	every   func() *hexSeats // the seats of all players, which most views have; computed once
}

// NewHexabombBoard prepares observations of matches of this many turns on a board. If the form cannot show the board,
// the error wraps ErrForm.
func NewHexabombBoard(b *hexabomb.Board, form Form, turns int) (*HexabombBoard, error) {
	n := b.NumCells()
	p := &HexabombBoard{rules: b, turns: max(1, turns), at: make([]uint32, n+1), exits: make([]byte, n)}
	p.spec = Spec{Form: form, Players: b.NumPlayers(), Cells: n, Actions: hexActionNames, Masks: hexMasks}
	for player := range b.NumPlayers() {
		first, end := b.Characters(player)
		p.starts = append(p.starts, first)
		p.spec.Characters = max(p.spec.Characters, end-first)
		p.counts = append(p.counts, float32(end-first))
	}
	p.starts = append(p.starts, b.NumCharacters())
	if !b.SuddenDeath() {
		p.revival = keyRevive
	}
	p.lastTurn, p.scoreScale = b.LastTurn(), float64(p.turns)
	if !b.SuddenDeath() {
		p.scoreScale *= float64(max(1, n))
	}
	p.neighbours()
	p.foreseeBlasts()
	p.name()
	if err := p.arrange(); err != nil {
		return nil, err
	}
	p.sizes = p.spec.sizes()
	p.every = sync.OnceValue(func() *hexSeats { return p.seatsOf(upTo(p.spec.Players)) })
	return p, nil
}

// upTo returns the numbers 0 ≤ i < n.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Spec describes the arrays.
func (p *HexabombBoard) Spec() *Spec { return &p.spec }

func (p *HexabombBoard) neighbours() {
	n := p.spec.Cells
	for c := range n {
		at := p.rules.Coord(hexabomb.Cell(c))
		p.spec.Places = append(p.spec.Places, [2]int{at.Q, at.R})
		around := make([]int, hexabomb.NumDirections)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			to, ok := p.rules.Neighbour(hexabomb.Cell(c), d)
			around[d] = int(to)
			if ok {
				p.exits[c] |= 1 << d
			} else {
				around[d], to = -1, hexabomb.Cell(n)
			}
			p.next = append(p.next, to)
		}
		p.spec.Neighbours = append(p.spec.Neighbours, around)
	}
}

// foreseeBlasts lists the cells that ordinary bombs on each cell cover, the nearest first.
func (p *HexabombBoard) foreseeBlasts() {
	p.within = make([][hexabomb.MaxBomb + 1]uint8, p.spec.Cells)
	for c := range p.spec.Cells {
		list := []hexabomb.Cell{hexabomb.Cell(c)}
		var front [hexabomb.NumDirections]hexabomb.Cell
		for d := range front {
			front[d] = hexabomb.Cell(c)
		}
		for reach := range p.within[c] {
			if reach > 0 {
				list = p.spread(list, &front)
			}
			p.within[c][reach] = uint8(len(list))
		}
		p.blasts = append(p.blasts, list)
	}
}

// spread extends a blast by a cell in each direction. front is its end in each direction, or the number of cells if it
// has ended.
func (p *HexabombBoard) spread(list []hexabomb.Cell, front *[hexabomb.NumDirections]hexabomb.Cell) []hexabomb.Cell {
	for d, c := range front {
		if int(c) == p.spec.Cells {
			continue
		}
		front[d] = p.next[int(c)*hexabomb.NumDirections+d]
		if int(front[d]) < p.spec.Cells {
			list = append(list, front[d])
		}
	}
	return list
}

func (p *HexabombBoard) name() {
	s := &p.spec
	if s.Form != None {
		if s.Form == Planes {
			s.Channels = append(s.Channels, "valid")
		}
		p.danger = len(s.Channels)
		s.Channels = append(s.Channels, "danger", "bomb_range")
		p.own = len(s.Channels)
		if s.Characters > 1 {
			for i := range s.Characters {
				s.Channels = append(s.Channels, fmt.Sprintf("character_%d", i))
			}
		}
		p.players = len(s.Channels)
		s.Channels = appendNames(s.Channels, s.Players, "colour_%d", "living_%d", "dead_%d", "bombs_%d")
	}
	s.Scalars = append(s.Scalars, "turn", "special")
	s.Scalars = appendNames(s.Scalars, s.Characters, "character_%d_alive", "character_%d_bombs", "character_%d_revive")
	s.Scalars = appendNames(s.Scalars, s.Players, "score_%d", "cells_%d", "living_%d", "bombs_%d")
}

func appendNames(dst []string, n int, forms ...string) []string {
	for i := range n {
		for _, form := range forms {
			dst = append(dst, fmt.Sprintf(form, i))
		}
	}
	return dst
}

// arrange computes the place of each cell in a view.
func (p *HexabombBoard) arrange() error {
	n := p.spec.Cells
	p.places = n
	if p.spec.Form == Planes {
		minQ, maxQ, minR, maxR := math.MaxInt, math.MinInt, math.MaxInt, math.MinInt
		for _, at := range p.spec.Places {
			minQ, maxQ, minR, maxR = min(minQ, at[0]), max(maxQ, at[0]), min(minR, at[1]), max(maxR, at[1])
		}
		if n == 0 || maxQ-minQ >= MaxGrid || maxR-minR >= MaxGrid || (maxQ-minQ+1)*(maxR-minR+1) > MaxGrid {
			return fmt.Errorf("%w: planes: the board's %d cells lie too far apart for a grid; at most %d places are "+
				"possible, observe cells instead", ErrForm, n, MaxGrid)
		}
		p.spec.Width, p.spec.Height = maxQ-minQ+1, maxR-minR+1
		p.places = p.spec.Width * p.spec.Height
		p.valid = make([]byte, p.places)
		for c, at := range p.spec.Places {
			p.at[c] = uint32((at[1]-minR)*p.spec.Width + at[0] - minQ)
			p.valid[p.at[c]] = yes
		}
	} else {
		for c := range n {
			p.at[c] = uint32(c)
		}
	}
	p.at[n] = uint32(p.places)
	p.strides = p.spec.Form.strides(p.places, len(p.spec.Channels))
	for c := range n {
		var around [hexabomb.NumDirections]uint32
		for d := range around {
			around[d] = p.at[p.next[c*hexabomb.NumDirections+d]]
		}
		p.spot, p.around = append(p.spot, p.at[c]*uint32(p.place)), append(p.around, around)
	}
	return nil
}

// relative returns the position of a player in the view of a seat: 0 is the seat itself, then come the players after
// it, wrapping around, and the special player is last.
func (p *HexabombBoard) relative(seat, player int) int {
	n := p.spec.Players
	switch {
	case player == seat:
		return 0
	case !p.rules.SuddenDeath() || seat == 0:
		return (player - seat + n) % n
	case player == 0:
		return n - 1
	default:
		return (player - seat + n - 1) % (n - 1)
	}
}
