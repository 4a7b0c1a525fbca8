package hexabots

import "blastyard/rules/hexabomb"

// What is left at the end of a plan, in cells times turns.
const (
	cellLife  = 10  // the lead in cells is kept for so many turns
	bombLeft  = 140 // a bomb that a character still has
	deadOwn   = 60  // an own character that is dead
	deadRival = 10
	deadLater = 10 // an own character that dies if it stands still from then on

	lifeOwn   = 100 // sudden death: a character that lives, a turn
	lifeRival = 10
	lifeLast  = 1000 // any that lives
)

// gain is what a turn is worth that led to a state: the lead over the mean of the rivals, times their number.
func (e *expert) gain(s *hexabomb.State) int {
	own, others, each := s.CellCount(e.player), 0, s.CellCount
	if e.board.SuddenDeath() {
		own, each = lifeOwn*s.Living(e.player), s.Living
		if own > 0 {
			own += lifeLast
		}
	}
	for p := range e.models {
		if p != e.player && !e.board.Special(p) {
			others += each(p)
		}
	}
	if e.board.SuddenDeath() {
		others *= lifeRival
	}
	return own*e.rivals() - others
}

// rivals is how many rivals share what they have; at least 1, so that one counts for something alone.
func (e *expert) rivals() int {
	n := len(e.models) - 1
	if e.board.SuddenDeath() {
		n--
	}
	return max(1, n)
}

// prospect is what the end of a plan promises: s is played on until all bombs have blown up.
func (e *expert) prospect(s *hexabomb.State) int {
	if e.board.SuddenDeath() {
		return 0
	}
	value := 0
	for id := range e.board.NumCharacters() {
		c := s.Character(id)
		switch own := id >= e.first && id < e.end; {
		case own:
			value += bombLeft * c.BombCount * e.rivals()
			if !c.Alive {
				value -= deadOwn * e.rivals()
			}
		default:
			value -= bombLeft * c.BombCount
			if !c.Alive {
				value += deadRival
			}
		}
	}
	living := s.Living(e.player)
	for range hexabomb.MaxBomb {
		s.Step(nil, nil)
		value += e.gain(s)
	}
	return value + e.gain(s)*cellLife - (living-s.Living(e.player))*deadLater*e.rivals()
}
