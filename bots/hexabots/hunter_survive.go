package hexabots

import (
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// In sudden death nothing counts but to live longer than the others. The hunter keeps where it has a way out whatever
// the special player does next: that one can drop a bomb where it stands, and all mines may go off with it two turns
// later.

const (
	farDeath = 1 << 24 // how bad a certain death is; sooner is worse
	trapped  = 1 << 20 // to have no way out if the trap is sprung now

	farOff   = 20  // the worth of a step away from special characters
	farSteps = 12  // up to so many
	noCorner = 400 // the worth of being in no dead end
	apart    = 200 // the worth of not standing beside a team mate

	clearMines = 4  // mines that a bomb must clear,
	rivalMines = 3  // which is what a rival's life counts,
	smallRoom  = 30 // but one is enough where so few cells can be reached
)

// survival is what a hunter needs in sudden death only.
type survival struct {
	sprung   *forecast.Forecast // what follows if the special player springs its trap now
	trap     []hexabomb.Action
	distance []uint16        // by cell: steps to the nearest special character
	room     []uint16        // by cell: how many cells can be reached
	degree   []uint8         // by cell: neighbours that are no dead ends
	risk     [stay + 1]int32 // by direction: of the next step
}

func newSurvival(b *hexabomb.Board) *survival {
	n := b.NumCells()
	return &survival{sprung: forecast.New(b), distance: make([]uint16, n), room: make([]uint16, n),
		degree: make([]uint8, n)}
}

// survive is Act in sudden death.
func (h *hunter) survive(dst []hexabomb.Action, s *hexabomb.State, order []int) []hexabomb.Action {
	h.value(s)
	h.foresee(s)
	for _, id := range order {
		c := s.Character(id)
		if !c.Alive {
			continue
		}
		h.crowd[c.Cell] &^= h.standing
		if c.BombCount > 0 && !s.HasBomb(c.Cell) && h.clear(s, id, c) {
			continue
		}
		h.flee(id, c)
	}
	return append(dst, h.actions...)
}

// foresee plays on what follows if every special character drops a bomb in the coming turn, after the own actions so
// far.
func (h *hunter) foresee(s *hexabomb.State) {
	h.trap = append(h.trap[:0], h.actions...)
	for id := range h.board.NumCharacters() {
		if p := h.board.Owner(id); h.board.Special(p) {
			h.trap = append(h.trap, hexabomb.Action{Character: uint16(id), Kind: hexabomb.DropBomb,
				Range: hexabomb.MaxSpecialBomb, Delay: hexabomb.MinBomb})
		}
	}
	h.sprung.Look(s, h.trap)
}

// value sets how good it is to be in each cell (lasting): far from the special characters, and in no dead end.
func (h *hunter) value(s *hexabomb.State) {
	h.front = h.front[:0]
	for id := range h.board.NumCharacters() {
		if h.board.Special(h.board.Owner(id)) {
			at := s.Character(id).Cell
			h.front = append(h.front, at)
			h.crowd[at] |= 1<<(hunterSight+1) - 1 // it may stay to bar the way
		}
	}
	h.flood(h.distance, s, h.outside())
	h.measureRooms(s)
	for c := range h.lasting {
		cell := hexabomb.Cell(c)
		if s.HasBomb(cell) {
			h.lasting[c] = 0
			continue
		}
		h.lasting[c] = farOff * int32(min(h.distance[c], farSteps))
		if h.degree[c] > 1 {
			h.lasting[c] += noCorner
		}
	}
	copy(h.pull, h.lasting)
	spread(h.paths, h.pull, pullDecay)
}

// measureRooms finds how many cells can be reached from each, and peels off dead ends: what is left of the board when
// cells with a single neighbour go, again and again, cannot be closed with one bomb. Its cells have a degree above 1.
func (h *hunter) measureRooms(s *hexabomb.State) {
	h.step++
	for c := range h.room {
		cell := hexabomb.Cell(c)
		if s.HasBomb(cell) {
			h.room[c], h.degree[c] = 0, 0
			continue
		}
		if h.seen[c] == h.step {
			continue
		}
		h.seen[c] = h.step
		h.front = append(h.front[:0], cell)
		for i := 0; i < len(h.front); i++ {
			from := h.front[i]
			h.degree[from] = 0
			for _, to := range h.next[int(from)<<3 : int(from)<<3+stay] {
				if to == h.outside() || s.HasBomb(to) {
					continue
				}
				h.degree[from]++
				if h.seen[to] != h.step {
					h.seen[to] = h.step
					h.front = append(h.front, to)
				}
			}
		}
		for _, to := range h.front {
			h.room[to] = uint16(len(h.front))
		}
		h.peel(s)
	}
}

// peel takes the dead ends off the room that h.front lists.
func (h *hunter) peel(s *hexabomb.State) {
	h.back = h.back[:0]
	for _, c := range h.front {
		if h.degree[c] <= 1 {
			h.back = append(h.back, c)
		}
	}
	for i := 0; i < len(h.back); i++ {
		for _, to := range h.next[int(h.back[i])<<3 : int(h.back[i])<<3+stay] {
			if to != h.outside() && !s.HasBomb(to) && h.degree[to] > 1 {
				if h.degree[to]--; h.degree[to] == 1 {
					h.back = append(h.back, to)
				}
			}
		}
	}
}

// flee goes where it is best to be.
func (h *hunter) flee(id int, c hexabomb.Character) {
	h.beware(c.Cell)
	_, end := h.plan(c.Cell, 1)
	h.follow(c.Cell, end)
	h.keepApart(h.path[hunterSight])
	if first := h.path[1]; first != c.Cell {
		h.actions = append(h.actions, h.move(id, h.direction(c.Cell, first)))
	}
}

// keepApart makes cells around one worse for the next of the team, who would stand in its way.
func (h *hunter) keepApart(c hexabomb.Cell) {
	h.lasting[c] -= apart
	for _, a := range h.next[int(c)<<3 : int(c)<<3+stay] {
		if a == h.outside() {
			continue
		}
		h.lasting[a] -= apart
		for _, b := range h.next[int(a)<<3 : int(a)<<3+stay] {
			if b != h.outside() {
				h.lasting[b] -= apart / 4
			}
		}
	}
	copy(h.pull, h.lasting)
	spread(h.paths, h.pull, pullDecay)
}

// beware sets what each first step costs for the ways out that it leaves if the trap is sprung now.
func (h *hunter) beware(c hexabomb.Cell) {
	h.danger, h.sprung = h.sprung, h.danger
	for d, to := range h.next[int(c)<<3 : int(c)<<3+stay+1] {
		h.risk[d] = 0
		if h.enter(c, to, 1) {
			switch n := h.survivors(to, 2, hunterSight); {
			case n == 0 || h.danger.At(to, 1):
				h.risk[d] = trapped
			case n == 1:
				h.risk[d] = trapped / 64
			default:
				h.risk[d] = int32(trapped / 256 / n)
			}
		}
	}
	h.danger, h.sprung = h.sprung, h.danger
}

// clear drops a bomb that clears enough mines or kills, if the own survive it well.
func (h *hunter) clear(s *hexabomb.State, id int, c hexabomb.Character) bool {
	var best hexabomb.Action
	least := clearMines
	if h.room[c.Cell] < smallRoom {
		least = 1
	}
	most := least - 1
	h.forgetWays()
	for delay := hexabomb.MinBomb; delay <= hexabomb.MaxBomb; delay++ {
		for reach := hexabomb.MaxBomb; reach >= hexabomb.MinBomb; reach-- {
			a := h.bomb(id, reach, delay)
			h.actions = append(h.actions, a)
			h.tried.Look(s, h.actions)
			h.actions = h.actions[:len(h.actions)-1]
			if n := h.cleared(s); n > most && h.unharmed(s, h.tried, id, 2) {
				best, most = a, n
			}
		}
	}
	if most < least {
		return false
	}
	h.actions = append(h.actions, best)
	if h.foresee(s); !h.unharmed(s, h.sprung, id, 1) {
		h.actions = h.actions[:len(h.actions)-1]
		h.foresee(s)
		return false
	}
	h.danger.Look(s, h.actions)
	h.crowd[c.Cell] |= h.standing
	return true
}

// cleared counts the bombs that go off soon with the bomb that is tried and not without it; a rival who dies counts for
// some.
func (h *hunter) cleared(s *hexabomb.State) (n int) {
	for i := range s.NumBombs() {
		cell := s.Bomb(i).Cell
		if h.tried.First(cell) <= hunterSight && h.danger.First(cell) > hunterSight {
			n++
		}
	}
	for i := range h.alive {
		c, p := s.Character(i), h.board.Owner(i)
		if !c.Alive || p == h.player || h.board.Special(p) || h.tried.First(c.Cell) == 0 {
			continue
		}
		if without, with := h.ways(i, c.Cell); without > 0 && with == 0 {
			n += rivalMines
		}
	}
	return n
}

// unharmed reports whether all of the team have some ways out of a danger.
func (h *hunter) unharmed(s *hexabomb.State, danger *forecast.Forecast, bomber, ways int) bool {
	defer func(danger *forecast.Forecast) { h.danger = danger }(h.danger)
	h.danger = danger
	for i := h.first; i < h.end; i++ {
		c := s.Character(i)
		if !c.Alive {
			continue
		}
		at, from := c.Cell, 1
		if i == bomber {
			from = 2
		} else if a := h.actionOf(i); a != nil {
			from = 2
			if a.Kind == hexabomb.Move {
				at = h.next[int(at)<<3|int(a.Direction)]
			}
		}
		if from == 2 && h.danger.At(at, 1) || h.survivors(at, from, hunterSight) < ways {
			return false
		}
	}
	return true
}

func (h *hunter) actionOf(id int) *hexabomb.Action {
	for i := range h.actions {
		if int(h.actions[i].Character) == id {
			return &h.actions[i]
		}
	}
	return nil
}
