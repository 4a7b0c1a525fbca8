package explain

import (
	"slices"

	"blastyard/hexabomb"
)

// horizon is how many turns after an explosion the rules are played on without its bombs, in hexabomb with scores for
// cells: the players' later actions answer what happened, so what they do without it says less with every turn.
const horizon = 20

// noteTurn keeps a turn that was played, for playing it again.
func (w *hexabombWalk) noteTurn(turn int) {
	w.history = append(w.history, slices.Clone(w.actions))
	w.noteScores()
	w.notePaint()
	w.noteEvents(turn)
}

func (w *hexabombWalk) noteScores() { w.scores = append(w.scores, hexabombScores(w.after)) }

func hexabombScores(s *hexabomb.State) []int {
	scores := make([]int, s.Board().NumPlayers())
	for p := range scores {
		scores[p] = s.Score(p)
	}
	return scores
}

// notePaint counts the cells that players have painted in the turn, by bombs and by moving, and their losses.
func (w *hexabombWalk) notePaint() {
	blown := make([]bool, w.board.NumCells())
	for i := range w.blasts.bombs {
		for c := range w.blasts.bombs[i].covers {
			blown[c] = true
		}
		w.tallies[w.blasts.bombs[i].player()].Bombs++
	}
	for c := range w.board.NumCells() {
		was, is := w.before.Colour(hexabomb.Cell(c)), w.after.Colour(hexabomb.Cell(c))
		if is == was || is == 0 {
			continue
		}
		if t := &w.tallies[int(is)-1]; blown[c] {
			t.Painted++
		} else {
			t.Walked++
		}
	}
	for x := range w.board.NumCharacters() {
		if w.before.Character(x).Alive && !w.after.Character(x).Alive {
			w.noteLoss(w.board.Owner(x), w.after.Character(x).Cell)
		}
	}
}

func (w *hexabombWalk) noteLoss(p int, at hexabomb.Cell) {
	w.tallies[p].Lost++
	if w.blasts.ownOnly(at, p) {
		w.tallies[p].Own++
		return
	}
	seen := map[int]bool{p: true}
	for i := range w.blasts.bombs {
		b := &w.blasts.bombs[i]
		if _, covered := b.covers[at]; covered && !seen[b.player()] {
			seen[b.player()] = true
			w.tallies[b.player()].Kills++
		}
	}
}

// noteEvents keeps what exploded in a turn.
func (w *hexabombWalk) noteEvents(turn int) {
	bombs := w.blasts.bombs
	for _, chain := range chainsOf(len(bombs), func(i, j int) bool {
		_, set := bombs[i].covers[bombs[j].cell]
		return set
	}) {
		w.events = append(w.events, w.eventOf(turn, chain))
	}
}

// chainsOf groups bombs that set each other off.
func chainsOf(n int, sets func(i, j int) bool) [][]int {
	seen := make([]bool, n)
	var chains [][]int
	for i := range n {
		if seen[i] {
			continue
		}
		seen[i] = true
		chain := []int{i}
		for k := 0; k < len(chain); k++ {
			for j := range n {
				if !seen[j] && (sets(chain[k], j) || sets(j, chain[k])) {
					seen[j] = true
					chain = append(chain, j)
				}
			}
		}
		chains = append(chains, chain)
	}
	return chains
}

// eventOf is what a chain of bombs did.
func (w *hexabombWalk) eventOf(turn int, chain []int) event {
	e := newEvent(turn, w.board.NumPlayers())
	covered := make([]bool, w.board.NumCells())
	for _, i := range chain {
		b := &w.blasts.bombs[i]
		e.add(b.player(), int(b.cell))
		if b.turn > 0 {
			e.drops = append(e.drops, b.drop)
		}
		for c := range b.covers {
			covered[c] = true
		}
	}
	painted := 0
	for c, is := range covered {
		if !is {
			continue
		}
		e.cells = append(e.cells, c)
		now := w.after.Colour(hexabomb.Cell(c))
		if now != 0 && now != w.before.Colour(hexabomb.Cell(c)) && !w.board.SuddenDeath() {
			e.painted[int(now)-1]++
			painted++
		}
	}
	for x := range w.board.NumCharacters() {
		c := w.after.Character(x)
		if covered[c.Cell] && w.before.Character(x).Alive && !c.Alive {
			e.dead[w.board.Owner(x)]++
		}
	}
	e.weight = float64(painted)*paintTurns + float64(e.lost())*w.share()*deathTurns
	return e
}

// Estimates that choose which events are tried.
const (
	paintTurns = 5 // turns for which a cell keeps its colour
	deathTurns = 4 // turns without a character that died
)

// share is how many cells there are for each character.
func (w *hexabombWalk) share() float64 {
	return float64(w.board.NumCells()) / float64(max(1, w.board.NumCharacters()))
}

// replayWithout plays the match on from each event as if its bombs had vanished before they exploded, and sets the
// swings.
func (w *hexabombWalk) replayWithout(tried []*event) {
	s, turn := w.start.Clone(), 1
	for _, e := range tried {
		for ; turn < e.turn; turn++ {
			s.Step(w.history[turn-1], nil)
		}
		without, err := w.without(s, e)
		if err != nil {
			continue // it was a state of the match, so this does not happen
		}
		e.until = len(w.history)
		if !w.board.SuddenDeath() {
			e.until = min(e.until, e.turn+horizon)
		}
		without.Step(w.otherActions(e), nil)
		for t := e.turn + 1; t <= e.until; t++ {
			without.Step(w.history[t-1], nil)
		}
		w.swings(e, hexabombScores(without))
	}
}

// without is a state before the turn of an event, without its bombs.
func (w *hexabombWalk) without(s *hexabomb.State, e *event) (*hexabomb.State, error) {
	p := s.Snapshot()
	p.Bombs = slices.DeleteFunc(p.Bombs, func(b hexabomb.Bomb) bool { return slices.Contains(e.bombs, int(b.Cell)) })
	return w.board.Restore(p)
}

// otherActions are those of the turn of an event that did not drop one of its bombs.
func (w *hexabombWalk) otherActions(e *event) []hexabomb.Action {
	return slices.DeleteFunc(slices.Clone(w.history[e.turn-1]), func(a hexabomb.Action) bool {
		return a.Kind == hexabomb.DropBomb && slices.Contains(e.drops, drop{e.turn, int(a.Character)})
	})
}
