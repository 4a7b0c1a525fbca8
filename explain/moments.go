package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"blastyard/internal/english"
	"blastyard/replay"
	"blastyard/viewer"
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
	drops   []drop // how they came onto the board, as far as that is known
	owners  []int  // whose they were, by id
	bombs   []int  // the cells where they lay
	cells   []int  // of all their blasts
	dead    []int  // by player: characters that died in them
	painted []int  // by player: cells of hexabomb
	walls   int    // of Bomberman
	single  bool   // players have one character only
	weight  float64

	until int   // the turn up to which the rules were played on without them
	swing []int // by player: its lead then, less the lead without them
}

func newEvent(turn, players int) event {
	return event{turn: turn, dead: make([]int, players), painted: make([]int, players)}
}

// add notes a bomb of a player on a cell.
func (e *event) add(owner, cell int) {
	e.bombs = append(e.bombs, cell)
	if !slices.Contains(e.owners, owner) {
		e.owners = append(e.owners, owner)
		slices.Sort(e.owners)
	}
}

// first is the turn in which the first of the bombs was dropped.
func (e *event) first() int {
	first := e.turn
	for _, d := range e.drops {
		first = min(first, d.turn)
	}
	return first
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
	scores  [][]int // by turn from 0, by player
	special []bool  // by player: it has no score
	events  []event
	tallies []Tally
}

func newTimeline(players int) timeline {
	l := timeline{special: make([]bool, players), tallies: make([]Tally, players)}
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
	return fmt.Sprintf("%s; without that, %s %s would have been %s %s", e.deed(names), whose, when,
		english.Count(abs(e.swing[about]), "point"), change)
}

// deed says who did what.
func (e *event) deed(names *callNames) string {
	alone := -1 // who did it
	if len(e.owners) == 1 {
		alone = e.owners[0]
	}
	var deeds []string
	if killed := e.killed(alone, names); len(killed) > 0 {
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
func (e *event) killed(alone int, names *callNames) []string {
	var list []string
	for p, dead := range e.dead {
		switch {
		case dead == 0:
		case e.single && p == alone:
			list = append(list, "itself")
		case e.single:
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

// callNames are what players are called in sentences.
type callNames struct {
	names []string
	marks []string
}

func newCallNames(h *replay.Header) *callNames {
	n := &callNames{}
	for p := range h.Players {
		n.names = append(n.names, h.Players[p].Name)
		n.marks = append(n.marks, viewer.Mark(h.Look(p)))
	}
	return n
}

func (n *callNames) of(player int) string {
	if player < 0 || player >= len(n.marks) {
		return viewer.Mark(player)
	}
	return viewer.CallName(n.names, player, n.marks[player])
}
