package hexabomb

// note records why an action had no effect, unless it is blocked. w is the word of its character before the action.
// Of a character's actions only the first one by its player counts.
func (s *State) note(refused *[]Refusal, a Action, i int, w uint64) {
	reason := NotYours
	switch {
	case a.Kind >= NumKinds || a.Direction >= NumDirections:
		reason = Malformed
	case int(a.Character) >= len(s.chars):
		reason = NoSuchCharacter
	case s.board.owners[a.Character] == a.Player:
		asked := &s.asked[a.Character]
		if w>>restShift >= uint64(s.turn) && (w&alive != 0 || *asked) {
			reason = Repeated
		} else {
			reason = s.refusal(&a, w)
		}
		*asked = true
	}
	if reason != NotRefused && reason != Occupied { // a character may still leave an occupied cell: see retry
		*refused = append(*refused, Refusal{i, a, reason})
	}
}

// refusal returns why the rules refuse an action, checked in the order of the rules, or NotRefused. w is the word of
// its character.
func (s *State) refusal(a *Action, w uint64) Reason {
	lives, cell := w&alive != 0, Cell(w&low16)
	switch a.Kind {
	case Move:
		to := s.board.neighbours[int(cell)*neighbourStride+int(a.Direction)]
		switch {
		case !lives:
			return Dead
		case to == s.board.outside:
			return NoCellThere
		case !s.Empty(to):
			return Occupied
		}
	case DropBomb:
		switch {
		case !lives:
			return Dead
		case w>>bombShift&bombMask == 0:
			return NoBombReady
		case s.HasBomb(cell):
			return BombHere
		case s.noBomb(a, uint32(w)) != 0:
			return BombSetting
		}
	default:
		switch {
		case s.board.special > 0:
			return NoSecondLife
		case lives:
			return Alive
		case w>>restShift >= uint64(s.turn): // the delay as it stood at the end of the last turn
			return TooEarly
		case cell == s.board.outside: // a revival of 2018 names its cell
			return NoCellThere
		case !s.Empty(cell):
			return Occupied
		}
	}
	return NotRefused
}
