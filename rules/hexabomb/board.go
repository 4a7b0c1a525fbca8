// Package hexabomb contains the rules of hexabomb, classical and sudden death: hexagonal cells, colours, characters
// and bombs. A Board is what never changes during a game, and a State is what changes. State.Step plays one turn of
// actions in the order of the published rules. The package has no input, output, time or randomness: the same board
// and the same actions in the same order give the same states.
package hexabomb

import "slices"

// A Board is the constant part of a game: cells and their neighbours, the players, and the characters' starts. Cells
// are identified by their index in the order of Q, then R. A Board is safe for concurrent use.
type Board struct {
	coords     []Coord           // by cell
	index      places            // inverse of coords
	neighbours []Cell            // by cell<<3 | direction; outside if there is none; from ownCell on the cell itself
	outside    Cell              // the index after the last cell: where the board has no cell
	rays       []rays            // by cell
	starts     []Cell            // by character
	owners     []uint16          // by character: its player
	demands    [kindSlots]uint32 // demandsByKind
	players    int
	special    int // number of the special player's characters, which come first
	endless    int // number of the first characters whose bombs are unlimited
	version    Version
	lastTurn   uint32 // LastTurn
}

// Cell is the index of a cell on its board.
type Cell uint16

const neighbourStride = 8 // directions a cell, rounded up to a power of two

// NewBoard returns the board of a map for a number of ordinary and of special players (0, or 1 for sudden death), by
// the rules of 1.1. For a bad map, too few seats, or more than one special player the error wraps ErrMap.
func NewBoard(m *Map, players, specialPlayers int) (*Board, error) {
	return V11.NewBoard(m, players, specialPlayers)
}

// NewBoard is the function NewBoard by this version of the rules. It refuses what the version does not support.
func (v Version) NewBoard(m *Map, players, specialPlayers int) (*Board, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	switch {
	case players < 0 || players > len(m.Starts):
		return nil, &SeatsError{Players: players, Seats: len(m.Starts)}
	case specialPlayers < 0 || specialPlayers > 1:
		return nil, refuse("%d special players asked for, but the game has 0 or 1", specialPlayers)
	case specialPlayers == 1 && len(m.SpecialStarts) == 0:
		return nil, refuse("a special player asked for, but the map has no special_initial_positions")
	}
	if check := variants[v].check; check != nil {
		if err := check(m, specialPlayers); err != nil {
			return nil, err
		}
	}
	b := &Board{version: v, coords: slices.Clone(m.Cells), outside: Cell(len(m.Cells)),
		players: players + specialPlayers}
	slices.SortStableFunc(b.coords, Coord.Compare)
	b.index = newPlaces(b.coords)
	for i, c := range b.coords {
		b.index.set(c, Cell(i))
	}
	b.castNeighbours()
	b.rays = make([]rays, len(b.coords))
	for i := range b.rays {
		b.rays[i] = b.castRays(Cell(i))
	}
	if specialPlayers == 1 {
		b.special = len(m.SpecialStarts)
		b.seat(0, m.SpecialStarts)
	}
	for p := range players {
		b.seat(specialPlayers+p, m.Starts[p])
	}
	b.endless = b.special
	if !b.CountsBombs() {
		b.endless = len(b.starts)
	}
	b.demands = b.demandsByKind()
	b.lastTurn = uint32(b.LastTurn())
	return b, nil
}

// castNeighbours finds the neighbours of each cell. The place outside the board leads nowhere.
func (b *Board) castNeighbours() {
	b.neighbours = make([]Cell, (len(b.coords)+1)*neighbourStride)
	for i, c := range b.coords {
		for d := range Direction(NumDirections) {
			n, ok := b.index.at(c.Add(d, 1))
			if !ok {
				n = b.outside
			}
			b.neighbours[i*neighbourStride+int(d)] = n
		}
		for d := ownCell; d < neighbourStride; d++ {
			b.neighbours[i*neighbourStride+d] = Cell(i)
		}
	}
	for d := range neighbourStride {
		b.neighbours[len(b.coords)*neighbourStride+d] = b.outside
	}
}

func (b *Board) seat(player int, starts []Coord) {
	for _, c := range starts {
		cell, _ := b.index.at(c)
		b.starts = append(b.starts, cell)
		b.owners = append(b.owners, uint16(player))
	}
}

// NumCells is the number of cells.
func (b *Board) NumCells() int { return len(b.coords) }

// NumPlayers returns the number of all players, including a special one.
func (b *Board) NumPlayers() int { return b.players }

// NumCharacters is the number of all characters, dead or alive.
func (b *Board) NumCharacters() int { return len(b.starts) }

// Version returns the version of the rules.
func (b *Board) Version() Version { return b.version }

// SuddenDeath reports whether player 0 is a special player.
func (b *Board) SuddenDeath() bool { return b.special > 0 }

// Special reports whether a player is the special one of sudden death.
func (b *Board) Special(player int) bool { return b.special > 0 && player == 0 }

// Coord is the place of a cell.
func (b *Board) Coord(c Cell) Coord { return b.coords[c] }

// CellAt is the cell at a place, if there is one.
func (b *Board) CellAt(c Coord) (Cell, bool) {
	return b.index.at(c)
}

// Neighbour is the cell next to c in a direction, if there is one.
func (b *Board) Neighbour(c Cell, d Direction) (Cell, bool) {
	n := b.neighbours[int(c)*neighbourStride+int(d)]
	return n, n != b.outside
}

// Owner returns the player of a character.
func (b *Board) Owner(character int) int { return int(b.owners[character]) }

// Start is the cell where a character starts.
func (b *Board) Start(character int) Cell { return b.starts[character] }

// Characters returns the range of a player's character ids: from first up to, but not including, end.
func (b *Board) Characters(player int) (first, end int) {
	first, _ = slices.BinarySearch(b.owners, uint16(player))
	end, _ = slices.BinarySearch(b.owners, uint16(player+1))
	return first, end
}
