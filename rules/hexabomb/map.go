package hexabomb

import (
	"errors"
	"fmt"
	"math"
)

// MaxCoord is the largest absolute value of a coordinate: all JSON readers represent it exactly (on 32 bits it is
// less).
const MaxCoord = min(1<<53, math.MaxInt>>3)

// MaxCells is the largest number of cells of a map.
const MaxCells = 1<<16 - 1

// ErrMap is wrapped by every error about a map or about players for whom a map has no room.
var ErrMap = errors.New("map refused")

// Map contains the cells and the starts of characters, as in a map file.
type Map struct {
	Cells         []Coord   // in any order, connected or not
	Starts        [][]Coord // by ordinary player, the places of its characters; the same number for each
	SpecialStarts []Coord   // the places of the special player's characters; empty: no sudden death
	Notes         []string  // what was taken in the file of the map that the format does not allow, for people
}

// SeatsError says that a map has no room for so many players. errors.Is finds ErrMap in it.
type SeatsError struct{ Players, Seats int }

func (e *SeatsError) Error() string {
	return fmt.Sprintf("%d players, but the map has room for 0 to %d", e.Players, e.Seats)
}

// Is reports whether target is ErrMap.
func (e *SeatsError) Is(target error) bool { return target == ErrMap }

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMap, fmt.Sprintf(format, args...))
}

// Validate checks the rules for map files beyond their form.
func (m *Map) Validate() error {
	if len(m.Cells) > MaxCells {
		return refuse("cells: %d cells, at most %d are supported", len(m.Cells), MaxCells)
	}
	free := newPlaces(m.Cells)
	for _, c := range m.Cells {
		if _, listed := free.at(c); listed {
			return refuse("cells: cell %v is listed twice", c)
		}
		if c.tooFar() {
			return refuse("cells: cell %v is too far away, coordinates must be from %d to %d", c, -MaxCoord, MaxCoord)
		}
		free.set(c, freePlace)
	}
	if len(m.Starts) == 0 {
		return refuse("initial_positions: there are no initial positions, but a map needs those of at least one player")
	}
	for p, starts := range m.Starts {
		if len(starts) == 0 {
			return refuse("initial_positions: player %d has an empty array of positions", p)
		}
		if len(starts) != len(m.Starts[0]) {
			return refuse("initial_positions: player %d has %d positions but player 0 has %d; all players need the "+
				"same number", p, len(starts), len(m.Starts[0]))
		}
		if err := m.takeStarts(&free, fmt.Sprintf("initial_positions of player %d", p), starts); err != nil {
			return err
		}
	}
	return m.takeStarts(&free, "special_initial_positions", m.SpecialStarts)
}

// What Validate knows of a place.
const (
	freePlace Cell = iota
	takenPlace
)

// takeStarts removes positions from the free ones. Each must be a cell, and be used once.
func (m *Map) takeStarts(free *places, what string, starts []Coord) error {
	for _, c := range starts {
		state, isCell := free.at(c)
		if !isCell {
			return refuse("%s: position %v has no cell", what, c)
		}
		if state != freePlace {
			return refuse("%s: position %v is used twice", what, c)
		}
		free.set(c, takenPlace)
	}
	return nil
}
