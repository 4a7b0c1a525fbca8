package tournament

import (
	"cmp"
	"slices"
)

// knockout is a bracket. The order of the entrants is their seeding. A round has slots, the best seeds first. Some
// slots have a bye, the others form groups of Players, and the best Advance of each group go on. The number of entrants
// alone decides the sizes of the rounds, and who meets whom if the better seeds win. With two seats this is the usual
// bracket: only the first round has byes, and the first two seeds can meet only in the final.
//
// A pairing is what a group plays: BestOf blocks, and up to maxExtra more blocks until it is decided who goes on. A
// block that may not be needed becomes known only when it is needed. Blocks are numbered round after round: first the
// first block of each pairing, then the second block of each, and so on.
type knockout struct {
	config Config
	n      int
	rounds []*koRound
	absent []bool // by entrant; nil: all are present
}

// koRound is a round of a knockout.
type koRound struct {
	size     int // slots
	byes     int // the first slots, which have a bye
	groups   int
	fill     int // places of the next round for the best of those who would be out
	base     int // number of the first block
	stride   int // difference between the numbers of a pairing's blocks
	slots    []int
	pairings []*pairing // one for each group; in the final round the last may be the match for third place
	open     int        // pairings of groups that are not decided
}

// maxExtra is the maximum number of blocks of a pairing beyond BestOf.
const maxExtra = 3

func newKnockout(c Config, n int) *knockout {
	k := &knockout{config: c, n: n}
	k.start()
	return k
}

// shape returns the rounds of a knockout of n entrants with their numbers of slots and groups. If all entrants of a
// round of a regular size play, the next round has the regular size below: 16, 8, 4, 2 or, for groups of four of whom
// two go on, 16, 8, 4. The rounds above the largest regular size below n have as many groups as they need to come down
// to that size.
func shape(n, players, advance int) (rounds []koRound) {
	for n > players {
		target := players
		for next := target; next < n; next = target / advance * players {
			target = next
			if players < 2*advance {
				break // the sizes do not grow any more
			}
		}
		groups := min(n/players, ceilDiv(n-target, players-advance))
		next := max(target, n-groups*(players-advance))
		rounds = append(rounds, koRound{size: n, groups: groups, byes: n - groups*players,
			fill: next - (n - groups*(players-advance))})
		n = next
	}
	return append(rounds, koRound{size: players, groups: 1})
}

func (k *knockout) start() []int {
	k.rounds = nil
	base := 0
	shapes := shape(k.n, k.config.Players, k.config.Advance)
	for i := range shapes {
		r := &shapes[i]
		r.base, r.open = base, r.groups
		r.slots = slices.Repeat([]int{-1}, r.size)
		for g := range r.groups {
			r.pairings = append(r.pairings, newPairing(k.config, snake(r, g), k.config.Advance))
		}
		if i == len(shapes)-1 {
			r.pairings[0].cut = 1
			if k.third(shapes) {
				r.pairings = append(r.pairings, newPairing(k.config, nil, 1))
			}
		}
		r.stride = len(r.pairings)
		for maps := max(1, len(k.config.Maps)); r.stride%maps != 1%maps; { // blocks use the maps in turn
			r.stride++
		}
		base += r.stride * (k.config.BestOf + maxExtra)
		k.rounds = append(k.rounds, r)
	}
	var fresh []int
	for e := range k.n {
		fresh = append(fresh, k.seat(0, e, e)...)
	}
	return fresh
}

// third reports whether there is a match for third place.
func (k *knockout) third(shapes []koRound) bool {
	return !k.config.NoThird && k.config.Players == 2 && len(shapes) > 1 && shapes[len(shapes)-2].groups == 2
}

// snake returns the slots of a group. The slots are dealt to the groups in snake order: forth, then back.
func snake(r *koRound, group int) (slots []int) {
	for row := range (r.size - r.byes) / max(1, r.groups) {
		at := group
		if row%2 == 1 {
			at = r.groups - 1 - group
		}
		slots = append(slots, r.byes+row*r.groups+at)
	}
	return slots
}

// seat puts an entrant into a slot of a round. It returns the blocks that become known.
func (k *knockout) seat(round, slot, entrant int) (fresh []int) {
	r := k.rounds[round]
	r.slots[slot] = entrant
	if slot < r.byes {
		return k.seat(round+1, slot, entrant)
	}
	for g := range r.groups {
		p := r.pairings[g]
		if !slices.Contains(p.slots, slot) {
			continue
		}
		if slices.ContainsFunc(p.slots, func(s int) bool { return r.slots[s] < 0 }) {
			return nil
		}
		for _, s := range p.slots {
			p.who = append(p.who, r.slots[s])
		}
		return k.reveal(round, g)
	}
	return nil
}

// reveal makes the next blocks that a pairing needs known.
func (k *knockout) reveal(round, g int) (fresh []int) {
	r := k.rounds[round]
	p := r.pairings[g]
	for range p.needed() {
		fresh = append(fresh, r.base+p.known*r.stride+g)
		p.known++
		p.points, p.scores = append(p.points, nil), append(p.scores, nil)
	}
	return fresh
}

// find returns the round and pairing of block b, and which of the pairing's blocks it is.
func (k *knockout) find(b int) (round, g, nth int, ok bool) {
	for i := len(k.rounds) - 1; i >= 0; i-- {
		r := k.rounds[i]
		if b < r.base {
			continue
		}
		g, nth = (b-r.base)%r.stride, (b-r.base)/r.stride
		return i, g, nth, g < len(r.pairings) && nth < r.pairings[g].known
	}
	return 0, 0, 0, false
}

func (k *knockout) block(b int) (round int, entrants []int, ok bool) {
	round, g, _, ok := k.find(b)
	if !ok {
		return 0, nil, false
	}
	return round, k.rounds[round].pairings[g].who, true
}

