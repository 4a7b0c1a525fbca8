package bomberman

import (
	"iter"
	"math"
)

// An Arm is one of the four directions of a blast.
type Arm struct {
	Step  int // from a block to the next one, as indices of Map.Blocks
	Reach int // blocks at most
}

// Arms returns the arms of a blast with a radius on a map of a width, in the order of the rules: right, left, down,
// up. All reach as far as the radius, unless that has overflowed: the 31st radius power-up makes a signed number of
// 32 bits negative. Such a bomb burns left and up as far as the walls allow, and not right and down.
func Arms(width, radius int) [4]Arm {
	rightDown, leftUp := radius, radius
	if radius < 0 {
		rightDown, leftUp = 0, math.MaxInt32
	}
	return [4]Arm{{1, rightDown}, {-1, leftUp}, {width, rightDown}, {-width, leftUp}}
}

// reached iterates over the blocks that the blast of a bomb reaches, except its own. The blast enters a soft wall or
// a bomb and goes no farther. The map's border is a wall, so no arm leaves the map.
func (s *State) reached(bomb []uint32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, arm := range Arms(s.board.Width, int(int32(bomb[bombRadius]))) {
			at := int(bomb[bombBlock])
			for range arm.Reach {
				at += arm.Step
				w := s.blocks[at]
				if w&wallMask == uint32(HardWall) {
					break
				}
				if !yield(at) {
					return
				}
				if w&(wallMask|hasBomb) != 0 {
					break
				}
			}
		}
	}
}

// Blast iterates over the blocks that the blast of bomb i of NumBombs would reach now, with their distance from the
// bomb: its own first, then right, left, down and up. A bomb that it reaches explodes too; by the rules its block
// does not belong to this blast while a player is on it.
func (s *State) Blast(i int) iter.Seq2[Pos, int] {
	return func(yield func(Pos, int) bool) {
		from := s.bomb(i)
		own := s.board.pos(int(from[bombBlock]))
		if !yield(own, 0) {
			return
		}
		for at := range s.reached(from) {
			p := s.board.pos(at)
			if !yield(p, max(p.X-own.X, own.X-p.X)+max(p.Y-own.Y, own.Y-p.Y)) {
				return
			}
		}
	}
}
