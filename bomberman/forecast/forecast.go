package bomberbots

import "blastyard/bomberman"

// horizon is the number of rounds after which every bomb of today, and one placed now, has exploded.
const horizon = longestTimer + 3

// lateTrigger is the last round in which a bomb's owner may first make it explode.
const lateTrigger = 4

// forecast says what bombs will do in the coming rounds, 1 being the next one, if nobody places or triggers another.
type forecast struct {
	v    *view
	last int // the last round with an explosion; 0: there are no bombs

	boom [horizon + 2]set // by round: blocks that explode
	risk [horizon + 2]set // by round: blocks that explode if another player triggered its bombs in time
	open [horizon + 2]set // by round: blocks without wall and bomb, which a move of this round may enter

	bombs  []bomb
	walls  []bomberman.Wall
	bombOn []int16
	gone   []bool // by bomb: it exploded before this round
	lit    []bool // by bomb: it explodes in this round
	broken []int  // soft walls that this round's blasts reach
}

func (f *forecast) fit(v *view) {
	*f = forecast{v: v, walls: make([]bomberman.Wall, v.blocks), bombOn: make([]int16, v.blocks)}
	for t := range f.boom {
		f.boom[t], f.risk[t], f.open[t] = newSet(v.blocks), newSet(v.blocks), newSet(v.blocks)
	}
}

// begin starts a forecast from the view's bombs.
func (f *forecast) begin() {
	copy(f.walls, f.v.walls)
	copy(f.bombOn, f.v.bombOn)
	f.bombs = append(f.bombs[:0], f.v.bombs...)
}

// add adds a bomb placed in the coming round. It stops rays of that round already, which matters only to the player who
// stands there and dies anyway. A block holds one bomb: a second one is left out.
func (f *forecast) add(b bomb) {
	if f.bombOn[b.at] != none {
		return
	}
	f.bombOn[b.at] = int16(len(f.bombs))
	f.bombs = append(f.bombs, b)
}

// run plays the explosions.
func (f *forecast) run() {
	f.gone, f.lit = resize(f.gone, len(f.bombs)), resize(f.lit, len(f.bombs))
	clear(f.gone)
	clear(f.boom[0])
	clear(f.risk[0])
	f.last = 0
	for _, b := range f.bombs {
		f.last = max(f.last, min(b.timer, horizon))
	}
	f.seeOpen(f.open[1])
	stale := true
	for t := 1; t <= f.last; t++ {
		clear(f.risk[t])
		if t > 1 {
			if stale || t <= lateTrigger {
				f.seeRisk(t)
			} else {
				copy(f.risk[t], f.risk[t-1])
			}
		}
		clear(f.boom[t])
		stale = f.explode(t)
		copy(f.open[t+1], f.open[t])
		if stale {
			f.clearAway(f.open[t+1])
		}
		stale = stale || t == 1
	}
	clear(f.boom[f.last+1])
	clear(f.risk[f.last+1])
}

func resize(s []bool, n int) []bool {
	if cap(s) < n {
		return make([]bool, n, 2*n)
	}
	return s[:n]
}

func (f *forecast) seeOpen(open set) {
	clear(open)
	for i, w := range f.walls {
		if w == bomberman.NoWall && f.bombOn[i] == none {
			open.add(i)
		}
	}
}

// seeRisk marks what explodes in a round if all the others triggered their bombs.
func (f *forecast) seeRisk(t int) {
	clear(f.lit)
	for i, b := range f.bombs {
		if b.owner != f.v.me && b.trigger <= t && f.v.players[b.owner].alive && !f.gone[i] && !f.lit[i] {
			f.detonate(i, f.risk[t])
		}
	}
	f.broken = f.broken[:0]
}

// explode lets the bombs of a round explode and tells whether there were any.
func (f *forecast) explode(t int) bool {
	clear(f.lit)
	found := false
	for i, b := range f.bombs {
		if b.timer <= t && !f.gone[i] && !f.lit[i] {
			f.detonate(i, f.boom[t])
			found = true
		}
	}
	return found
}

// detonate marks the reach of a bomb and of those that it sets off.
func (f *forecast) detonate(i int, marks set) {
	f.lit[i] = true
	b := f.bombs[i]
	marks.add(b.at)
	for _, arm := range bomberman.Arms(f.v.width, b.radius) {
		at := b.at
		for range arm.Reach {
			at += arm.Step
			if f.walls[at] == bomberman.HardWall {
				break
			}
			marks.add(at)
			if other := f.bombOn[at]; other != none {
				if !f.lit[other] {
					f.detonate(int(other), marks)
				}
				break
			}
			if f.walls[at] == bomberman.SoftWall {
				f.broken = append(f.broken, at)
				break
			}
		}
	}
}

// clearAway opens what this round's explosions leave free.
func (f *forecast) clearAway(open set) {
	for _, at := range f.broken {
		f.walls[at] = bomberman.NoWall
		open.add(at)
	}
	f.broken = f.broken[:0]
	for i, b := range f.bombs {
		if f.lit[i] {
			f.gone[i] = true
			f.bombOn[b.at] = none
			open.add(b.at)
		}
	}
}

// opened is what a move of a round, from 1, may enter.
func (f *forecast) opened(t int) set { return f.open[min(t, f.last+1)] }

// exploding is what explodes in a round.
func (f *forecast) exploding(t int) set { return f.boom[min(t, f.last+1)] }

// covers tells whether a block explodes in any round.
func (f *forecast) covers(block int) bool {
	for t := 1; t <= f.last; t++ {
		if f.boom[t].has(block) {
			return true
		}
	}
	return false
}
