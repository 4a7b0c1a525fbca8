package tournament

// seats assigns the places of blocks so that everybody sits in each seat about equally often. If a block has as many
// matches as seats, this holds with any assignment.
type seats struct {
	k, rotations int
	sat          []int32 // by entrant and seat
}

func newSeats(c Config, n int) *seats {
	if c.Rotations >= c.Players {
		return &seats{}
	}
	return &seats{k: c.Players, rotations: c.Rotations, sat: make([]int32, n*c.Players, n*c.Players+1)}
}

// grow makes room for more entrants.
func (s *seats) grow(n int) {
	if s.sat != nil {
		s.sat = append(s.sat, make([]int32, max(0, n*s.k-len(s.sat)))...)
	}
}

// arrange puts a group in order, and counts in which seats each entrant then sits.
func (s *seats) arrange(group []int) {
	if s.sat == nil {
		return
	}
	for better := true; better; {
		better = false
		for p := range group {
			for q := range p {
				a, b := group[p], group[q]
				if s.cost(a, q)+s.cost(b, p) < s.cost(a, p)+s.cost(b, q) {
					group[p], group[q] = b, a
					better = true
				}
			}
		}
	}
	for p, e := range group {
		for m := range s.rotations {
			s.sat[e*s.k+seatIn(p, m, s.k)]++
		}
	}
}

// cost says how often an entrant has sat in the seats that a place leads to; frequent seats count more.
func (s *seats) cost(e, place int) (cost int) {
	for m := range s.rotations {
		n := int(s.sat[e*s.k+seatIn(place, m, s.k)])
		cost += 2*n + 1
	}
	return cost
}
