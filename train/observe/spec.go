package observe

import (
	"errors"
	"fmt"
)

// Form is the form in which the board is shown.
type Form uint8

// The forms.
const (
	Planes Form = iota // a grid for each channel
	Cells              // a list of cells, with channels and neighbours
	None               // only scalars and masks
)

// Spec describes the arrays of an observation; it must not be changed.
type Spec struct {
	Form       Form
	Players    int
	Characters int      // maximum number of characters of a player
	Channels   []string // of a place or a cell; empty for None
	Scalars    []string
	Actions    []string
	Masks      []uint32 // by key of a mask: bit a is set if action a is allowed
	Height     int      // rows of planes; 0 if the form is not Planes
	Width      int
	Cells      int      // of the board
	Neighbours [][]int  // by cell: the cell in each direction, or -1
	Places     [][2]int // by cell: hexabomb q, r; Bomberman x, y
}

// ViewBytes returns the size of the channels of a seat.
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

// MaskBytes returns the size of the mask of a seat: a byte for each action of each character.
func (s *Spec) MaskBytes() int { return s.Characters * len(s.Actions) }

// sizes are the sizes of the memory of a seat, in elements.
type sizes struct{ board, scalars, mask, legal int }

func (s *Spec) sizes() sizes {
	return sizes{board: s.ViewBytes(), scalars: len(s.Scalars), mask: s.MaskBytes(), legal: s.Characters}
}

// Memory is where views write. It has ViewBytes, Scalars, MaskBytes and Characters elements for each seat, one seat
// after the other.
type Memory struct {
	Board   []byte // the channels
	Scalars []float32
	Mask    []byte
	Legal   []byte // a key for each character
}

// Memory allocates memory for this many seats.
func (s *Spec) Memory(seats int) Memory {
	one := s.sizes()
	return Memory{make([]byte, seats*one.board), make([]float32, seats*one.scalars), make([]byte, seats*one.mask),
		make([]byte, seats*one.legal)}
}

// part returns the memory of one seat.
func (m *Memory) part(seat int, of sizes) Memory {
	return Memory{part(m.Board, seat, of.board), part(m.Scalars, seat, of.scalars), part(m.Mask, seat, of.mask),
		part(m.Legal, seat, of.legal)}
}

func part[T any](all []T, i, size int) []T { return all[i*size : (i+1)*size] }

// check panics if such players do not exist, or if memory for a view of them has the wrong size.
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

// MaxGrid is the maximum number of places in the grid of Planes.
const MaxGrid = 1 << 16

// ErrForm is wrapped by every error about a board that a form cannot show.
var ErrForm = errors.New("observe: form")

const yes = 255

// soon converts a number of turns, from 1, to a byte: the sooner, the larger. 0 means never and stays 0.
func soon(turns int) byte { return soonTable[max(0, min(turns, len(soonTable)-1))] }

var soonTable = func() (t [yes + 1]byte) {
	for i := 1; i < len(t); i++ {
		t[i] = byte(yes / i)
	}
	return t
}()

// far converts the range of a bomb to a byte.
func far(reach int) byte {
	if reach < 0 || reach > yes/16 {
		return yes
	}
	return byte(16 * reach)
}

// tell writes the mask of a key, a byte for each action.
func tell(mask []byte, bits uint32) {
	for i := range mask {
		mask[i] = byte(bits >> i & 1)
	}
}

// strides say where the byte of a place in a channel is in a view.
type strides struct {
	channel, place int
}

func (f Form) strides(places, channels int) strides {
	if f == Cells {
		return strides{channel: 1, place: channels}
	}
	return strides{channel: places, place: 1}
}
