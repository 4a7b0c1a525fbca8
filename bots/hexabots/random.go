package hexabots

import (
	"math/bits"
	"math/rand/v2"

	"blastyard/rules/hexabomb"
)

// random takes each move to an empty cell, and a bomb of any range and delay, to be equally likely. Its dead revive as
// soon as they may.
type random struct {
	team
	board   *hexabomb.Board
	maxBomb uint32 // largest range and delay
	rng     rand.PCG
}

func newRandom(at seat) Bot {
	r := &random{team: teamOf(at), board: at.board, maxBomb: hexabomb.MaxBomb,
		rng: *rand.NewPCG(at.seed, uint64(at.player))}
	if at.board.Special(at.player) {
		r.maxBomb = hexabomb.MaxSpecialBomb
	}
	return r
}

func (r *random) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	for id := r.first; id < r.end; id++ {
		c := s.Character(id)
		if !c.Alive {
			if c.ReviveDelay == 0 && !r.board.SuddenDeath() {
				dst = append(dst, r.reviveSomewhere(s, id))
			}
			continue
		}
		var options [hexabomb.NumDirections + 1]hexabomb.Direction
		n := uint32(0)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if to, ok := r.board.Neighbour(c.Cell, d); ok && s.Empty(to) {
				options[n] = d
				n++
			}
		}
		moves := n
		if c.BombCount > 0 && !s.HasBomb(c.Cell) {
			n++
		}
		if n == 0 {
			continue
		}
		chance := r.rng.Uint64()
		if i := below(uint32(chance), n); i < moves {
			dst = append(dst, r.move(id, options[i]))
		} else {
			settings := r.maxBomb - hexabomb.MinBomb + 1
			reach, delay := below(uint32(chance>>32)&0xffff<<16, settings), below(uint32(chance>>48)<<16, settings)
			dst = append(dst, r.bomb(id, int(hexabomb.MinBomb+reach), int(hexabomb.MinBomb+delay)))
		}
	}
	return dst
}

// reviveSomewhere revives a character; in the rules of 2018 on a cell drawn from all that are free.
func (r *random) reviveSomewhere(s *hexabomb.State, id int) hexabomb.Action {
	if !r.board.RevivesAnywhere() {
		return r.revive(id)
	}
	chosen, n := s.Character(id).Cell, uint32(0)
	for c := range hexabomb.Cell(r.board.NumCells()) {
		if s.Empty(c) {
			if n++; below(uint32(r.rng.Uint64()), n) == 0 {
				chosen = c
			}
		}
	}
	return hexabomb.ReviveOn(r.player, id, chosen)
}

// below turns 32 random bits into a number below n.
func below(chance, n uint32) uint32 {
	hi, _ := bits.Mul32(chance, n)
	return hi
}

type idle struct{}

func newIdle(seat) Bot { return idle{} }

func (idle) Act(dst []hexabomb.Action, _ *hexabomb.State) []hexabomb.Action { return dst }
