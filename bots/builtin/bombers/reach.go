package bombers

import "blastyard/bomberman"

// maxSteps is how many rounds ahead ways are looked for.
const maxSteps = 120

// reach says where a player can be after each of the coming rounds, always with a way out of every blast.
type reach struct {
	v      *view
	at     [maxSteps + 1]set // by round
	rounds int               // how far at goes; nothing new comes after it
	when   []uint8           // by block: the first round after which the player can be there; never
	tmp    set
}

const never = 255

func (r *reach) fit(v *view) {
	*r = reach{v: v, when: make([]uint8, v.blocks), tmp: newSet(v.blocks)}
	for t := range r.at {
		r.at[t] = newSet(v.blocks)
	}
}

// first works out the first round; the caller may then take blocks away from it before it calls spread. Without an escape
// it goes wherever nothing explodes in that very round.
func (r *reach) first(from int, f *forecast, e *escape, c crowd) set {
	clear(r.at[0])
	r.at[0].add(from)
	r.step(1, f, e, c)
	return r.at[1]
}

func (r *reach) step(t int, f *forecast, e *escape, c crowd) {
	to, from := r.at[t], r.tmp
	copy(from, r.at[t-1])
	from.without(f.exploding(t)) // who stands in a blast dies before it moves
	to.neighbours(from, r.v.width)
	to.and(f.opened(t))
	if t <= c.rounds {
		to.without(c.blocks)
	}
	to.or(from)
	to.without(f.exploding(t))
	if e == nil {
		return
	}
	if alive := e.after(t); alive != nil {
		to.and(alive)
	}
}

// spread works out the rounds after the first.
func (r *reach) spread(f *forecast, e *escape, c crowd) {
	for i := range r.when {
		r.when[i] = never
	}
	r.note(1)
	r.rounds = 1
	for t := 2; t <= maxSteps; t++ {
		r.step(t, f, e, c)
		r.rounds = t
		copy(r.tmp, r.at[t])
		r.tmp.without(r.at[t-1])
		if r.tmp.lowest() == none && t > f.last+1 && t > c.rounds+1 {
			return
		}
		r.note(t)
	}
}

func (r *reach) note(t int) {
	r.at[t].each(func(b int) bool {
		r.when[b] = min(r.when[b], uint8(t))
		return true
	})
}

// toward is the command of the coming round on the way to be on a block after round t, at which it can be reached.
func (r *reach) toward(block, t int, f *forecast, c crowd) bomberman.Command {
	for ; t > 1; t-- {
		if r.at[t-1].has(block) { // waiting comes last on a way: early steps keep more choices
			continue
		}
		if !f.opened(t).has(block) || t <= c.rounds && c.blocks.has(block) {
			return bomberman.Nothing // cannot be: block is in at[t] and not in at[t-1]
		}
		for _, step := range [...]int{1, -1, r.v.width, -r.v.width} {
			if from := block + step; from >= 0 && from < r.v.blocks && r.at[t-1].has(from) {
				block = from
				break
			}
		}
	}
	return r.command(block)
}

// command is the one that leads to a neighbour.
func (r *reach) command(to int) bomberman.Command {
	switch to - r.v.self().at {
	case -r.v.width:
		return bomberman.Up
	case -1:
		return bomberman.Left
	case 1:
		return bomberman.Right
	case r.v.width:
		return bomberman.Down
	default:
		return bomberman.Nothing
	}
}
