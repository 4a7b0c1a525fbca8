package explain

import (
	"slices"

	"blastyard/rules/blast"
)

// event is a group of bombs that exploded in a turn because they set each other off.
type event struct {
	turn    int
	bombs   blast.Turn
	owners  []int // owners of the bombs, by id
	cells   []int // cells of all their blasts
	dead    []int // by player: characters that died in the blasts
	painted []int // by player: cells painted in hexabomb
	walls   int   // walls broken in Bomberman
	weight  float64

	until int   // the last turn of the simulation without them
	swing []int // by player: its lead in that turn, minus the lead without them
}

// noteTurn records a turn, for simulating it again.
func (r *review) noteTurn(turn int) {
	r.scores = append(r.scores, scoresOf(r.match))
	bombs := r.rules.bombs()
	for i := range bombs {
		r.tallies[bombs[i].Player].Bombs++
	}
	r.rules.tally(r.tallies)
	for x, p := range r.layout.owners {
		if is := r.rules.is(x); r.rules.was(x).alive && !is.alive {
			r.tallyDeath(p, bombs.Players(is.cell))
			r.fates[p].die(turn, p, bombs.Players(is.cell))
		}
	}
	for p := range r.fates {
		if living, _ := r.match.Living(p); living > 0 {
			r.fates[p] = fate{}
		}
	}
	for _, chain := range bombs.Chains() {
		r.events = append(r.events, r.eventOf(turn, chain))
	}
}

// die records the death of a character of a player in blasts of killers.
func (f *fate) die(turn, player int, killers []int) {
	if f.turn != turn {
		*f = fate{turn: turn, own: true}
	}
	for _, k := range killers {
		f.own = f.own && k == player
		if !slices.Contains(f.killers, k) {
			f.killers = append(f.killers, k)
		}
	}
}

// tallyDeath counts a character of a player that died in blasts of killers.
func (r *review) tallyDeath(p int, killers []int) {
	r.tallies[p].Lost++
	own := true
	for _, killer := range killers {
		if killer != p {
			r.tallies[killer].Kills++
			own = false
		}
	}
	if own {
		r.tallies[p].Own++
	}
}

// eventOf returns the event of a chain of bombs.
func (r *review) eventOf(turn int, chain []int) event {
	e := event{turn: turn, dead: make([]int, len(r.tallies)), painted: make([]int, len(r.tallies))}
	for _, i := range chain {
		b := r.rules.bombs()[i]
		e.bombs, e.owners, e.cells = append(e.bombs, b), append(e.owners, b.Player), append(e.cells, b.Cells...)
	}
	e.owners, e.cells = sortedSet(e.owners), sortedSet(e.cells)
	for _, cell := range e.cells {
		r.rules.struck(&e, cell)
	}
	for x, p := range r.layout.owners {
		is := r.rules.is(x)
		if _, covered := slices.BinarySearch(e.cells, is.cell); covered && r.rules.was(x).alive && !is.alive {
			e.dead[p]++
		}
	}
	e.weight = r.rules.weigh(&e)
	return e
}

func sortedSet(list []int) []int {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

// first returns the turn in which the first of the bombs was placed, as far as that is known.
func (e *event) first() int {
	first := e.turn
	for i := range e.bombs {
		if placed := e.bombs[i].Placed; placed > 0 {
			first = min(first, placed)
		}
	}
	return first
}

// has reports whether one of the bombs was on a cell.
func (e *event) has(cell int) bool {
	return slices.ContainsFunc(e.bombs, func(b blast.Bomb) bool { return b.Cell == cell })
}

// lost returns how many characters died.
func (e *event) lost() (n int) {
	for _, dead := range e.dead {
		n += dead
	}
	return n
}
