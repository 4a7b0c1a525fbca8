package hexabots

import "blastyard/rules/hexabomb"

// A bomb not dropped is worth what bombs usually paint, the more turns are to go until the next comes. With two it is
// worth little, for the next would be lost.
const (
	refillEvery = 10 // turns between two bombs that a character gets
	keepOnly    = 34 // of 256, a turn
	keepSecond  = 10
)

// bestBomb finds the bomb that gains most for a character, over keeping it.
func (h *hunter) bestBomb(s *hexabomb.State, id int, c hexabomb.Character) (best hexabomb.Action, gain int) {
	keep := h.keep(s, c)
	h.forgetWays()
	for delay := hexabomb.MinBomb; delay <= hexabomb.MaxBomb; delay++ {
		for reach := hexabomb.MaxBomb; reach >= hexabomb.MinBomb; reach-- {
			a := h.bomb(id, reach, delay)
			h.actions = append(h.actions, a)
			h.tried.Look(s, h.actions)
			h.actions = h.actions[:len(h.actions)-1]
			most := h.paint(delay) - keep + h.mayCatch(s)*rivalDie
			if g := h.lives(s, id, most, gain); g > gain {
				best, gain = a, g
			}
		}
	}
	return best, gain
}

// keep is what it is worth to have the bomb still.
func (h *hunter) keep(s *hexabomb.State, c hexabomb.Character) int {
	wait := refillEvery - s.Turn()%refillEvery
	if c.BombCount >= hexabomb.MaxBombCount {
		return wait * keepSecond * h.usual / 256
	}
	return wait * keepOnly * h.usual / 256
}

// paint is what the bomb that is tried paints more than would be painted without it.
func (h *hunter) paint(delay int) int {
	without, with := h.danger.After(), h.tried.After()
	gain := int32(0)
	for c := range h.worth {
		cell := hexabomb.Cell(c)
		if a, b := without.Colour(cell), with.Colour(cell); a != b {
			gain += h.worthOf(a) - h.worthOf(b)
		}
	}
	return int(gain) - int(gain)*(delay-hexabomb.MinBomb)*turnDecay/256
}

// forgetWays forgets what ways finds: to be called when the danger has changed.
func (h *hunter) forgetWays() {
	for i := range h.alive {
		h.alive[i] = -1
	}
}

// ways counts the cells where a character can live, without the bomb that is tried and with it.
func (h *hunter) ways(id int, at hexabomb.Cell) (without, with int) {
	if h.alive[id] < 0 {
		h.alive[id] = h.survivors(at, 1, hunterLook)
	}
	if h.alive[id] == 0 {
		return 0, 0
	}
	h.danger, h.tried = h.tried, h.danger
	with = h.survivors(at, 1, hunterLook)
	h.danger, h.tried = h.tried, h.danger
	return h.alive[id], with
}

// mayCatch counts the enemies in reach of the blasts that are tried.
func (h *hunter) mayCatch(s *hexabomb.State) (n int) {
	for i := range h.alive {
		if c := s.Character(i); c.Alive && h.board.Owner(i) != h.player && h.tried.First(c.Cell) > 0 {
			n++
		}
	}
	return n
}

// lives returns what the bomb that is tried is worth with the lives that it may cost: most if each enemy in reach of
// its blasts dies, less what those are worth who live. Once that is no more than enough it does not look further.
func (h *hunter) lives(s *hexabomb.State, id, most, enough int) int {
	for i := 0; i < len(h.alive) && most > enough; i++ {
		c := s.Character(i)
		if !c.Alive || i == id || h.tried.First(c.Cell) == 0 {
			continue
		}
		own := h.board.Owner(i) == h.player
		without, with := h.ways(i, c.Cell)
		switch {
		case own && without > 0 && with == 0:
			most -= ownDeath
		case !own && (without == 0 || with >= without):
			most -= rivalDie
		case !own && with > 0:
			most -= rivalDie - scare*(without-with)/without
		}
	}
	return most
}
