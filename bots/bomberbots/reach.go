package bomberbots

import (
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// maxSteps is how many rounds ahead ways are looked for.
const maxSteps = 120

// reach says where a player can be after each of the coming rounds, always with a way out of every blast.
type reach struct {
	v      *view
	at     [maxSteps + 1]set // by round
	rounds int               // how far at goes; nothing new comes after it
	when   []uint8           // by block: the first round after which the player can be there; never
	seen   set               // blocks that have their round in when
	tmp    set

	f     *forecast.Forecast
	safe  *escape // ways that leave no escape are out; nil: all ways are in
	wary  *escape // likewise, for a second forecast; nil: none
	crowd crowd
}

const never = 255

func (r *reach) fit(v *view) {
	n := v.blocks()
	*r = reach{v: v, when: make([]uint8, n), seen: forecast.NewSet(n), tmp: forecast.NewSet(n)}
	for t := range r.at {
		r.at[t] = forecast.NewSet(v.blocks())
	}
}

// first works out the first round. Without an escape it goes wherever nothing explodes in that very round.
func (r *reach) first(from int, f *forecast.Forecast, safe *escape, c crowd) {
	r.f, r.safe, r.wary, r.crowd = f, safe, nil, c
	clear(r.at[0])
	r.at[0].Add(from)
	r.step(1)
}

// heed leaves out what a second forecast forbids, if that leaves a first step.
func (r *reach) heed(e *escape) bool {
	alive := e.after(1)
	if alive == nil {
		return true
	}
	copy(r.tmp, r.at[1])
	r.tmp.And(alive)
	if r.tmp.Lowest() == none {
		return false
	}
	r.wary = e
	r.at[1].And(alive)
	return true
}

func (r *reach) step(t int) {
	to, from := r.at[t], r.tmp
	copy(from, r.at[t-1])
	from.Without(r.f.Exploding(t)) // who stands in a blast dies before it moves
	to.Neighbours(from, r.v.Width)
	to.And(r.f.Open(t))
	if t <= r.crowd.rounds {
		to.Without(r.crowd.blocks)
	}
	to.Or(from)
	to.Without(r.f.Exploding(t))
	for _, e := range [...]*escape{r.safe, r.wary} {
		if e != nil {
			if alive := e.after(t); alive != nil {
				to.And(alive)
			}
		}
	}
}

// spread works out the rounds after the first.
func (r *reach) spread() {
	for i := range r.when {
		r.when[i] = never
	}
	clear(r.seen)
	r.note(1)
	settled := max(r.f.Last(), r.crowd.rounds) + 1
	if r.wary != nil {
		settled = max(settled, r.wary.f.Last()+1)
	}
	for t := 2; t <= maxSteps; t++ {
		r.step(t)
		r.rounds = t
		copy(r.tmp, r.at[t])
		r.tmp.Without(r.at[t-1])
		if r.tmp.Lowest() == none && t > settled {
			return
		}
		r.note(t)
	}
}

func (r *reach) note(t int) {
	copy(r.tmp, r.at[t])
	r.tmp.Without(r.seen)
	for b := range r.tmp.All() {
		r.when[b] = uint8(t)
	}
	r.seen.Or(r.tmp)
}

// toward is the command of the coming round on the way to be on a block after round t, at which it can be reached.
func (r *reach) toward(block, t int) bomberman.Command {
	for ; t > 1; t-- {
		if r.at[t-1].Has(block) { // waiting comes last on a way: early steps keep more choices
			continue
		}
		for _, step := range [...]int{1, -1, r.v.Width, -r.v.Width} {
			if from := block + step; from >= 0 && from < r.v.blocks() && r.at[t-1].Has(from) {
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
	case -r.v.Width:
		return bomberman.Up
	case -1:
		return bomberman.Left
	case 1:
		return bomberman.Right
	case r.v.Width:
		return bomberman.Down
	default:
		return bomberman.Nothing
	}
}
