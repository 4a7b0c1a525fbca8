package observe

import (
	"math"

	"blastyard/rules/bomberman"
)

// seeBombs reads the bombs of a state, and marks new and missing ones.
func (o *Bomberman) seeBombs(s *bomberman.State) {
	old, bombs := o.bombs, o.before[:0]
	if len(old)+s.NumBombs() == 0 {
		return
	}
	for i := range old {
		o.ground[old[i].block] = bombWas
	}
	for i := range s.NumBombs() {
		block, owner, timer, radius := s.BombNumbers(i)
		bombs = append(bombs, bombSeen{block: uint32(block), owner: uint16(owner), timer: int32(max(1, timer)),
			radius: int32(radius), known: o.ground[block] >> bombWasBit})
		o.ground[block] = bombHere
	}
	o.bombs, o.before = bombs, old
	changes, n := o.room(2*len(old)+2*len(bombs)), 0
	for i := range old {
		b := &old[i]
		gone := int(o.ground[b.block] >> bombWasBit)
		o.ground[b.block] &= bombHere
		changes[n] = o.own(uint32(b.owner), bombBombs, b.block, 0)
		n += gone
		changes[n] = o.common(bombRange, int(b.block), 0)
		n += gone
	}
	for i := range bombs {
		b := &bombs[i]
		changes[n] = o.own(uint32(b.owner), bombBombs, b.block, soon(int(b.timer)))
		n++
		changes[n] = o.common(bombRange, int(b.block), far(int(b.radius)))
		n += int(1 - b.known)
	}
	o.news += n
}

// foresee finds the round in which each block first explodes if nobody places or triggers a bomb. Bombs explode in the
// order of their timers; a bomb that a blast reaches explodes with it. Walls and bombs that have exploded no longer
// stop later blasts.
func (o *Bomberman) foresee() {
	if len(o.bombs)+o.dangerous.n == 0 {
		return
	}
	o.dangerous, o.relieved = o.relieved, o.dangerous
	relieved := o.relieved.all()
	for _, block := range relieved {
		o.danger[block] = 0
	}
	o.dangerous.clear()
	o.explode()
	dangerous := o.dangerous.all()
	changes, n := o.room(len(relieved)+len(dangerous)), 0
	for _, block := range relieved {
		changes[n] = o.common(bombDanger, int(block), 0)
		n += int(zero(uint32(o.danger[block])))
	}
	for _, block := range dangerous {
		changes[n] = o.common(bombDanger, int(block), o.danger[block])
		n++
	}
	o.news += n
}

// explode explodes all bombs.
func (o *Bomberman) explode() {
	o.broken.fit(4*len(o.bombs) + 1)
	o.order = o.order[:0]
	for i := range o.bombs {
		o.order = append(o.order, uint16(i))
		for j := i; j > 0 && o.bombs[o.order[j-1]].timer > o.bombs[i].timer; j-- {
			o.order[j-1], o.order[j] = o.order[j], o.order[j-1]
		}
	}
	open := 0 // number of broken walls that no longer stand
	for from := 0; from < len(o.order); {
		for _, block := range o.broken.all()[open:] {
			o.ground[block] = 0
		}
		open = o.broken.n
		timer := o.bombs[o.order[from]].timer
		o.chain = o.chain[:0]
		for ; from < len(o.order) && o.bombs[o.order[from]].timer == timer; from++ {
			o.light(o.order[from])
		}
		for n := 0; n < len(o.chain); n++ {
			o.cover(&o.bombs[o.chain[n]], soon(int(timer)))
		}
		for _, i := range o.chain {
			o.bombs[i].gone, o.bombs[i].first = true, timer == 1
		}
	}
	for _, block := range o.broken.all()[:open] {
		o.ground[block] = yes
	}
	o.broken.clear()
}

// light adds a bomb to the chain, once.
func (o *Bomberman) light(i uint16) {
	if b := &o.bombs[i]; !b.lit {
		b.lit = true
		o.chain = append(o.chain, i)
	}
}

// cover marks the blocks that the blast of a bomb reaches, and adds the bombs there to the chain.
func (o *Bomberman) cover(b *bombSeen, value byte) {
	own := int(b.block)
	danger := &o.danger[own]
	o.dangerous.add(uint16(own), zero(uint32(*danger)))
	*danger = max(*danger, value)
	if b.radius == 1 { // the usual radius at the start: without branches on what is there
		o.strike(own+o.steps[0], value)
		o.strike(own+o.steps[1], value)
		o.strike(own+o.steps[2], value)
		o.strike(own+o.steps[3], value)
		return
	}
	rightDown, leftUp := b.radius, b.radius
	if b.radius < 0 { // it has wrapped around: see bomberman.Arms
		rightDown, leftUp = 0, math.MaxInt32
	}
	for i, step := range &o.steps {
		reach := leftUp
		if i >= 2 {
			reach = rightDown
		}
		for at := own + step; reach > 0 && !o.strike(at, value); at += step {
			reach--
		}
	}
}

// strike marks a block that a blast reaches, and reports whether the blast ends there. Bombs that explode earlier have
// marked it before.
func (o *Bomberman) strike(at int, value byte) (ends bool) {
	ground, hard, was := o.ground[at], o.hard[at], o.danger[at]
	fresh := uint32(^hard&1) & zero(uint32(was))
	o.dangerous.add(uint16(at), fresh)
	o.danger[at] = was | value&-byte(fresh)
	o.broken.add(uint16(at), uint32(ground&softWallHere))
	if ground == bombHere {
		return o.strikeBomb(at)
	}
	return ground|hard != 0
}

// strikeBomb adds the bomb of a block to the chain, and reports whether a blast ends there: not if the bomb is gone by
// then.
func (o *Bomberman) strikeBomb(at int) (ends bool) {
	i := 0
	for o.bombs[i].block != uint32(at) {
		i++
	}
	if o.bombs[i].gone {
		return false
	}
	o.light(uint16(i))
	return true
}

// blocks is a list to which a block can be added conditionally without a branch.
type blocks struct {
	list []uint16
	n    int
}

// newBlocks returns a list with room for n blocks.
func newBlocks(n int) blocks { return blocks{list: make([]uint16, n+1)} }

func (b *blocks) fit(n int) {
	if len(b.list) < n {
		b.list = make([]uint16, 2*n)
	}
}

func (b *blocks) all() []uint16 { return b.list[:b.n] }

func (b *blocks) clear() { b.n = 0 }

// add adds a block if number is 1, and does nothing if it is 0. In both cases there must be room for the block.
func (b *blocks) add(block uint16, number uint32) {
	b.list[b.n] = block
	b.n += int(number)
}
