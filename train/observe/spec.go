package observe

import (
	"errors"
	"fmt"
)

// Form is how the board is shown.
type Form uint8

// The forms.
const (
	Planes Form = iota // a grid a channel
	Cells              // a list of cells, each with its channels, and their neighbours
	None               // not at all: scalars and masks only
)

// Spec says what the arrays of an observation hold; it must not be changed.
type Spec struct {
	Form       Form
	Players    int
	Characters int      // the most that a player has
	Channels   []string // of a plane or a cell; empty for None
	Scalars    []string
	Actions    []string
	Masks      []uint32 // by key of a mask: bit a is set if action a is allowed
	Height     int      // of planes, in rows; 0 where the form is not Planes
	Width      int
	Cells      int      // of the board
	Neighbours [][]int  // by cell: the cell in each direction, -1 where there is none
	Places     [][2]int // by cell: hexabomb q, r; Bomberman x, y
}

// ViewBytes is the size of the channels of one seat.
func (s *Spec) ViewBytes() int {
	switch s.Form {
	case Planes:
		return len(s.Channels) * s.Height * s.Width
	case Cells:
		return len(s.Channels) * s.Cells
	default:
		return 0
	}
}

// MaskBytes is the size of the mask of one seat: a byte for each action of each character.
func (s *Spec) MaskBytes() int { return s.Characters * len(s.Actions) }

// sizes are those of the memory of one seat, in elements.
type sizes struct{ board, scalars, mask, legal int }

func (s *Spec) sizes() sizes {
	return sizes{board: s.ViewBytes(), scalars: len(s.Scalars), mask: s.MaskBytes(), legal: s.Characters}
}

// Memory is where views write, one seat after the other: ViewBytes, Scalars, MaskBytes and Characters of each.
type Memory struct {
	Board   []byte // the channels
	Scalars []float32
	Mask    []byte
	Legal   []byte // a key a character
}

// Memory makes memory for so many seats.
func (s *Spec) Memory(seats int) Memory {
	one := s.sizes()
	return Memory{make([]byte, seats*one.board), make([]float32, seats*one.scalars), make([]byte, seats*one.mask),
		make([]byte, seats*one.legal)}
}

// part is that of one seat.
func (m *Memory) part(seat int, of sizes) Memory {
	return Memory{part(m.Board, seat, of.board), part(m.Scalars, seat, of.scalars), part(m.Mask, seat, of.mask),
		part(m.Legal, seat, of.legal)}
}

func part[T any](all []T, i, size int) []T { return all[i*size : (i+1)*size] }

// check panics if there are no such players, or memory for a view of them has the wrong size.
func (s *Spec) check(players []int, m Memory) {
	n, one := len(players), s.sizes()
	for _, player := range players {
		if player < 0 || player >= s.Players {
			panic(fmt.Sprintf("observe: view of player %d, expected 0 to %d", player, s.Players-1))
		}
	}
	if len(m.Board) != n*one.board || len(m.Scalars) != n*one.scalars || len(m.Mask) != n*one.mask ||
		len(m.Legal) != n*one.legal {
		panic(fmt.Sprintf("observe: view of %d players with %d bytes, %d scalars, %d bytes of mask, %d keys; "+
			"expected %d, %d, %d, %d of each", n, len(m.Board), len(m.Scalars), len(m.Mask), len(m.Legal),
			one.board, one.scalars, one.mask, one.legal))
	}
}

// MaxGrid is the most places that the grid of Planes may have.
const MaxGrid = 1 << 16

// ErrForm is in every error about a board that a form cannot show.
var ErrForm = errors.New("observe: form")

const yes = 255

// soon is a number of turns from 1 as a byte: the sooner, the larger. 0 stays 0: never.
func soon(turns int) byte { return soonTable[max(0, min(turns, len(soonTable)-1))] }

var soonTable = func() (t [yes + 1]byte) {
	for i := 1; i < len(t); i++ {
		t[i] = byte(yes / i)
	}
	return t
}()

// far is the range of a bomb as a byte.
func far(reach int) byte {
	if reach < 0 || reach > yes/16 {
		return yes
	}
	return byte(16 * reach)
}

// tell writes the mask that a key stands for, a byte an action.
func tell(mask []byte, bits uint32) {
	for i := range mask {
		mask[i] = byte(bits >> i & 1)
	}
}

// strides say where a channel of a place lies in a view.
type strides struct {
	channel, place int
}

func (f Form) strides(places, channels int) strides {
	if f == Cells {
		return strides{channel: 1, place: channels}
	}
	return strides{channel: places, place: 1}
}
