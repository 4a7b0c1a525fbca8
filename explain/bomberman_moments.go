package explain

import (
	"slices"

	"blastyard/bomberman"
)

// noteTurn keeps a round that was played, for playing it again.
func (w *bombermanWalk) noteTurn(turn int) {
	w.history = append(w.history, slices.Clone(w.commands))
	w.noteScores()
	w.noteTally()
	w.noteEvents(turn)
}

func (w *bombermanWalk) noteScores() { w.scores = append(w.scores, bombermanScores(w.after)) }

func bombermanScores(s *bomberman.State) []int {
	scores := make([]int, s.Map().Players())
	for p := range scores {
		scores[p] = s.Player(p).Points
	}
	return scores
}

// noteTally counts what the blasts of the round did.
func (w *bombermanWalk) noteTally() {
	for i := range w.blasts {
		d := &w.blasts[i]
		t := &w.tallies[d.Owner]
		t.Bombs++
		t.Walls += w.walls(d)
	}
	for p := range w.commands {
		if !w.before.Player(p).Alive || w.after.Player(p).Alive {
			continue
		}
		w.tallies[p].Lost++
		at := w.after.Player(p).At
		if w.ownOnly(at, p) {
			w.tallies[p].Own++
			continue
		}
		seen := map[int]bool{p: true}
		for i := range w.blasts {
			if _, covered := w.blasts[i].covers[at]; covered && !seen[w.blasts[i].Owner] {
				seen[w.blasts[i].Owner] = true
				w.tallies[w.blasts[i].Owner].Kills++
			}
		}
	}
}

// walls is how many walls a bomb broke.
func (w *bombermanWalk) walls(d *detonated) int {
	walls := 0
	for at := range d.covers {
		if w.before.At(at).Wall == bomberman.SoftWall {
			walls++
		}
	}
	return walls
}

// noteEvents keeps what exploded in a round.
func (w *bombermanWalk) noteEvents(turn int) {
	for _, chain := range chainsOf(len(w.blasts), func(i, j int) bool {
		return slices.Contains(w.blasts[i].hits, w.blasts[j].At)
	}) {
		w.events = append(w.events, w.eventOf(turn, chain))
	}
}

// eventOf is what a chain of bombs did.
func (w *bombermanWalk) eventOf(turn int, chain []int) event {
	e := newEvent(turn, len(w.commands))
	e.single = true
	m := w.before.Map()
	covered := make([]bool, m.Width*m.Height)
	for _, i := range chain {
		d := &w.blasts[i]
		e.add(d.Owner, blockOf(m, d.At))
		if d.placed > 0 {
			e.drops = append(e.drops, drop{d.placed, d.Owner})
		}
		for at := range d.covers {
			covered[blockOf(m, at)] = true
		}
	}
	for block, is := range covered {
		if is {
			e.cells = append(e.cells, block)
			if w.before.At(posOf(m, block)).Wall == bomberman.SoftWall {
				e.walls++
			}
		}
	}
	for p := range w.commands {
		if w.before.Player(p).Alive && !w.after.Player(p).Alive && covered[blockOf(m, w.after.Player(p).At)] {
			e.dead[p]++
		}
	}
	e.weight = float64(e.walls*m.Settings.WallPoints + e.lost()*m.Bounty)
	return e
}

// blockOf and posOf turn a place into an index of the blocks, row by row, and back.
func blockOf(m *bomberman.Map, at bomberman.Pos) int { return (at.Y-1)*m.Width + at.X - 1 }

func posOf(m *bomberman.Map, block int) bomberman.Pos {
	return bomberman.Pos{X: block%m.Width + 1, Y: block/m.Width + 1}
}

// replayWithout plays the round of each event as if its bombs had vanished before they exploded, and sets the swings.
func (w *bombermanWalk) replayWithout(tried []*event) {
	s, turn := w.start.Clone(), 1
	for _, e := range tried {
		for ; turn < e.turn; turn++ {
			s.Step(w.history[turn-1], nil)
		}
		w.trial.CopyFrom(s)
		for _, block := range e.bombs {
			w.trial.Defuse(posOf(s.Map(), block))
		}
		e.until = e.turn
		w.trial.Step(w.history[e.turn-1], nil)
		w.swings(e, bombermanScores(w.trial))
	}
}
