package tournament

import "fmt"

// Round describes a round of a knockout or of a Swiss event to people. The match for third place is a round of its own.
type Round struct {
	Name     string    `json:"name"` // such as "Semi-finals" or "Round 3"
	Pairings []Pairing `json:"pairings"`
	Byes     []string  `json:"byes,omitempty"` // names
}

// Pairing has the entrants who meet in a round.
type Pairing struct {
	Name    string  `json:"name,omitempty"` // such as "Semi-final 2"; in a Swiss event: none
	Places  []Place `json:"places"`
	Matches []ID    `json:"matches,omitempty"` // the known matches, in order, with or without a result
	Decided bool    `json:"decided"`
}

// Place is one of the entrants of a pairing.
type Place struct {
	Name string `json:"name,omitempty"` // "": not known yet
	From string `json:"from,omitempty"` // says where the entrant will come from, while it is not known

	// Points so far. In a Swiss event these are the points of its matches, as in the standings. In a knockout each
	// block gives 1 for each opponent with fewer points in the block, and 0.5 for each with as many.
	Points float64 `json:"points"`
	Wins   bool    `json:"wins"` // the entrant goes on to the next round, or won the pairing
}

// paired is a plan whose rounds can be shown to people.
type paired interface{ readable() []planRound }

// planRound is a Round in numbers: the plan's numbers of entrants and of blocks.
type planRound struct {
	name     string
	pairings []planPairing
	byes     []int
}

type planPairing struct {
	name    string
	who     []int    // -1: not known
	from    []string // likewise
	points  []float64
	wins    []bool
	blocks  []int
	decided bool
}

// Rounds returns the rounds of a stage: of a knockout all rounds, including those to come; of a Swiss event the rounds
// that are known. It returns nil for other formats.
func (s *Schedule) Rounds(stage int) (rounds []Round) {
	if stage < 0 || stage >= len(s.stages) {
		return nil
	}
	st := s.stages[stage]
	p, is := st.plan.(paired)
	if !is {
		return nil
	}
	for _, r := range p.readable() {
		round := Round{Name: r.name}
		for _, e := range r.byes {
			round.Byes = append(round.Byes, s.names[st.who[e]])
		}
		for _, p := range r.pairings {
			round.Pairings = append(round.Pairings, st.pairing(&p))
		}
		rounds = append(rounds, round)
	}
	return rounds
}

func (st *stage) pairing(p *planPairing) Pairing {
	pairing := Pairing{Name: p.name, Decided: p.decided}
	for i, e := range p.who {
		place := Place{From: p.from[i], Points: p.points[i], Wins: p.wins[i]}
		if e >= 0 {
			place.Name, place.From = st.s.names[st.who[e]], ""
		}
		pairing.Places = append(pairing.Places, place)
	}
	for _, b := range p.blocks {
		for m := range st.config.Rotations {
			pairing.Matches = append(pairing.Matches, ID{st.number, b, m})
		}
	}
	return pairing
}

func (s *swiss) readable() (rounds []planRound) {
	for i, r := range s.rounds {
		round := planRound{name: fmt.Sprintf("Round %d", i+1), byes: r.byes}
		for g, group := range r.groups {
			p := planPairing{who: group, from: make([]string, len(group)), points: make([]float64, len(group)),
				wins: make([]bool, len(group)), blocks: []int{i*s.groups + g}}
			if r.off[g] {
				p.decided = true
			}
			if points := r.points[g]; points != nil {
				p.decided = true
				for j := range group {
					p.points[j] = float64(points[j]) / 2
					p.wins[j] = best(points, j)
				}
			}
			round.pairings = append(round.pairings, p)
		}
		rounds = append(rounds, round)
	}
	return rounds
}

// best reports whether nobody else has as many points as entrant i.
func best(points []int, i int) bool {
	for j, other := range points {
		if j != i && other >= points[i] {
			return false
		}
	}
	return true
}

func (k *knockout) readable() (rounds []planRound) {
	for i, r := range k.rounds {
		round := planRound{name: k.roundName(i)}
		for _, e := range r.slots[:r.byes] {
			if e >= 0 {
				round.byes = append(round.byes, e)
			}
		}
		for g := range r.groups {
			round.pairings = append(round.pairings, k.planPairing(i, g))
		}
		if len(r.pairings) > r.groups {
			rounds = append(rounds, planRound{name: "Third place", pairings: []planPairing{k.planPairing(i, r.groups)}})
		}
		rounds = append(rounds, round)
	}
	return rounds
}

func (k *knockout) planPairing(i, g int) planPairing {
	r := k.rounds[i]
	p := r.pairings[g]
	size := k.config.Players
	v := planPairing{name: k.pairingName(i, g), who: make([]int, size), from: make([]string, size),
		points: make([]float64, size), wins: make([]bool, size), decided: p.order != nil}
	for j := range size {
		if p.slots == nil {
			v.who[j], v.from[j] = -1, "Loser of "+k.pairingName(i-1, j)
		} else {
			v.who[j], v.from[j] = r.slots[p.slots[j]], k.from(i, p.slots[j])
		}
		if p.who != nil {
			v.who[j], v.points[j] = p.who[j], float64(p.total(j, 0, p.known))/2
		}
	}
	for place, j := range p.order {
		v.wins[j] = place < p.cut
	}
	for nth := range p.known {
		v.blocks = append(v.blocks, r.base+nth*r.stride+g)
	}
	return v
}

// from describes in words which entrant will come into a slot of a round.
func (k *knockout) from(i, slot int) string {
	if i == 0 {
		return ""
	}
	before := k.rounds[i-1]
	if slot < before.byes {
		return k.from(i-1, slot)
	}
	for g := range before.groups {
		for place := range k.config.Advance {
			if k.nextSlot(before, g, place) != slot {
				continue
			}
			if place == 0 {
				return "Winner of " + k.pairingName(i-1, g)
			}
			return fmt.Sprintf("Number %d of %s", place+1, k.pairingName(i-1, g))
		}
	}
	return "Best of the others of " + k.roundName(i-1)
}

func (k *knockout) roundName(i int) string {
	left := len(k.rounds) - 1 - i
	two := k.config.Players == 2
	switch {
	case left == 0:
		return "Final"
	case left == 1 && two:
		return "Semi-finals"
	case left == 2 && two:
		return "Quarter-finals"
	}
	return fmt.Sprintf("Round %d", i+1)
}

// pairingName names a pairing: "Final", "Semi-final 2", "Match 3 of round 1", "Group 2 of round 1".
func (k *knockout) pairingName(i, g int) string {
	left := len(k.rounds) - 1 - i
	two := k.config.Players == 2
	switch {
	case left == 0 && g > 0:
		return "Third place"
	case left == 0:
		return "Final"
	case left == 1 && two:
		return fmt.Sprintf("Semi-final %d", g+1)
	case left == 2 && two:
		return fmt.Sprintf("Quarter-final %d", g+1)
	case two:
		return fmt.Sprintf("Match %d of round %d", g+1, i+1)
	}
	return fmt.Sprintf("Group %d of round %d", g+1, i+1)
}
