package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"blastyard/blast"
	"blastyard/game"
	"blastyard/internal/english"
)

// A Moment is a turn that decided a match: bombs that exploded in it, without which the rules would have led to another
// lead.
type Moment struct {
	Turn   int    `json:"turn"`
	From   int    `json:"from"` // the turns of the frames that show it
	To     int    `json:"to"`
	Player int    `json:"player"` // whose lead changed most
	Swing  int    `json:"swing"`  // by so much, against the rules played on without these bombs
	Cells  []int  `json:"cells"`  // where to look: indexes of cells
	Text   string `json:"text"`   // a sentence; may hold names: not safe to print as it is
}

const (
	maxMoments = 3
	// maxTried is how many events of a match are tried: the weightiest.
	maxTried = 64
	// The frames that show a moment begin with the bombs, if that is not too long before, and end a little after it.
	mostBefore, leastBefore, after = 6, 3, 3
)

// event is bombs that exploded in a turn, setting each other off.
type event struct {
	turn    int
	bombs   blast.Turn
	owners  []int // whose they were, by id
	cells   []int // of all their blasts
	dead    []int // by player: characters that died in them
	painted []int // by player: cells of hexabomb
	walls   int   // of Bomberman
	weight  float64

	until int   // the turn up to which the match was played on without them
	swing []int // by player: its lead then, less the lead without them
}

