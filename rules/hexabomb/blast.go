package hexabomb

const reviveDelay = 3 // turns, from the end of the turn of a death

// explode makes the bombs explode that are due, and every bomb that their blasts reach. In the meantime the covered
// cells contain the colour and the closeness of their blast.
func (s *State) explode() {
	s.light()
	s.spread()
	s.clearExploded()
	s.kill()
	s.colour()
}

// light starts the chain with the bombs that are due. A bomb in the chain has left its cell.
func (s *State) light() {
	cells, slots, chain, chained := s.cells, s.slots, s.chain[:cap(s.chain)], 0
	now := uint64(s.turn) << dueShift
	for i, b := range s.bombs {
		cell, due := b&low16, isZero(uint32((b-now)>>dueShift))
		slots[cell] = uint16(i)
		chain[chained] = b
		chained += int(due)
		cells[cell] &^= due << bombBit
	}
	s.chain = chain[:chained]
}

// spread covers the cells of each bomb in the chain and adds the bombs that it meets. The covered cells are listed as
// explosions, each with the colour that it had.
func (s *State) spread() {
	covered := 0
	for i := 0; i < len(s.chain); i++ {
		bomb := s.chain[i]
		reach, colour := bomb>>rangeShift&255, uint32(bomb>>16)&low16
		if reach > nearReach {
			covered = s.coverFar(bomb, covered)
			continue
		}
		ray := &s.board.rays[bomb&low16]
		near := ray.near[:ray.within[reach]]
		if i == 0 {
			covered = s.coverFirst(near, colour)
		} else {
			covered = s.cover(near, colour, covered)
		}
	}
	s.explosions = s.explosions[:covered]
}

// cover applies the blast of one bomb to cells, given with their closeness. The closest bomb wins; tied colours
// become neutral.
func (s *State) cover(reached []uint32, colour uint32, covered int) int {
	cells, list := s.cells, s.explosions[:cap(s.explosions)]
	for _, r := range reached {
		cell := uint(r & low16)
		old := cells[cell]
		if old&hasBomb != 0 {
			s.meet(cell)
		}
		list[covered] = uint32(cell) | old<<16
		covered += int((uint64(old) - 1<<closenessShift) >> 63) // 1 unless it is already listed
		cells[cell] = closer(old, r&^low16|colour)
	}
	return covered
}

// coverFirst is cover for the first bomb of a turn, which finds no other blast.
func (s *State) coverFirst(reached []uint32, colour uint32) int {
	cells, list := s.cells, s.explosions[:len(reached)]
	for i, r := range reached {
		cell := uint(r & low16)
		old := cells[cell]
		if old&hasBomb != 0 {
			s.meet(cell)
		}
		list[i] = uint32(cell) | old<<16
		cells[cell] = r&^low16 | colour
	}
	return len(reached)
}

// coverFar is cover for a bomb of the special player with a range above nearReach.
func (s *State) coverFar(bomb uint64, covered int) int {
	from, reach, colour := Cell(bomb&low16), uint32(bomb>>rangeShift&255), uint32(bomb>>16)&low16
	covered = s.cover([]uint32{closest<<closenessShift | uint32(from)}, colour, covered)
	for d := range Direction(NumDirections) {
		distance := uint32(0)
		for cell := range s.board.Ray(from, d) {
			if distance++; distance > reach {
				break
			}
			covered = s.cover([]uint32{(closest-distance)<<closenessShift | uint32(cell)}, colour, covered)
		}
	}
	return covered
}

// meet adds the bomb on a cell to the chain.
//
//go:noinline // it is rare, and the loops that call it have no registers to spare
func (s *State) meet(cell uint) {
	s.chain = append(s.chain, s.bombs[s.slots[cell]])
}

// closer returns the blast of a cell that two blasts cover, or that old does not cover.
func closer(old, blast uint32) uint32 {
	closest := max(old, blast)
	if (old^blast)-1 < low16 {
		closest &^= low16
	}
	return closest
}

// clearExploded removes the bombs in the chain from the list. The others keep their order.
func (s *State) clearExploded() {
	kept, soonest, cells, bombs := 0, ^uint64(0), s.cells, s.bombs
	now := uint64(s.turn) << dueShift
	for _, b := range bombs {
		bombs[kept] = b
		stays := uint64(cells[b&low16]>>bombBit) & 1
		kept += int(stays)
		soonest = min(soonest, (b-now)|(stays-1))
	}
	s.bombs = bombs[:kept]
	s.due = never
	if kept > 0 {
		s.due = s.turn + uint32(soonest>>dueShift)
	}
}

// kill kills every ordinary character on a covered cell. For a dead one there the waiting starts anew.
func (s *State) kill() {
	cells, chars := s.cells, s.chars[s.board.special:]
	rest := uint64(s.turn+reviveDelay) << restShift
	for i, w := range chars {
		dead := w&(1<<restShift-1-alive) | rest
		if cells[w&low16]>>closenessShift != 0 {
			w = dead
		}
		chars[i] = w
	}
}

// colour reduces the covered cells and the explosions to the colour of their blast. Special characters are never
// hurt: they stay, and so does their colour.
func (s *State) colour() {
	cells, tally, one, explosions := s.cells, s.tally, s.oneCell, s.explosions
	for i, x := range explosions {
		cell := x & low16
		colour := cells[cell] & low16
		tally[x>>16] -= one
		tally[colour] += one
		cells[cell] = colour
		explosions[i] = cell | colour<<16
	}
	for i := range s.board.special {
		if c := Cell(s.chars[i] & low16); s.cells[c]&hasCharacter == 0 {
			s.paint(c, uint32(ColourOf(0))|hasCharacter)
		}
	}
}
