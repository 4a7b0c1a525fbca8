package hexabomb

import "math"

// Step plays one turn. The actions stand in the order in which the players' were received, each player's own in its own
// order. Where refused is not nil, every action that changed nothing is appended to it. Step allocates nothing (but
// what refused needs, and once for a longer list of blocked actions than ever before). After the board's LastTurn it
// changes nothing.
func (s *State) Step(actions []Action, refused *[]Refusal) {
	if s.mem[headTurn] >= s.board.lastTurn {
		return
	}
	s.mem[headTurn]++
	s.act(actions, refused)
	// Revive delays go down: they are kept as the turn when they end, so there is nothing to do.
	s.readyBombs()
	s.explode()
	s.score()
}

// act applies the actions: once each in order, then those that are blocked again and again until a pass moves nothing.
func (s *State) act(actions []Action, refused *[]Refusal) {
	sc := s.scratch
	sc.step++
	pending := sc.pending[:0]
	for i := range actions {
		a := &actions[i]
		reason := s.read(a)
		if reason == NotRefused {
			reason = s.apply(a)
		}
		if reason == Occupied {
			pending = append(pending, int32(i))
		} else if refused != nil && reason != NotRefused {
			*refused = append(*refused, Refusal{i, *a, reason})
		}
	}
	sc.pending = pending
	for len(pending) > 0 {
		blocked := pending[:0]
		for _, i := range pending {
			if s.apply(&actions[i]) == Occupied {
				blocked = append(blocked, i)
			}
		}
		if len(blocked) == len(pending) {
			break
		}
		pending = blocked
	}
	if refused != nil {
		for _, i := range pending {
			*refused = append(*refused, Refusal{int(i), actions[i], Occupied})
		}
	}
}

// read tells whether an action can be tried at all. Of a character's actions the first that its player gives counts.
func (s *State) read(a *Action) Reason {
	id := int(a.Character)
	switch {
	case a.Kind >= NumKinds || a.Direction >= NumDirections:
		return Malformed
	case id >= len(s.board.owners):
		return NoSuchCharacter
	case s.board.owners[id] != a.Player:
		return NotYours
	case s.scratch.acted[id] == s.scratch.step:
		return Repeated
	}
	s.scratch.acted[id] = s.scratch.step
	return NotRefused
}

func (s *State) apply(a *Action) Reason {
	switch a.Kind {
	case Move:
		return s.move(a)
	case DropBomb:
		return s.dropBomb(a)
	default:
		return s.revive(a)
	}
}

func (s *State) move(a *Action) Reason {
	w := s.chars[2*int(a.Character)]
	if w&alive == 0 {
		return Dead
	}
	from := w & low16
	to := s.board.neighbours[from*neighbourStride+uint32(a.Direction)]
	old := s.cells[to]
	if old&occupied != 0 {
		if old&noCell != 0 {
			return NoCellThere
		}
		return Occupied
	}
	colour := uint32(a.Player) + 1
	s.counts[old]--
	s.counts[colour]++
	s.cells[to] = colour | hasCharacter
	s.cells[from] &^= hasCharacter
	s.chars[2*int(a.Character)] = w&^low16 | uint32(to)
	return NotRefused
}

func (s *State) dropBomb(a *Action) Reason {
	w := s.chars[2*int(a.Character)]
	limit := uint8(MaxBomb)
	spent := uint32(oneBomb)
	if int(a.Character) < s.board.special {
		limit, spent = MaxSpecialBomb, 0
	}
	cell := w & low16
	switch {
	case w&alive == 0:
		return Dead
	case w>>bombShift == 0:
		return NoBombReady
	case s.cells[cell]&hasBomb != 0:
		return BombHere
	case a.Range < MinBomb || a.Range > limit || a.Delay < MinBomb || a.Delay > limit:
		return BombSetting
	}
	s.chars[2*int(a.Character)] = w - spent
	s.cells[cell] |= hasBomb
	s.addBomb(cell|(uint32(a.Player)+1)<<16, a.Range, uint32(a.Delay))
	return NotRefused
}

// addBomb puts a bomb at the end of the list. The explosions of the last turn, which lie behind the bombs, go: each
// turn makes them anew.
func (s *State) addBomb(cellAndColour uint32, reach uint8, delay uint32) {
	s.mem[headExplosions] = 0
	i := s.mem[headBombs]
	turn := s.mem[headTurn] + delay
	s.tail[2*i], s.tail[2*i+1] = cellAndColour, turn<<8|uint32(reach)
	s.mem[headBombs] = i + 1
	s.mem[headDue] = min(s.mem[headDue], turn)
}

func (s *State) revive(a *Action) Reason {
	w, ready := s.chars[2*int(a.Character)], s.chars[2*int(a.Character)+1]
	cell := Cell(w & low16)
	switch {
	case s.board.special > 0:
		return NoSecondLife
	case w&alive != 0:
		return Alive
	case ready >= s.mem[headTurn]: // the delay as it stood at the end of the last turn
		return TooEarly
	case s.cells[cell]&occupied != 0:
		return Occupied
	}
	s.chars[2*int(a.Character)] = w | alive
	s.paint(cell, uint32(ColourOf(int(a.Player)))|hasCharacter)
	return NotRefused
}

const bombEvery = 10 // turns between two bombs that a character gets

func (s *State) readyBombs() {
	if s.mem[headTurn]%bombEvery != 0 {
		return
	}
	for i := 0; i < len(s.chars); i += 2 {
		if s.chars[i]>>bombShift < MaxBombCount {
			s.chars[i] += oneBomb
		}
	}
}

func (s *State) score() {
	if s.board.special == 0 {
		for p := range s.scores {
			if sum := s.scores[p] + s.counts[p+1]; sum >= s.scores[p] {
				s.scores[p] = sum
			} else { // only from a snapshot with a score that no game can have
				s.scores[p] = math.MaxUint32
			}
		}
		return
	}
	for i := s.board.special; i < len(s.board.owners); i++ {
		if s.chars[2*i]&alive != 0 {
			s.scores[s.board.owners[i]] = s.mem[headTurn]
		}
	}
}
