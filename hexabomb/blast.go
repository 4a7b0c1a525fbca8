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
	sc.covered = sc.covered[:0]
	for i := 0; i < len(sc.chain); i++ {
		w, x := s.tail[2*int(sc.chain[i])], s.tail[2*int(sc.chain[i])+1]
		colour, reach := w>>16, x&255
		s.cover(w&low16, 1<<16|colour)
		for d := range uint32(NumDirections) {
			cell := w & low16
			for distance := uint32(1); distance <= reach; distance++ {
				next := s.board.neighbours[cell*neighbourStride+d]
				if next == s.board.outside {
					break
				}
				cell = uint32(next)
				s.cover(cell, (distance+1)<<16|colour)
			}
		}
	}
}

// cover lays a blast, (distance + 1)<<16 | colour, over a cell: the smallest distance wins, a tie of colours is neutral.
func (s *State) cover(cell, blast uint32) {
	sc := s.scratch
	old := sc.blast[cell]
	switch {
	case old == 0:
		sc.blast[cell] = blast
		sc.covered = append(sc.covered, Cell(cell))
		if s.cells[cell]&hasBomb != 0 {
			s.cells[cell] &^= hasBomb
			sc.chain = append(sc.chain, sc.slots[cell])
		}
	case blast>>16 < old>>16:
		sc.blast[cell] = blast
	case blast>>16 == old>>16 && blast != old:
		sc.blast[cell] = old &^ low16
	}
}

// clearExploded takes the bombs in the chain off the list; the others keep their order.
func (s *State) clearExploded() {
	kept, due := 0, uint32(never)
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
	blast := s.scratch.blast
	for i := s.board.special; 2*i+1 < len(s.chars); i++ {
		w := s.chars[2*i]
		if blast[w&low16] == 0 {
			continue
		}
		if w&alive != 0 {
			s.living[s.board.owners[i]]--
		}
		s.chars[2*i] = w &^ alive
		s.chars[2*i+1] = s.mem[headTurn] + reviveDelay
	}
}

// colour gives the covered cells the colour of their blast and lists them as explosions. Special characters are never
// hurt: they stay, and so does their colour.
func (s *State) colour() {
	sc := s.scratch
	explosions := s.tail[2*s.mem[headBombs]:]
	for i, c := range sc.covered {
		colour := sc.blast[c] & low16
		sc.blast[c] = 0
		s.counts[s.cells[c]&low16]--
		s.counts[colour]++
		s.cells[c] = colour
		explosions[i] = uint32(c) | colour<<16
	}
	s.mem[headExplosions] = uint32(len(sc.covered))
	for i := range s.board.special {
		if c := Cell(s.chars[2*i] & low16); s.cells[c]&hasCharacter == 0 {
			s.paint(c, uint32(ColourOf(0))|hasCharacter)
		}
	}
}
