package explain

import (
	"slices"

	"blastyard/bomberman"
	"blastyard/bomberman/forecast"
)

// bombermanAhead foresees the explosions of the bombs that lie on a map, if nobody triggers one, and where a player
// can live through them. Rounds count from now: 1 is the coming one.
type bombermanAhead struct {
	board    *forecast.Board
	forecast *forecast.Forecast
	crowd    []int    // blocks of the players that bar the way; without them they are thought to make room
	last     int      // the last round with an explosion; 0: there are no bombs
	lives    [][]bool // by round from 0, now, and by block: who stands there at its end can live on
}

func newBombermanAhead(m *bomberman.Map) *bombermanAhead {
	b := forecast.NewBoard(m)
	return &bombermanAhead{board: b, forecast: forecast.New(b, bomberman.NoPlayer)}
}

// look foresees the explosions from s on. Players bar the way, if they are a crowd, until they leave the map.
func (a *bombermanAhead) look(s *bomberman.State, crowd bool) {
	a.board.Read(s)
	a.forecast.Look()
	a.last = a.forecast.Last()
	a.crowd = a.crowd[:0]
	for k := range s.Map().Players() {
		if p := s.Player(k); crowd && p.Alive {
			a.crowd = append(a.crowd, a.index(p.At))
		}
	}
	for len(a.lives) <= a.last {
		a.lives = append(a.lives, make([]bool, len(a.board.Walls)))
	}
	for i := range a.lives[a.last] {
		a.lives[a.last][i] = true
	}
	for t := a.last - 1; t >= 0; t-- {
		for i := range a.lives[t] {
			a.lives[t][i] = a.wayOn(i, t+1)
		}
	}
}

func (a *bombermanAhead) index(at bomberman.Pos) int { return a.board.Block(at) }

// wayOn tells whether a player that stands on a block lives through round t and can live on. Explosions of a round come
// before its moves, and kill those who walk into them, too.
func (a *bombermanAhead) wayOn(i, t int) bool {
	boom := a.forecast.Exploding(t)
	if boom.Has(i) {
		return false
	}
	if a.lives[t][i] {
		return true
	}
	for _, arm := range bomberman.Arms(a.board.Width, 1) {
		j := i + arm.Step
		if j < 0 || j >= len(a.board.Walls) {
			continue // beyond the border, which is a wall
		}
		if a.forecast.Open(t).Has(j) && !boom.Has(j) && a.lives[t][j] && !a.barred(j, t) {
			return true
		}
	}
	return false
}

// barred tells whether a player stands on a block when those of round t move: it does until an explosion kills it.
func (a *bombermanAhead) barred(i, t int) bool {
	if !slices.Contains(a.crowd, i) {
		return false
	}
	first := a.forecast.First(i)
	return first == 0 || first >= t
}

// explosions is a copy of what is foreseen, by round.
func (a *bombermanAhead) explosions() []forecast.Set {
	rounds := []forecast.Set{nil}
	for t := 1; t <= a.last; t++ {
		rounds = append(rounds, slices.Clone(a.forecast.Exploding(t)))
	}
	return rounds
}

// doomed tells whether a block explodes in the coming round: who stands there cannot leave.
func (a *bombermanAhead) doomed(at bomberman.Pos) bool {
	return a.forecast.Exploding(1).Has(a.index(at))
}

// safe tells whether a player that is on a block at the end of the coming round lives then, and can live on.
func (a *bombermanAhead) safe(at bomberman.Pos) bool {
	return a.last == 0 || !a.doomed(at) && a.lives[1][a.index(at)]
}

// lasting tells whether a player that stands on a block now can live on.
func (a *bombermanAhead) lasting(at bomberman.Pos) bool { return a.lives[0][a.index(at)] }

// quiet tells whether no explosion that is known covers a block.
func (a *bombermanAhead) quiet(at bomberman.Pos) bool { return a.forecast.First(a.index(at)) == 0 }

// seeDanger notes the last safe move of a player that did not take it.
func (w *bombermanWalk) seeDanger(p, turn int) {
	from := w.before.Player(p).At
	if w.ahead.doomed(from) {
		return // it has no choice any more
	}
	if w.ahead.safe(w.meant(p)) {
		w.missed[p], w.safeIn[p] = nil, turn
		return
	}
	known := false
	var best *escape
	for c := bomberman.Nothing; c <= bomberman.Down; c++ {
		to := from.Step(c)
		if c != bomberman.Nothing && !w.free(to) || !w.ahead.safe(to) {
			continue
		}
		known = true
		if best != nil && !w.ahead.quiet(to) || !w.tried(p, c, to) {
			continue
		}
		best = &escape{turn: turn, x: to.X, y: to.Y, moved: w.after.Player(p).At != from, late: w.late[p],
			boom: w.ahead.explosions()}
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
	if best != nil {
		w.safeIn[p] = turn
	}
}

// meant is where a player would be if nobody had been in its way.
func (w *bombermanWalk) meant(p int) bomberman.Pos {
	c := w.commands[p]
	if to := w.before.Player(p).At.Step(c); c >= bomberman.Up && c <= bomberman.Down && w.free(to) {
		return to
	}
	return w.after.Player(p).At
}

// tried plays the round with another command of one player. It returns whether it is on the block then, lives, and
// can live on.
func (w *bombermanWalk) tried(p int, c bomberman.Command, to bomberman.Pos) bool {
	asked := w.commands[p]
	w.commands[p] = c
	w.trial.CopyFrom(w.before)
	w.trial.Step(w.commands, nil)
	w.commands[p] = asked
	if me := w.trial.Player(p); !me.Alive || me.At != to {
		return false
	}
	w.other.look(w.trial, true)
	return w.other.lasting(to)
}
