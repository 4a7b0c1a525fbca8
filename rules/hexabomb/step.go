package hexabomb

// Step plays one turn. The actions are in the order in which the players' were received, each player's own in its own
// order. If refused is not nil, every action that had no effect is appended to it. Step allocates only what refused
// needs. After the board's LastTurn it changes nothing. The stages are the parts that differ between versions of the
// rules.
func (s *State) Step(actions []Action, refused *[]Refusal) {
	if s.turn >= s.board.lastTurn {
		return
	}
	s.turn++
	if s.board.special == 0 {
		s.oneCell = oneCellIn(s.turn)
	}
	s.explosions = s.explosions[:0]
	if own := s.stages.act; own != nil {
		own(s, actions, refused)
	} else {
		s.act(actions, refused)
	}
	// Revive delays decrease: they are stored as the turn in which they end, so there is nothing to do.
	if s.turn%bombEvery == 0 && s.stages.ready != nil {
		s.stages.ready(s)
	}
	if s.due <= s.turn {
		s.explode()
	}
	// In classical play scores grow by the cell counts: they are stored so that there is nothing to do, see
	// oneCellIn.
	if s.board.special > 0 {
		s.surviveTurn()
	}
	if s.stages.count != nil {
		s.stages.count(s)
	}
}

const bombEvery = 10 // turns between two bombs that a character gets

func (s *State) readyBombs() {
	for i, w := range s.chars {
		if w>>bombShift&bombMask < MaxBombCount {
			w += oneBomb
		}
		s.chars[i] = w
	}
}

// surviveTurn updates the scores in sudden death: the turn for each ordinary player with a living character.
func (s *State) surviveTurn() {
	for _, w := range s.chars[s.board.special:] {
		if w&alive != 0 {
			t := &s.tally[w>>playerShift&low16+1]
			*t = *t&low16 | uint64(s.turn)<<scoreShift
		}
	}
}
