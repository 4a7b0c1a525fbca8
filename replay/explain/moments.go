package explain

import (
	"cmp"
	"math"
	"slices"
)

// A Moment is a turn that decided a match: without the bombs that exploded in it, the rules would have led to another
// lead.
type Moment struct {
	Turn   int    `json:"turn"`
	From   int    `json:"from"` // the first of the frames that show it
	To     int    `json:"to"`
	Player int    `json:"player"` // the player whose lead changed most
	Swing  int    `json:"swing"`  // the change of that lead, compared with a simulation without these bombs
	Cells  []int  `json:"cells"`  // indexes of the cells to show
	Text   string `json:"text"`   // a sentence; may contain names: not safe to print
}

const (
	maxMoments = 3
	// maxTried is how many events of a match are examined, the most important ones.
	maxTried = 64
	// The frames of a moment begin with the bombs, if that is not too long before, and end a little after it.
	mostBefore, leastBefore, after = 6, 3, 3
)

// playWithout simulates the match after each event as if its bombs had vanished before they exploded, and sets the
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

// swings sets an event's swings from the scores of the simulation without it.
func (l *timeline) swings(e *event, without []int) {
	e.swing = make([]int, len(without))
	for p := range without {
		if !l.special[p] {
			e.swing[p] = int(math.Round(l.lead(l.scores[e.until], p) - l.lead(without, p)))
		}
	}
}

// heaviest returns the most important events, by turn.
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

// about returns the player whose lead an event changed most, and with equal changes one whose bombs took part.
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

// mostOfWinner is how many moments are those of the winner at most, if there are others.
const mostOfWinner = 2

// moments returns the events that changed a lead most, by at least least points, without those close to another one.
// The most important ones for the winner, if it is known, come before others.
func (l *timeline) moments(tried []*event, least float64, winner int, names *callNames) []Moment {
	var chosen []Moment
	if winner >= 0 {
		chosen = l.chooseFor(tried, least, winner, names)
	}
	list := slices.Clone(tried)
	slices.SortStableFunc(list, func(a, b *event) int {
		return cmp.Or(abs(b.swing[b.about()])-abs(a.swing[a.about()]), a.turn-b.turn)
	})
	for _, e := range list {
		m := l.moment(e, e.about(), names)
		if float64(abs(m.Swing)) < least || len(chosen) == maxMoments {
			break
		}
		if !m.overlaps(chosen) {
			chosen = append(chosen, m)
		}
	}
	slices.SortStableFunc(chosen, func(a, b Moment) int { return a.Turn - b.Turn })
	return chosen
}

// chooseFor returns the events that raised the lead of a player most.
func (l *timeline) chooseFor(tried []*event, least float64, p int, names *callNames) (chosen []Moment) {
	list := slices.Clone(tried)
	slices.SortStableFunc(list, func(a, b *event) int { return cmp.Or(b.swing[p]-a.swing[p], a.turn-b.turn) })
	for _, e := range list {
		m := l.moment(e, p, names)
		if float64(m.Swing) < least || len(chosen) == mostOfWinner {
			break
		}
		if !m.overlaps(chosen) {
			chosen = append(chosen, m)
		}
	}
	return chosen
}

// overlaps reports whether a moment shares frames with one of a list.
func (m *Moment) overlaps(list []Moment) bool {
	return slices.ContainsFunc(list, func(c Moment) bool { return m.From <= c.To && c.From <= m.To })
}

// winnersFirst returns the moments that raised the lead of the winner, and then the others.
func (r *Report) winnersFirst() []Moment {
	list := slices.Clone(r.Moments)
	rank := func(m *Moment) int {
		if m.Player == r.winner && m.Swing > 0 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b Moment) int { return rank(&a) - rank(&b) })
	return list
}

// moment returns the moment of an event, about the lead of a player.
func (l *timeline) moment(e *event, p int, names *callNames) Moment {
	last := len(l.scores) - 1
	return Moment{Turn: e.turn, Player: p, Swing: e.swing[p], Cells: e.cells,
		From: max(0, min(max(e.first()-1, e.turn-mostBefore), e.turn-leastBefore)), To: min(last, e.turn+after),
		Text: l.tell(e, p, names)}
}
