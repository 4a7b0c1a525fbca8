package explain

import (
	"slices"

	"blastyard/bomberman"
)

// bombermanAhead foresees the explosions of the bombs that lie on a map, if nobody triggers one, and where a player can live
// through them.
type bombermanAhead struct {
	sim   *bomberman.State
	width int
	crowd bool     // players bar the way; else they are thought to make room
	last  int      // the last round with an explosion, 1 being the coming one; 0: there are no bombs
	boom  [][]bool // by round and block: it explodes
	open  [][]bool // by round and block: it can be entered in that round
	lives [][]bool // by round from 0, now, and by block: who stands there at its end can live on
}

func newBombermanAhead(s *bomberman.State) *bombermanAhead {
	return &bombermanAhead{sim: s.Clone(), width: s.Map().Width}
}

// look foresees the explosions from s on.
func (a *bombermanAhead) look(s *bomberman.State) {
	a.sim.CopyFrom(s)
	a.last = 0
	a.fit()
	clear(a.boom[0])
	for t := 1; a.sim.NumBombs() > 0 && t <= farthest; t++ {
		a.last = t
		a.fit()
		a.eachBlock(func(i int, at bomberman.Pos) {
			c := a.sim.At(at)
			a.open[t][i] = c.Wall == bomberman.NoWall && !c.Bomb && !(a.crowd && c.Player != bomberman.NoPlayer)
		})
		a.sim.Step(nil, nil)
		a.eachBlock(func(i int, at bomberman.Pos) { a.boom[t][i] = a.sim.At(at).Exploding })
	}
	for i := range a.lives[a.last] {
		a.lives[a.last][i] = true
	}
	for t := a.last - 1; t >= 0; t-- {
		a.eachBlock(func(i int, at bomberman.Pos) { a.lives[t][i] = a.wayOn(i, at, t+1) })
	}
}

// fit makes room for the rounds up to the last.
func (a *bombermanAhead) fit() {
	for len(a.boom) <= a.last {
		n := len(a.sim.Map().Blocks)
		a.boom, a.open, a.lives = append(a.boom, make([]bool, n)), append(a.open, make([]bool, n)), append(a.lives, make([]bool, n))
	}
}

func (a *bombermanAhead) eachBlock(do func(i int, at bomberman.Pos)) {
	for i := range a.sim.Map().Blocks {
		do(i, bomberman.Pos{X: i%a.width + 1, Y: i/a.width + 1})
	}
}

func (a *bombermanAhead) index(at bomberman.Pos) int { return (at.Y-1)*a.width + at.X - 1 }

// wayOn tells whether a player that stands on a block lives through round t and can live on. Explosions of a round come
// before its moves, and kill those who walk into them, too.
func (a *bombermanAhead) wayOn(i int, at bomberman.Pos, t int) bool {
	if a.boom[t][i] {
		return false
	}
	if a.lives[t][i] {
		return true
	}
	for c := bomberman.Up; c <= bomberman.Down; c++ {
		if to, ok := a.step(at, c); ok {
			if j := a.index(to); a.open[t][j] && !a.boom[t][j] && a.lives[t][j] {
				return true
			}
		}
	}
	return false
}

// step is the block next to another one.
func (a *bombermanAhead) step(at bomberman.Pos, c bomberman.Command) (bomberman.Pos, bool) {
	switch c {
	case bomberman.Up:
		at.Y--
	case bomberman.Left:
		at.X--
	case bomberman.Right:
		at.X++
	case bomberman.Down:
		at.Y++
	default: // to stay
	}
	m := a.sim.Map()
	return at, at.X >= 1 && at.Y >= 1 && at.X <= m.Width && at.Y <= m.Height
}

// explosions is a copy of what is foreseen, by round and block.
func (a *bombermanAhead) explosions() [][]bool {
	var rounds [][]bool
	for _, blocks := range a.boom[:a.last+1] {
		rounds = append(rounds, slices.Clone(blocks))
	}
	return rounds
}

// doomed tells whether a block explodes in the coming round: who stands there cannot leave.
func (a *bombermanAhead) doomed(at bomberman.Pos) bool { return a.last > 0 && a.boom[1][a.index(at)] }

// safe tells whether a player that is on a block at the end of the coming round lives then, and can live on.
func (a *bombermanAhead) safe(at bomberman.Pos) bool {
	return a.last == 0 || !a.doomed(at) && a.lives[1][a.index(at)]
}

// lasting tells whether a player that stands on a block now can live on.
func (a *bombermanAhead) lasting(at bomberman.Pos) bool { return a.lives[0][a.index(at)] }

// quiet tells whether no explosion that is known covers a block.
func (a *bombermanAhead) quiet(at bomberman.Pos) bool {
	for t := 1; t <= a.last; t++ {
		if a.boom[t][a.index(at)] {
			return false
		}
	}
	return true
}

// seeDanger notes the last safe move of a player that did not take it.
func (w *bombermanWalk) seeDanger(p, turn int) {
	from := w.before.Player(p).At
	if w.ahead.doomed(from) {
		return // it has no choice any more
	}
	if w.ahead.safe(w.meant(p)) {
		w.missed[p] = nil
		return
	}
	known := false
	var best *escape
	for c := bomberman.Nothing; c <= bomberman.Down; c++ {
		to, ok := w.ahead.step(from, c)
		if !ok || c != bomberman.Nothing && !w.free(to) || !w.ahead.safe(to) {
			continue
		}
		known = true
		if best != nil && !w.ahead.quiet(to) || !w.tried(p, c, to) {
			continue
		}
		best = &escape{turn: turn, x: to.X, y: to.Y, moved: w.after.Player(p).At != from, late: w.late[p], boom: w.ahead.explosions()}
		if c != bomberman.Nothing {
			best.direction = c.String()
		}
		if w.ahead.quiet(to) {
			break
		}
	}
	if known {
		w.missed[p] = best
	}
}

// meant is where a player would be if nobody had been in its way.
func (w *bombermanWalk) meant(p int) bomberman.Pos {
	c := w.commands[p]
	if to, ok := w.ahead.step(w.before.Player(p).At, c); ok && c >= bomberman.Up && c <= bomberman.Down && w.free(to) {
		return to
	}
	return w.after.Player(p).At
}

// tried plays the round with another command of one player. It returns whether it is on the block then, lives, and can live
// on.
func (w *bombermanWalk) tried(p int, c bomberman.Command, to bomberman.Pos) bool {
	asked := w.commands[p]
	w.commands[p] = c
	w.trial.CopyFrom(w.before)
	w.trial.Step(w.commands, nil)
	w.commands[p] = asked
	if me := w.trial.Player(p); !me.Alive || me.At != to {
		return false
	}
	w.other.crowd = true
	w.other.look(w.trial)
	return w.other.lasting(to)
}
