package hexabomb

const reviveDelay = 3 // turns, from the end of the turn of a death

// explode lets the bombs explode that are due, and every bomb that their blasts reach.
func (s *State) explode() {
	s.mem[headExplosions] = 0
	if s.mem[headDue] > s.mem[headTurn] {
		return
	}
	s.light()
	s.spread()
	s.clearExploded()
	s.kill()
	s.colour()
}

// light starts the chain with the bombs that are due. A bomb in the chain has left its cell.
func (s *State) light() {
	sc := s.scratch
	sc.chain = sc.chain[:0]
	turn := s.mem[headTurn] & turnMask
	bombs := s.tail[:2*s.mem[headBombs]]
	for i := 0; i+1 < len(bombs); i += 2 {
		cell := bombs[i] & low16
		sc.slots[cell] = uint16(i / 2)
		if bombs[i+1]>>8 == turn {
			sc.chain = append(sc.chain, uint16(i/2))
			s.cells[cell] &^= hasBomb
		}
	}
}

// spread covers the cells of each bomb in the chain and adds the bombs that it meets.
func (s *State) spread() {
	sc := s.scratch
	sc.numCovered = 0
	for i := 0; i < len(sc.chain); i++ {
		w, x := s.tail[2*int(sc.chain[i])], s.tail[2*int(sc.chain[i])+1]
		colour, reach := w>>16, x&255
		ray := &s.board.rays[w&low16]
		s.cover(ray.near[:ray.within[min(reach, nearReach)]], colour)
		if reach > nearReach {
			s.coverFar(w&low16, reach, colour)
		}
	}
}

// coverFar covers the cells that are farther than nearReach, as a special player's bomb can.
func (s *State) coverFar(from, reach, colour uint32) {
	for d := range Direction(NumDirections) {
		distance := uint32(0)
		for cell := range s.board.Ray(Cell(from), d) {
			if distance++; distance > reach {
				break
			}
			if distance > nearReach {
				s.cover([]uint32{(distance+1)<<16 | uint32(cell)}, colour)
			}
		}
	}
}

// cover lays the blast of one bomb over cells, given as (distance + 1)<<16 | cell: the smallest distance wins, a tie of
// colours is neutral. The counts of colours follow at once; the cells themselves are coloured when all is covered.
func (s *State) cover(reached []uint32, colour uint32) {
	sc := s.scratch
	blasts, cells, counts := sc.blast, s.cells, s.counts
	covered, n := sc.covered, sc.numCovered
	for _, r := range reached {
		cell, blast := r&low16, r&^low16|colour
		old := blasts[cell]
		if old == 0 {
			blasts[cell] = blast
			covered[n] = Cell(cell)
			n++
			word := cells[cell]
			counts[word&low16]--
			if word&hasBomb != 0 {
				cells[cell] = word &^ hasBomb
				sc.chain = append(sc.chain, sc.slots[cell])
			}
			continue
		}
		if blast>>16 == old>>16 && blast != old {
			blast &^= low16
		} else if blast>>16 >= old>>16 {
			continue
		}
		blasts[cell] = blast
		counts[old&low16]--
		counts[blast&low16]++
	}
	counts[colour] += uint32(n - sc.numCovered)
	sc.numCovered = n
}

// clearExploded takes the bombs in the chain off the list; the others keep their order.
func (s *State) clearExploded() {
	kept, due := 0, never
	bombs := s.tail[:2*s.mem[headBombs]]
	for i := 0; i+1 < len(bombs); i += 2 {
		if s.cells[bombs[i]&low16]&hasBomb == 0 {
			continue
		}
		bombs[kept], bombs[kept+1] = bombs[i], bombs[i+1]
		kept += 2
		due = min(due, s.mem[headTurn]+(bombs[i+1]>>8-s.mem[headTurn])&turnMask)
	}
	s.mem[headBombs], s.mem[headDue] = uint32(kept/2), due
}

// kill ends the life of every ordinary character on a covered cell; one that lies dead there waits anew.
func (s *State) kill() {
	blasts, ready := s.scratch.blast, s.mem[headTurn]+reviveDelay
	chars := s.chars[2*s.board.special:]
	for i := 0; i+1 < len(chars); i += 2 {
		// Without branches: who is hit cannot be foreseen. hit is all ones or 0.
		w, old := chars[i], chars[i+1]
		b := blasts[w&low16]
		hit := uint32(int32(b|-b) >> 31)
		chars[i] = w &^ (alive & hit)
		chars[i+1] = old&^hit | ready&hit
	}
}

// colour gives the covered cells the colour of their blast and lists them as explosions. Special characters are never
// hurt: they stay, and so does their colour.
func (s *State) colour() {
	blasts, cells, covered := s.scratch.blast, s.cells, s.scratch.covered[:s.scratch.numCovered]
	explosions := s.tail[2*s.mem[headBombs]:][:len(covered)]
	for i, c := range covered {
		colour := blasts[c] & low16
		blasts[c] = 0
		cells[c] = colour
		explosions[i] = uint32(c) | colour<<16
	}
	s.mem[headExplosions] = uint32(len(covered))
	for i := range s.board.special {
		if c := Cell(s.chars[2*i] & low16); s.cells[c]&hasCharacter == 0 {
			s.paint(c, uint32(ColourOf(0))|hasCharacter)
		}
	}
}