func (k *knockout) counted(b int, points, scores []int) []int {
	round, g, nth, ok := k.find(b)
	if !ok {
		return nil
	}
	r := k.rounds[round]
	p := r.pairings[g]
	p.points[nth], p.scores[nth] = slices.Clone(points), slices.Clone(scores)
	if slices.ContainsFunc(p.points, func(points []int) bool { return points == nil }) {
		return nil
	}
	fresh := k.reveal(round, g)
	if len(fresh) > 0 {
		return fresh
	}
	return k.decide(round, g)
}

// decide ranks a pairing, and lets the best go on.
func (k *knockout) decide(round, g int) (fresh []int) {
	r := k.rounds[round]
	p := r.pairings[g]
	p.order = p.ranked()
	slices.SortStableFunc(p.order, func(a, b int) int { return k.isAbsent(p.who[a]) - k.isAbsent(p.who[b]) })
	if g >= r.groups {
		return nil // the match for third place
	}
	r.open--
	if round == len(k.rounds)-1 {
		return nil
	}
	return k.goOn(round, g)
}

// goOn moves the best of a pairing to the next round, and losers of a semi-final to the match for third place.
func (k *knockout) goOn(round, g int) (fresh []int) {
	r := k.rounds[round]
	p := r.pairings[g]
	for place := range k.config.Advance {
		fresh = append(fresh, k.seat(round+1, k.nextSlot(r, g, place), p.who[p.order[place]])...)
	}
	if r.open > 0 {
		return fresh
	}
	for i, e := range k.bestOfRest(r) {
		fresh = append(fresh, k.seat(round+1, r.byes+r.groups*k.config.Advance+i, e)...)
	}
	final := k.rounds[len(k.rounds)-1]
	if round == len(k.rounds)-2 && len(final.pairings) > 1 {
		third := final.pairings[1]
		for _, semi := range r.pairings {
			third.who = append(third.who, semi.who[semi.order[1]])
		}
		fresh = append(fresh, k.reveal(len(k.rounds)-1, 1)...)
	}
	return fresh
}

// nextSlot returns the slot of the next round for a place of a group. Winners take the slot of the best seed of their
// group. The others go to groups far from that of their winner.
func (k *knockout) nextSlot(r *koRound, g, place int) int {
	return r.byes + place*r.groups + (g+place*r.groups/k.config.Advance)%r.groups
}

// bestOfRest returns the best entrants who would be out after a round, as many as the next round has room for.
func (k *knockout) bestOfRest(r *koRound) []int {
	type loser struct{ entrant, place, points, score, slot int }
	var losers []loser
	if r.fill == 0 {
		return nil
	}
	for _, p := range r.pairings {
		for place := k.config.Advance; place < len(p.order); place++ {
			i := p.order[place]
			losers = append(losers, loser{p.who[i], place, p.total(i, 0, k.config.BestOf), p.score(i), p.slots[i]})
		}
	}
	slices.SortFunc(losers, func(a, b loser) int {
		return cmp.Or(k.isAbsent(a.entrant)-k.isAbsent(b.entrant),
			a.place-b.place, b.points-a.points, b.score-a.score, a.slot-b.slot)
	})
	var best []int
	for _, l := range losers[:r.fill] {
		best = append(best, l.entrant)
	}
	return best
}

func (k *knockout) end() (end int) {
	for _, r := range k.rounds {
		for g, p := range r.pairings {
			if p.known > 0 {
				end = max(end, r.base+(p.known-1)*r.stride+g+1)
			}
		}
	}
	return end
}

func (k *knockout) known() (n int) {
	for _, r := range k.rounds {
		for _, p := range r.pairings {
			n += p.known
		}
	}
	return n
}

func (k *knockout) limit() int {
	last := k.rounds[len(k.rounds)-1]
	return last.base + last.stride*(k.config.BestOf+maxExtra)
}

func (k *knockout) size() int { return 0 }

func (k *knockout) whole() bool {
	for _, p := range k.rounds[len(k.rounds)-1].pairings {
		if p.order == nil {
			return false
		}
	}
	return true
}

func (k *knockout) byes(rounds int) []int {
	byes := make([]int, k.n)
	for _, r := range k.rounds[:min(rounds, len(k.rounds))] {
		for _, e := range r.slots[:r.byes] {
			if e >= 0 {
				byes[e]++
			}
		}
	}
	return byes
}

// places returns the places of the entrants, from 1. Entrants who went out in the same round at the same place of their
// group share a place. All entrants who are still in also share one.
func (k *knockout) places() []int {
	type standing struct{ entrant, round, place int } // a later round is better
	all := make([]standing, k.n)
	for e := range all {
		all[e] = standing{e, len(k.rounds), 0}
	}
	for i, r := range k.rounds {
		for g, p := range r.pairings {
			for place := range p.order {
				s := &all[p.who[p.order[place]]]
				switch {
				case g >= r.groups: // the match for third place
					s.round, s.place = i, 2+place
				case i == len(k.rounds)-1:
					s.round, s.place = i, place
				case place >= k.config.Advance:
					s.round, s.place = i, place
				}
			}
		}
		for _, e := range r.slots { // an entrant of this round was not out before it
			if e >= 0 && all[e].round < i {
				all[e] = standing{e, len(k.rounds), 0}
			}
		}
	}
	slices.SortFunc(all, func(a, b standing) int { return cmp.Or(b.round-a.round, a.place-b.place) })
	places := make([]int, k.n)
	for i, s := range all {
		if i > 0 && s.round == all[i-1].round && s.place == all[i-1].place {
			places[s.entrant] = places[all[i-1].entrant]
		} else {
			places[s.entrant] = i + 1
		}
	}
	return places
}
