package bomberman

// wanted reports whether there are wishes, and whether two may be for the same block: blocks share 64 bits.
func (s *State) wanted() (some, twice bool) {
	var once, again uint64
	for _, to := range s.scratch.wishes {
		bit := uint64(1) << (to & 63)
		if to == noWish {
			bit = 0
		}
		again |= once & bit
		once |= bit
	}
	return once != 0, again != 0
}

// settle ends collisions: while two or more players want the same block, each of all those players draws a number
// from 0 to 99, and the lowest (the first on a tie) loses its wish.
func (s *State) settle() {
	wishes := s.scratch.wishes
	for {
		loser, lowest := noWish, 100
		for k, to := range wishes {
			if to == noWish || !s.collides(k) {
				continue
			}
			if draw := int(s.chance.Uint64() >> 32 * 100 >> 32); draw < lowest {
				loser, lowest = k, draw
			}
		}
		if loser == noWish {
			return
		}
		wishes[loser] = noWish
	}
}

func (s *State) collides(k int) bool {
	for j, to := range s.scratch.wishes {
		if j != k && to == s.scratch.wishes[k] {
			return true
		}
	}
	return false
}

// moveAll executes the wishes one by one: each time the first whose block is free, or else the first, which then
// fails. So chains move and swaps do not.
func (s *State) moveAll() {
	wishes := s.scratch.wishes
	for {
		first, free := noWish, noWish
		for k, to := range wishes {
			if to == noWish {
				continue
			}
			if first == noWish {
				first = k
			}
			if s.blocks[to]&playerMask == 0 {
				free = k
				break
			}
		}
		switch {
		case free != noWish:
			s.blocks[s.player(free)[playerBlock]] &^= playerMask
			s.stand(free, int(wishes[free]))
			wishes[free] = noWish
		case first != noWish:
			wishes[first] = noWish
		default:
			return
		}
	}
}
