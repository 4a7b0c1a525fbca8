package bomberman

// detonateDue makes the bombs explode whose time is up, row by row, and every bomb that a blast reaches.
func (s *State) detonateDue() {
	sc := s.scratch
	sc.marks = sc.marks[:0]
	n := int(s.mem[headBombs])
	due := false
	for i := range n {
		sc.detonated[i], sc.chain[i], sc.pool[i] = false, uint16(i), 0
		due = due || int32(s.bomb(i)[bombTimer]) < 1
	}
	if !due {
		return
	}
	for i := range n {
		if !sc.detonated[i] && int32(s.bomb(i)[bombTimer]) < 1 {
			s.detonate(i)
		}
	}
}

// detonate covers the blocks that the blast of a bomb reaches. Bombs that it reaches detonate at once.
func (s *State) detonate(i int) {
	s.scratch.detonated[i] = true
	b := s.bomb(i)
	s.mark(i, int(b[bombBlock]))
	for at := range s.reached(b) {
		w := s.blocks[at]
		if w&hasBomb == 0 {
			s.mark(i, at)
			continue
		}
		if w&playerMask == 0 {
			s.mark(i, at)
		}
		other := s.bombAt(uint32(at))
		if !s.scratch.detonated[other] {
			s.detonate(other)
		}
		s.scratch.link(i, other)
	}
}

func (s *State) mark(bomb, block int) {
	s.scratch.marks = append(s.scratch.marks, mark{uint16(bomb), uint32(block)})
	if s.blocks[block]&exploding == 0 {
		s.blocks[block] |= exploding
		s.blast[s.mem[headBlast]] = uint32(block)
		s.mem[headBlast]++
	}
}

// bombAt returns the number of the bomb on a block, which must have one.
func (s *State) bombAt(block uint32) int {
	i := 0
	for s.bomb(i)[bombBlock] != block {
		i++
	}
	return i
}

// root returns the representative of a bomb's chain.
func (sc *scratch) root(i int) int {
	for int(sc.chain[i]) != i {
		i = int(sc.chain[i])
	}
	return i
}

func (sc *scratch) link(a, b int) { sc.chain[sc.root(a)] = uint16(sc.root(b)) }

// clearDestroyed removes everything destroyed from the map and distributes the points.
func (s *State) clearDestroyed() {
	sc := s.scratch
	if len(sc.marks) == 0 {
		return
	}
	for _, m := range sc.marks {
		w := s.blocks[m.block]
		if w&wallMask == uint32(SoftWall) {
			sc.pool[sc.root(int(m.bomb))] += int32(s.board.Settings.WallPoints)
		}
		if w&playerMask != 0 {
			sc.pool[sc.root(int(m.bomb))] += int32(s.board.Bounty)
		}
	}
	for _, i := range s.blast[:s.mem[headBlast]] {
		w := s.blocks[i]
		if w&wallMask == uint32(SoftWall) {
			w &^= wallMask
		}
		if k := int(w & playerMask >> playerShift); k > 0 {
			s.player(k - 1)[playerPoints] -= uint32(s.board.Bounty)
			w &^= playerMask
		}
		s.blocks[i] = w
	}
	s.sharePoints()
	s.clearExploded()
}

// sharePoints gives each living owner of a bomb the points of the bomb's chain, once for each chain.
func (s *State) sharePoints() {
	sc := s.scratch
	for i := range int(s.mem[headBombs]) {
		if !sc.detonated[i] {
			continue
		}
		root, owner := sc.root(i), s.bomb(i)[bombOwner]
		first := true
		for j := range i {
			first = first && !(sc.detonated[j] && s.bomb(j)[bombOwner] == owner && sc.root(j) == root)
		}
		if p := s.player(int(owner)); first && p[playerDead] == 0 {
			p[playerPoints] += uint32(sc.pool[root])
		}
	}
}

// clearExploded removes the detonated bombs from the map, which returns them to their owners' bags.
func (s *State) clearExploded() {
	kept := 0
	for i := range int(s.mem[headBombs]) {
		b := s.bomb(i)
		if s.scratch.detonated[i] {
			s.blocks[b[bombBlock]] &^= hasBomb
			s.player(int(b[bombOwner]))[playerBombs]--
			continue
		}
		copy(s.bomb(kept), b)
		kept++
	}
	s.mem[headBombs] = uint32(kept)
}

// Defuse removes the bomb of a block from the map without an explosion, and returns it to its owner's bag. It does
// nothing if there is none. The game has no such rule: it is for simulating a match without a bomb.
func (s *State) Defuse(at Pos) {
	block := s.board.index(at)
	if s.blocks[block]&hasBomb == 0 {
		return
	}
	i, n := s.bombAt(uint32(block)), int(s.mem[headBombs])
	s.player(int(s.bomb(i)[bombOwner]))[playerBombs]--
	copy(s.bombs[i*bombWords:], s.bombs[(i+1)*bombWords:n*bombWords])
	s.blocks[block] &^= hasBomb
	s.mem[headBombs]--
	clear(s.bomb(n - 1))
}
