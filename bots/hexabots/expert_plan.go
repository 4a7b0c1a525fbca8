package hexabots

import "blastyard/rules/hexabomb"

// plan is what each of a team's characters does in the turns to come. A step is an op: a direction, or what follows.
type plan [][expertSight]uint8

const (
	opStay = stay
	opBomb = stay + 1 // and those after it: by range, then delay

	bombSettings = hexabomb.MaxBomb - hexabomb.MinBomb + 1
	opRevive     = opBomb + bombSettings*bombSettings
	opDraw       = opRevive + 1 // a step that is drawn when the plan is played
)

func opOf(a hexabomb.Action) uint8 {
	switch a.Kind {
	case hexabomb.Move:
		return uint8(a.Direction)
	case hexabomb.DropBomb:
		return opBomb + (a.Range-hexabomb.MinBomb)*bombSettings + a.Delay - hexabomb.MinBomb
	default:
		return opRevive
	}
}

// appendActions appends the actions of turn t of a plan. What the rules would refuse anyway it leaves out; steps that
// are still to be drawn it draws.
func (e *expert) appendActions(dst []hexabomb.Action, s *hexabomb.State, p plan, t int) []hexabomb.Action {
	for i := range p {
		id := e.first + i
		c := s.Character(id)
		if p[i][t] == opDraw {
			p[i][t] = e.draw(s, c)
		}
		switch op := p[i][t]; {
		case !c.Alive:
			if c.ReviveDelay == 0 && op != opStay && !e.board.SuddenDeath() {
				dst = append(dst, e.revive(id))
			}
		case op < opStay:
			if e.next[int(c.Cell)<<3|int(op)] != e.outside() {
				dst = append(dst, e.move(id, hexabomb.Direction(op)))
			}
		case op >= opBomb && op < opRevive:
			if setting := int(op - opBomb); c.BombCount > 0 && !s.HasBomb(c.Cell) {
				reach, delay := hexabomb.MinBomb+setting/bombSettings, hexabomb.MinBomb+setting%bombSettings
				dst = append(dst, e.bomb(id, reach, delay))
			}
		}
	}
	return dst
}

// draw draws a step: rather one to a cell of another colour.
func (e *expert) draw(s *hexabomb.State, c hexabomb.Character) uint8 {
	if !c.Alive {
		return opRevive
	}
	var chances [stay + 1]int
	chances[stay] = 1
	sum := 1
	for d, to := range e.next[int(c.Cell)<<3 : int(c.Cell)<<3+stay] {
		if to == e.outside() || s.HasBomb(to) {
			continue
		}
		chances[d] = 2
		if s.Colour(to) != hexabomb.ColourOf(e.player) {
			chances[d] = 8
		}
		sum += chances[d]
	}
	x := e.chance(sum)
	for d, n := range chances {
		if x -= n; x < 0 {
			return uint8(d)
		}
	}
	return opStay
}

func (e *expert) chance(n int) int { return int(below(uint32(e.rng.Uint64()), uint32(n))) }

// change changes what one character does, and returns the first turn that is not as it was. Early turns, which matter
// most, are changed most often.
func (e *expert) change() int {
	p := e.changed[e.chance(len(e.changed))][:e.sight]
	t := e.chance(e.sight)
	if e.chance(2) == 0 {
		t = e.chance(t + 1)
	}
	switch e.chance(8) {
	case 0, 1, 2: // goes another way for some turns
		for i := range 1 + e.chance(e.sight-t) {
			p[t+i] = opDraw
		}
	case 3, 4: // drops a bomb, then goes on
		insert(p[t:], uint8(opBomb+e.chance(bombSettings*bombSettings)))
	case 5: // leaves something out
		copy(p[t:], p[t+1:])
		p[e.sight-1] = opDraw
	case 6: // waits
		insert(p[t:], opStay)
	default: // drops another bomb instead, or takes one more step
		if p[t] >= opBomb && p[t] < opRevive {
			p[t] = uint8(opBomb + e.chance(bombSettings*bombSettings))
		} else {
			insert(p[t:], opDraw)
		}
	}
	return t
}

// insert puts an op in front and drops the last one.
func insert(ops []uint8, op uint8) {
	copy(ops[1:], ops)
	ops[0] = op
}
