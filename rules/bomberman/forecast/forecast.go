// Package forecast computes which blocks of a Bomberman map explode in which of the next rounds: for bots, for
// lessons, and for warnings to persons.
package forecast

import "blastyard/rules/bomberman"

// Horizon is the number of rounds after which every current bomb, and one placed now, has exploded.
const Horizon = bomberman.LongestTimer + 3

// LateTrigger is the latest round in which a bomb's owner may first be able to make it explode.
const LateTrigger = 4

// A Forecast says what bombs will do in the next rounds, numbered from 1, if no player places or triggers another. It
// must be used by one goroutine at a time.
type Forecast struct {
	board *Board
	me    int
	last  int // the last round with an explosion; 0: there are no bombs

	boom [Horizon + 2]Set // by round: blocks that explode
	risk [Horizon + 2]Set // by round: blocks that explode if another player triggered its bombs in time
	open [Horizon + 2]Set // by round: blocks without wall and bomb, which a move of this round may enter

	bombs  []Bomb
	walls  []bomberman.Wall
	bombOn []int16
	gone   []bool // by bomb: it exploded before this round
	lit    []bool // by bomb: it explodes in this round
	broken []int  // soft walls that this round's blasts reach
}

// New returns a Forecast for a board. The player me triggers no bomb of its own (see Risk). With bomberman.NoPlayer
// there is no such player.
func New(b *Board, me int) *Forecast {
	n := len(b.Walls)
	f := &Forecast{board: b, me: me, walls: make([]bomberman.Wall, n), bombOn: make([]int16, n)}
	for t := range f.boom {
		f.boom[t], f.risk[t], f.open[t] = NewSet(n), NewSet(n), NewSet(n)
	}
	return f
}

// Look computes the explosions of the bombs on the board.
func (f *Forecast) Look() {
	f.Begin()
	f.Run()
}

// Begin starts from the board. Bombs can be added and triggered before Run.
func (f *Forecast) Begin() {
	copy(f.walls, f.board.Walls)
	copy(f.bombOn, f.board.BombOn)
	f.bombs = append(f.bombs[:0], f.board.Bombs...)
}

// BeginAfter starts from the map that another forecast of the same board expects after all its explosions.
func (f *Forecast) BeginAfter(o *Forecast) {
	copy(f.walls, o.walls)
	for i := range f.bombOn {
		f.bombOn[i] = None
	}
	f.bombs = f.bombs[:0]
}

// Add adds a bomb placed in the next round. It blocks blasts in that round already, which matters only to the player
// on its block, who dies anyway. A block has only one bomb: a second one is ignored.
func (f *Forecast) Add(b Bomb) {
	if f.bombOn[b.At] != None {
		return
	}
	f.bombOn[b.At] = int16(len(f.bombs))
	f.bombs = append(f.bombs, b)
}

// Trigger makes the owner of bomb i of the board trigger it in the next round.
func (f *Forecast) Trigger(i int) { f.bombs[i].Timer = 2 }

// Run plays the explosions.
func (f *Forecast) Run() {
	f.gone, f.lit = resize(f.gone, len(f.bombs)), resize(f.lit, len(f.bombs))
	clear(f.gone)
	clear(f.boom[0])
	clear(f.risk[0])
	f.last = 0
	for _, b := range f.bombs {
		f.last = max(f.last, min(b.Timer, Horizon))
	}
	f.seeOpen(f.open[1])
	stale := true
	for t := 1; t <= f.last; t++ {
		clear(f.risk[t])
		if t > 1 {
			if stale || t <= LateTrigger {
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

func (f *Forecast) seeOpen(open Set) {
	clear(open)
	for i, w := range f.walls {
		if w == bomberman.NoWall && f.bombOn[i] == None {
			open.Add(i)
		}
	}
}

// seeRisk marks what explodes in a round if all the others triggered their bombs.
func (f *Forecast) seeRisk(t int) {
	clear(f.lit)
	for i, b := range f.bombs {
		if b.Owner != f.me && b.Trigger <= t && f.board.Alive[b.Owner] && !f.gone[i] && !f.lit[i] {
			f.detonate(i, f.risk[t])
		}
	}
	f.broken = f.broken[:0]
}

// explode makes the bombs of a round explode and reports whether there were any.
func (f *Forecast) explode(t int) bool {
	clear(f.lit)
	found := false
	for i, b := range f.bombs {
		if b.Timer <= t && !f.gone[i] && !f.lit[i] {
			f.detonate(i, f.boom[t])
			found = true
		}
	}
	return found
}

// detonate marks the reach of a bomb and of those that it sets off.
func (f *Forecast) detonate(i int, marks Set) {
	f.lit[i] = true
	b := f.bombs[i]
	marks.Add(b.At)
	for _, arm := range bomberman.Arms(f.board.Width, b.Radius) {
		at := b.At
		for range arm.Reach {
			at += arm.Step
			if f.walls[at] == bomberman.HardWall {
				break
			}
			marks.Add(at)
			if other := f.bombOn[at]; other != None {
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

// clearAway opens the blocks that this round's explosions clear.
func (f *Forecast) clearAway(open Set) {
	for _, at := range f.broken {
		f.walls[at] = bomberman.NoWall
		open.Add(at)
	}
	f.broken = f.broken[:0]
	for i, b := range f.bombs {
		if f.lit[i] {
			f.gone[i] = true
			f.bombOn[b.At] = None
			open.Add(b.At)
		}
	}
}

// Width is the width of the map.
func (f *Forecast) Width() int { return f.board.Width }

// Last returns the last round with an explosion, or 0.
func (f *Forecast) Last() int { return f.last }

// Exploding returns the blocks that explode in a round, from 1. A player on such a block dies before it moves, and a
// player that moves there dies as well. The sets that a Forecast returns are valid until the next Begin and must not
// be changed.
func (f *Forecast) Exploding(t int) Set { return f.boom[min(t, f.last+1)] }

// Risk returns the blocks that explode in a round, up to Last, if players other than me trigger their bombs in time.
func (f *Forecast) Risk(t int) Set { return f.risk[min(t, f.last+1)] }

// Open returns the blocks without wall and bomb, which a move of a round, from 1, may enter.
func (f *Forecast) Open(t int) Set { return f.open[min(t, f.last+1)] }

// First returns the first round in which a block explodes, or 0.
func (f *Forecast) First(block int) int {
	for t := 1; t <= f.last; t++ {
		if f.boom[t].Has(block) {
			return t
		}
	}
	return 0
}

// Wall returns what is left on a block when all bombs have exploded.
func (f *Forecast) Wall(block int) bomberman.Wall { return f.walls[block] }

// WallsHit counts the soft walls that a bomb placed on a block would break when all other bombs have exploded.
func (f *Forecast) WallsHit(block, radius int) int {
	n := 0
	for _, arm := range bomberman.Arms(f.board.Width, radius) {
		at := block
		for range arm.Reach {
			at += arm.Step
			w := f.walls[at]
			if w == bomberman.SoftWall {
				n++
			}
			if w != bomberman.NoWall {
				break
			}
		}
	}
	return n
}