// noteTurn keeps what there was in a turn, for playing it again.
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
		}
	}
	for _, chain := range bombs.Chains() {
		r.events = append(r.events, r.eventOf(turn, chain))
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

// eventOf is what a chain of bombs did.
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

// first is the turn in which the first of the bombs was placed, as far as that is known.
func (e *event) first() int {
	first := e.turn
	for i := range e.bombs {
		if placed := e.bombs[i].Placed; placed > 0 {
			first = min(first, placed)
		}
	}
	return first
}

// has tells whether one of the bombs lay on a cell.
func (e *event) has(cell int) bool {
	return slices.ContainsFunc(e.bombs, func(b blast.Bomb) bool { return b.Cell == cell })
}

// lost is how many characters died.
func (e *event) lost() (n int) {
	for _, dead := range e.dead {
		n += dead
	}
	return n
}

// timeline is what a match was, for playing parts of it again.
type timeline struct {
	special []bool  // by player: it has no score
	single  bool    // players have one character only
	scores  [][]int // by turn from 0, by player
	events  []event
	tallies []Tally
}

func newTimeline(b *layout, m game.Match) timeline {
	l := timeline{special: b.special, single: b.single, scores: [][]int{scoresOf(m)},
		tallies: make([]Tally, m.Players())}
	for p := range l.tallies {
		l.tallies[p].Player = p
	}
	return l
}

// lead is the score of a player less the mean of the others'.
func (l *timeline) lead(scores []int, player int) float64 {
	sum, others := 0, 0
	for p, score := range scores {
		if p != player && !l.special[p] {
			sum += score
			others++
		}
	}
	if others == 0 {
		return 0
	}
	return float64(scores[player]) - float64(sum)/float64(others)
}

// playWithout plays the match on from each event as if its bombs had vanished before they exploded, and sets the
// swings.
func (r *review) playWithout(tried []*event) {
	m, without, turn, last := r.start, r.start.Clone(), 1, len(r.scores)-1
	for _, e := range tried {
		for ; turn < e.turn; turn++ {
			r.rules.step(m, turn)
		}
		r.rules.skip(m, without, e)
		if e.until = last; r.layout.horizon >= 0 {
			e.until = min(last, e.turn+r.layout.horizon)
		}
		for t := e.turn + 1; t <= e.until; t++ {
			r.rules.step(without, t)
		}
		r.swings(e, scoresOf(without))
	}
}

// swings sets an event's swings, from the scores that the rules led to without it.
func (l *timeline) swings(e *event, without []int) {
	e.swing = make([]int, len(without))
	for p := range without {
		if !l.special[p] {
			e.swing[p] = int(math.Round(l.lead(l.scores[e.until], p) - l.lead(without, p)))
		}
	}
}

// heaviest are the events that weigh most, by turn.
func (l *timeline) heaviest() []*event {
	var list []*event
	for i := range l.events {
		if e := &l.events[i]; e.weight > 0 {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b *event) int { return cmp.Compare(b.weight, a.weight) })
	list = list[:min(len(list), maxTried)]
	slices.SortStableFunc(list, func(a, b *event) int { return a.turn - b.turn })
	return list
}

// about is the player whose lead an event changed most; one whose bombs took part, where it is as much.
func (e *event) about() int {
	best := e.owners[0]
	for p, s := range e.swing {
		if abs(s) > abs(e.swing[best]) {
			best = p
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// moments are the events that changed a lead most, by at least so many points; those near to another one are left out.
func (l *timeline) moments(tried []*event, least float64, names *callNames) []Moment {
	list := slices.Clone(tried)
	slices.SortStableFunc(list, func(a, b *event) int {
		return cmp.Or(abs(b.swing[b.about()])-abs(a.swing[a.about()]), a.turn-b.turn)
	})
	var chosen []Moment
	for _, e := range list {
		m := l.moment(e, names)
		if float64(abs(m.Swing)) < least || len(chosen) == maxMoments {
			break
		}
		if !slices.ContainsFunc(chosen, func(c Moment) bool { return m.From <= c.To && c.From <= m.To }) {
			chosen = append(chosen, m)
		}
	}
	slices.SortFunc(chosen, func(a, b Moment) int { return a.Turn - b.Turn })
	return chosen
}

func (l *timeline) moment(e *event, names *callNames) Moment {
	last := len(l.scores) - 1
	p := e.about()
	return Moment{Turn: e.turn, Player: p, Swing: e.swing[p], Cells: e.cells,
		From: max(0, min(max(e.first()-1, e.turn-mostBefore), e.turn-leastBefore)), To: min(last, e.turn+after),
		Text: l.tell(e, p, names)}
}

// tell is the sentence of a moment.
func (l *timeline) tell(e *event, about int, names *callNames) string {
	change := "lower"
	if e.swing[about] < 0 {
		change = "higher"
	}
	when := "at the end"
	if e.until < len(l.scores)-1 {
		when = fmt.Sprintf("in turn %d", e.until)
		if e.until == e.turn {
			when = "then"
		}
	}
	whose := "the lead of " + names.of(about)
	if len(e.owners) == 1 && e.owners[0] == about {
		whose = "its lead"
	}
	return fmt.Sprintf("%s; without that, %s %s would have been %s %s", l.deed(e, names), whose, when,
		english.Count(abs(e.swing[about]), "point"), change)
}

// deed says who did what.
func (l *timeline) deed(e *event, names *callNames) string {
	alone := -1 // who did it
	if len(e.owners) == 1 {
		alone = e.owners[0]
	}
	var deeds []string
	if killed := l.killed(e, alone, names); len(killed) > 0 {
		deeds = append(deeds, "killed "+english.And(killed))
	}
	if painted := e.paints(alone, names); len(painted) > 0 {
		deeds = append(deeds, "painted "+english.And(painted))
	}
	if e.walls > 0 {
		deeds = append(deeds, "broke "+english.Count(e.walls, "wall"))
	}
	if len(deeds) == 0 {
		deeds = append(deeds, "changed what came after")
	}
	bombs := countOf(len(e.bombs), "bomb")
	if len(e.bombs) == 1 {
		bombs = "a bomb"
	}
	if alone >= 0 {
		return fmt.Sprintf("%s %s with %s", names.of(alone), english.And(deeds), bombs)
	}
	var owners []string
	for _, p := range e.owners {
		owners = append(owners, names.of(p))
	}
	return fmt.Sprintf("a chain of %s of %s %s", bombs, english.And(owners), english.And(deeds))
}

// killed says who died. alone is the player whose bombs all were, or -1.
func (l *timeline) killed(e *event, alone int, names *callNames) []string {
	var list []string
	for p, dead := range e.dead {
		switch {
		case dead == 0:
		case l.single && p == alone:
			list = append(list, "itself")
		case l.single:
			list = append(list, names.of(p))
		case p == alone:
			list = append(list, english.Number(dead)+" of its own")
		default:
			list = append(list, english.Number(dead)+" of "+names.of(p))
		}
	}
	return list
}

// paints says who got how many cells.
func (e *event) paints(alone int, names *callNames) []string {
	var list []string
	for p, cells := range e.painted {
		switch {
		case cells == 0:
		case p == alone:
			list = append(list, english.Count(cells, "cell"))
		case len(list) == 0:
			list = append(list, fmt.Sprintf("%s for %s", english.Count(cells, "cell"), names.of(p)))
		default:
			list = append(list, fmt.Sprintf("%d for %s", cells, names.of(p)))
		}
	}
	return list
}
