package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Cause is why one player scored more than another.
type Cause uint8

// The causes of a difference between scores.
const (
	Start     Cause = iota // what they began with: characters, cells, points
	Walked                 // hexabomb: cells taken by a move
	Painted                // hexabomb: cells painted by bombs
	Kept                   // hexabomb: how long others left them a cell before it was taken back
	Walls                  // Bomberman: walls broken
	Explored               // Bomberman: blocks stood on
	Kills                  // Bomberman: players killed
	Bonus                  // Bomberman: the super power-up
	Dropping               // hexabomb: turns in which a bomb was dropped instead of a move
	Deaths                 // turns dead, and points lost by deaths; in sudden death the turns after the last one
	Refusals               // turns lost to refused actions
	Contested              // turns lost because another player came first to a free cell
	Absence                // turns late, or after the player had left
	Waiting                // turns without an action
	Unknown                // the rest; none, as far as the rules are known
	numCauses
)

var causeNames = [numCauses]string{"start", "walked", "painted", "kept", "walls", "explored", "kills", "bonus",
	"dropping", "deaths", "refused", "contested", "absent", "waiting", "unknown"}

func (c Cause) String() string {
	if c < numCauses {
		return causeNames[c]
	}
	return fmt.Sprintf("Cause(%d)", uint8(c))
}

// MarshalText writes what String returns.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// A Part is what one cause adds to the difference between two scores.
type Part struct {
	Cause  Cause  `json:"cause"`
	Points int    `json:"points"` // below 0 if the other player did better
	Text   string `json:"text"`   // what both did; may contain names: not safe to print
}

// A Difference says why one player scored more than another. Its parts add up to Points.
type Difference struct {
	Player int    `json:"player_id"` // the one that won or scored more
	Over   int    `json:"over_player_id"`
	Points int    `json:"points"` // below 0 if the other scored more, but did not live as long
	Parts  []Part `json:"parts"`  // the largest first
}

// source is something that brings points: n units, which were worth points together.
type source struct {
	n, points []float64 // by player
	acting    bool      // each turn with an action can bring some; otherwise acting does not change it
}

// accounts are what the players of a match did with the turns of their characters, and what brought them points.
type accounts struct {
	sources [numCauses]*source // nil: not a source of this game
	turns   [numCauses][]int   // by player: turns of its characters without a move, by what they were lost to
	acted   []int              // by player: turns of its characters in which they could gain
	base    []int              // by player: points at the start
}

func newAccounts(players int, base []int) *accounts {
	a := &accounts{acted: make([]int, players), base: base}
	for c := range a.turns {
		a.turns[c] = make([]int, players)
	}
	return a
}

// earn adds to a source of a player.
func (a *accounts) earn(c Cause, player int, n, points float64) {
	if a.sources[c] == nil {
		players := len(a.acted)
		a.sources[c] = &source{make([]float64, players), make([]float64, players),
			c == Walked || c == Walls || c == Explored}
	}
	a.sources[c].n[player] += n
	a.sources[c].points[player] += points
}

// all returns how many turns the characters of a player had.
func (a *accounts) all(player int) int {
	n := a.acted[player]
	for c := range a.turns {
		n += a.turns[c][player]
	}
	return n
}

// ratio is x/y, or other if y is 0.
func ratio(x, y, other float64) float64 {
	if y == 0 {
		return other
	}
	return x / y
}

// rates are x/y of two players. One that has no y gets the rate of the other.
func rates(x, y []float64, p, q int) (float64, float64) {
	return ratio(x[p], y[p], ratio(x[q], y[q], 0)), ratio(x[q], y[q], ratio(x[p], y[p], 0))
}

// parts splits by how much player p scored more than q. A product of two factors is split exactly: the difference of
// one times the mean of the other, for both. Points are units times points a unit; units are turns of action times
// units a turn; and turns of action are all turns without those that were lost.
func (a *accounts) parts(p, q int) (parts [numCauses]float64) {
	parts[Start] = float64(a.base[p] - a.base[q])
	for i, s := range a.sources {
		if s == nil {
			continue
		}
		worthP, worthQ := rates(s.points, s.n, p, q)
		parts[Kept] += (s.n[p] + s.n[q]) / 2 * (worthP - worthQ)
		a.split(&parts, Cause(i), p, q, (worthP+worthQ)/2)
	}
	return parts
}

// split adds the difference of the units of a source, at the same worth for both.
func (a *accounts) split(parts *[numCauses]float64, c Cause, p, q int, worth float64) {
	s, m, n := a.sources[c], float64(a.acted[p]), float64(a.acted[q])
	if !s.acting || m == 0 && s.n[p] != 0 || n == 0 && s.n[q] != 0 {
		parts[c] += worth * (s.n[p] - s.n[q])
		return
	}
	turns := []float64{m, n}
	rateP, rateQ := rates([]float64{s.n[p], s.n[q]}, turns, 0, 1)
	parts[c] += worth * (m + n) / 2 * (rateP - rateQ)
	price := worth * (rateP + rateQ) / 2
	parts[Start] += price * float64(a.all(p)-a.all(q))
	for lost := range a.turns {
		parts[lost] -= price * float64(a.turns[lost][p]-a.turns[lost][q])
	}
}

// whole rounds parts to whole numbers with the sum total: those with the largest remainders are rounded up. What is
// missing is Unknown.
func whole(parts [numCauses]float64, total int) (list [numCauses]int) {
	left, order := total, []int{}
	sum := 0.0
	for _, part := range parts {
		sum += part
	}
	if missing := float64(total) - sum; math.Abs(missing) >= 0.5 {
		parts[Unknown] += missing
	}
	for c, part := range parts {
		list[c] = int(math.Floor(part))
		left -= list[c]
		if part != 0 {
			order = append(order, c)
		}
	}
	slices.SortStableFunc(order, func(c, d int) int {
		return cmp.Compare(parts[d]-math.Floor(parts[d]), parts[c]-math.Floor(parts[c]))
	})
	for _, c := range order[:min(max(0, left), len(order))] {
		list[c]++
	}
	return list
}

// difference says why player p scored more than q.
func (r *review) difference(p, q int, names *callNames) Difference {
	d := Difference{Player: p, Over: q, Points: r.margin(p, q), Parts: []Part{}}
	for c, points := range whole(r.accounts.parts(p, q), d.Points) {
		if points != 0 {
			d.Parts = append(d.Parts, Part{Cause(c), points, r.partText(Cause(c), p, q, names)})
		}
	}
	slices.SortStableFunc(d.Parts, func(x, y Part) int { return abs(y.Points) - abs(x.Points) })
	return d
}

// differences returns those of all pairs of players with a score: the winner first, then by score.
func (r *review) differences(winner int, names *callNames) (list []Difference) {
	var order []int
	scores := r.scores[len(r.scores)-1]
	for p := range scores {
		if !r.special[p] {
			order = append(order, p)
		}
	}
	slices.SortStableFunc(order, func(p, q int) int {
		if p == winner || q == winner {
			return map[bool]int{true: -1, false: 1}[p == winner]
		}
		return scores[q] - scores[p]
	})
	for i, p := range order {
		for _, q := range order[i+1:] {
			list = append(list, r.difference(p, q, names))
		}
	}
	return list
}

// Between returns the difference of two players in either order, or nil.
func Between(list []Difference, p, q int) *Difference {
	for i := range list {
		if d := &list[i]; d.Player == p && d.Over == q || d.Player == q && d.Over == p {
			return d
		}
	}
	return nil
}
