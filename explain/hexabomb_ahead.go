package explain

import (
	"blastyard/hexabomb"
	"blastyard/hexabomb/forecast"
)

// hexabombAhead foresees the blasts of the bombs that lie on a board, and where a character can live through them.
type hexabombAhead struct {
	board    *hexabomb.Board
	danger   *forecast.Forecast
	blockers *hexabomb.State // the characters that block cells, or nil if they are assumed to move away
	last     int             // turns that are looked at
	lives    [][]bool        // by turn from 0, now, and by cell: who stands there at its end can live on
}

// farthest is how many turns ahead are looked at: before a later blast there is time.
const farthest = 40

// newHexabombAhead returns one that has not looked yet.
func newHexabombAhead(b *hexabomb.Board) *hexabombAhead {
	return &hexabombAhead{board: b, danger: forecast.New(b)}
}

// look foresees the blasts from s on.
func (a *hexabombAhead) look(s *hexabomb.State) {
	a.danger.Look(s)
	a.last = min(a.danger.Last(), farthest)
	for len(a.lives) <= a.last {
		a.lives = append(a.lives, make([]bool, a.board.NumCells()))
	}
	for c := range a.lives[a.last] {
		a.lives[a.last][c] = true
	}
	for t := a.last - 1; t >= 0; t-- {
		for c := range a.lives[t] {
			a.lives[t][c] = a.wayOn(hexabomb.Cell(c), t+1)
		}
	}
}

// wayOn tells whether a character that stands on a cell has somewhere to be at the end of turn t from now.
func (a *hexabombAhead) wayOn(c hexabomb.Cell, t int) bool {
	good := func(c hexabomb.Cell) bool { return !a.danger.At(c, t) && a.lives[t][c] }
	if good(c) {
		return true
	}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		to, ok := a.board.Neighbour(c, d)
		if ok && !a.danger.Blocks(to, t) && good(to) && (a.blockers == nil || !a.blockers.Occupied(to)) {
			return true
		}
	}
	return false
}

// safe tells whether a character that is on a cell at the end of the coming turn lives then, and can live on.
func (a *hexabombAhead) safe(c hexabomb.Cell) bool {
	return a.last == 0 || !a.danger.At(c, 1) && a.lives[1][c]
}

// lasting tells whether a character that stands on a cell now can live on.
func (a *hexabombAhead) lasting(c hexabomb.Cell) bool { return a.lives[0][c] }

// quiet tells whether no blast that is known covers a cell.
func (a *hexabombAhead) quiet(c hexabomb.Cell) bool { return a.danger.First(c) == 0 }

// seeDanger notes the last safe move of a character that did not take it.
func (w *hexabombWalk) seeDanger(x, turn int) {
	from := w.before.Character(x)
	if !from.Alive {
		w.missed[x], w.safeIn[x] = nil, 0
		return
	}
	if w.ahead.last == 0 || w.ahead.safe(w.meant(x)) {
		w.missed[x], w.safeIn[x] = nil, turn
		return
	}
	known := false
	var best *escape
	for d := range hexabomb.Direction(hexabomb.NumDirections + 1) {
		to, ok := from.Cell, true
		if d > 0 { // the first is to stay
			to, ok = w.board.Neighbour(from.Cell, d-1)
			ok = ok && w.before.Empty(to)
		}
		if !ok || !w.ahead.safe(to) {
			continue
		}
		known = true
		if best != nil && !w.ahead.quiet(to) || !w.tried(x, d, to) {
			continue
		}
		c := w.board.Coord(to)
		best = &escape{turn: turn, character: x, x: c.Q, y: c.R, moved: w.after.Character(x).Cell != from.Cell,
			late: w.late[w.board.Owner(x)]}
		if d > 0 {
			best.direction = (d - 1).String()
		}
		if w.ahead.quiet(to) {
			break
		}
	}
	if known {
		w.missed[x] = best
	}
	if best != nil {
		w.safeIn[x] = turn
	}
}

// meant is where a character would be if nobody had been in its way: those that move into a free cell mean no harm to
// themselves.
func (w *hexabombWalk) meant(x int) hexabomb.Cell {
	i := w.asked[x]
	if i == none || !w.refused[i] || w.actions[i].Kind != hexabomb.Move {
		return w.after.Character(x).Cell
	}
	to, ok := w.board.Neighbour(w.before.Character(x).Cell, w.actions[i].Direction)
	if !ok || !w.before.Empty(to) {
		return w.before.Character(x).Cell
	}
	return to
}

// tried plays the turn with another action of one character: it stays for d 0, else it moves in direction d - 1. It
// returns whether the character is on the cell then, lives, and can live on.
func (w *hexabombWalk) tried(x int, d hexabomb.Direction, to hexabomb.Cell) bool {
	var actions []hexabomb.Action
	other := hexabomb.Action{Player: uint16(w.board.Owner(x)), Character: uint16(x), Kind: hexabomb.Move,
		Direction: d - 1}
	for i, a := range w.actions {
		switch {
		case i != w.asked[x]:
			actions = append(actions, a)
		case d > 0:
			actions = append(actions, other)
		}
	}
	if w.asked[x] == none && d > 0 {
		actions = append(actions, other)
	}
	w.trial.CopyFrom(w.before)
	w.trial.Step(actions, nil)
	c := w.trial.Character(x)
	if !c.Alive || c.Cell != to {
		return false
	}
	w.other.blockers = w.trial
	w.other.look(w.trial)
	return w.other.lasting(to)
}
