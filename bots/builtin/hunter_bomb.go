package builtin

import "blastyard/hexabomb"

const refillEvery = 10 // turns between two bombs that a character gets

// bestBomb finds the bomb that gains most for a character, over keeping it.
func (h *hunter) bestBomb(s *hexabomb.State, id int, c hexabomb.Character) (best hexabomb.Action, gain int) {
	if h.paintable(c.Cell) < h.tuning.keepFloor/2 {
		return best, 0
	}
	keep := h.keep(s, c)
	for delay := hexabomb.MinBomb; delay <= hexabomb.MaxBomb; delay++ {
		for reach := hexabomb.MaxBomb; reach >= hexabomb.MinBomb; reach-- {
			a := h.bomb(id, reach, delay)
			h.actions = append(h.actions, a)
			h.trial.Look(s, h.actions)
			h.actions = h.actions[:len(h.actions)-1]
			if g := h.gain(s, id, delay) - keep; g > gain {
				best, gain = a, g
			}
		}
	}
	return best, gain
}

// keep is what it is worth to have the bomb still: less when another comes soon, and little when that one would be lost.
func (h *hunter) keep(s *hexabomb.State, c hexabomb.Character) int {
	wait := refillEvery - s.Turn()%refillEvery
	if c.BombCount >= hexabomb.MaxBombCount {
		return h.tuning.keepFloor + wait*h.tuning.keepTwo
	}
	return h.tuning.keepFloor + wait*h.tuning.keepOne
}

// paintable is the most that a bomb dropped at a cell can paint by itself.
func (h *hunter) paintable(cell hexabomb.Cell) (sum int) {
	h.blast = h.covered(h.blast[:0], cell, hexabomb.MaxBomb)
	for _, c := range h.blast {
		sum += int(h.worth[c])
	}
	return sum
}

// gain is what the bomb of the trial paints more than would be painted without it, and the lives that it costs.
func (h *hunter) gain(s *hexabomb.State, id, delay int) int {
	without, with := h.danger.After(), h.trial.After()
	gain := int32(0)
	for c := range h.worth {
		cell := hexabomb.Cell(c)
		if a, b := without.Colour(cell), with.Colour(cell); a != b {
			gain += h.worthOf(a) - h.worthOf(b)
		}
	}
	total := int(gain) - int(gain)*(delay-hexabomb.MinBomb)*h.tuning.decay/256
	for i := range h.board.NumCharacters() {
		c := s.Character(i)
		if !c.Alive || i == id || h.trial.Next(c.Cell, 1) == 0 && h.danger.Next(c.Cell, 1) == 0 {
			continue
		}
		own := h.board.Owner(i) == h.player
		before := h.survivors(c.Cell, 1, hunterSight)
		h.danger, h.trial = h.trial, h.danger
		after := h.survivors(c.Cell, 1, hunterSight)
		h.danger, h.trial = h.trial, h.danger
		switch {
		case own && after == 0 && before > 0:
			total -= h.tuning.death
		case !own && after == 0 && before > 0:
			total += h.tuning.kill
		case !own && after < before:
			total += h.tuning.scare * (before - after) / before
		}
	}
	return total
}
