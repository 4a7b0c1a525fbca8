package tournament

// search looks for good groups in the rounds of a window. The cost of a pair is the fourth power of the difference
// between its meetings and the mean. search minimises the sum over all pairs. It computes in integers only, so that
// every machine finds the same groups.
type search struct {
	draw            draw
	n, k, groups    int
	rounds, playing int
	at, place       []int   // by round: the entrant at a place; the place of an entrant
	met             []int32 // as in design
	step            []int32 // by meetings of a pair: the cost of another meeting
}

// costScale is the unit of costs: a difference of one meeting costs 1<<costScale.
const costScale = 4

func newSearch(d *design, rounds int) *search {
	s := &search{draw: d.draw, n: d.n, k: d.k, groups: d.groups, rounds: rounds, playing: d.groups * d.k}
	s.met = make([]int32, s.n*s.n)
	copy(s.met, d.met)
	s.place = make([]int, rounds*s.n)
	for r := range rounds {
		list := d.playersOf(d.made + r)
		s.draw.shuffle(list[:s.playing])
		s.at = append(s.at, list...)
		for p, e := range list {
			s.place[r*s.n+e] = p
		}
	}
	s.begin()
	return s
}

// begin subtracts the smallest number of meetings from all, adds the meetings of the window, and computes the costs.
func (s *search) begin() {
	least, most, sum := int32(1<<30), int32(0), 0
	for a := range s.n {
		for b := range a {
			least = min(least, s.met[a*s.n+b])
		}
	}
	for a := range s.n {
		for b := range a {
			s.met[a*s.n+b] -= least
			s.met[b*s.n+a] -= least
		}
	}
	for r := range s.rounds {
		for g := range s.groups {
			group := s.group(r, g)
			for i, a := range group {
				for _, b := range group[:i] {
					s.met[a*s.n+b]++
					s.met[b*s.n+a]++
				}
			}
		}
	}
	for a := range s.n {
		for b := range a {
			most = max(most, s.met[a*s.n+b])
			sum += int(s.met[a*s.n+b])
		}
	}
	pairs := s.n * (s.n - 1) / 2
	mean := (16*sum + pairs/2) / pairs // in 16ths
	cost := func(met int) int64 {
		d := int64(min(600, max(-600, 16*met-mean)))
		return d * d * d * d >> (16 - costScale)
	}
	s.step = make([]int32, int(most)+s.rounds+2)
	for met := range s.step {
		s.step[met] = int32(min(1<<24, max(-1<<24, cost(met+1)-cost(met))))
	}
}

// width is the difference between the largest and the smallest number of meetings of a pair.
func (s *search) width() int {
	least, most := int32(1<<30), int32(0)
	for a := range s.n {
		for b := range a {
			least, most = min(least, s.met[a*s.n+b]), max(most, s.met[a*s.n+b])
		}
	}
	return int(most - least)
}

func (s *search) group(round, g int) []int { return s.at[round*s.n+g*s.k:][:s.k] }

// change returns how the cost changes if the entrants at places p and q of a round exchange their places.
func (s *search) change(round, p, q int) (cost int64) {
	a, b := s.at[round*s.n+p], s.at[round*s.n+q]
	if p < s.playing {
		cost += s.replace(s.group(round, p/s.k), a, b)
	}
	if q < s.playing {
		cost += s.replace(s.group(round, q/s.k), b, a)
	}
	return cost
}

func (s *search) replace(group []int, a, b int) (cost int64) {
	metA, metB := s.met[a*s.n:][:s.n], s.met[b*s.n:][:s.n]
	for _, x := range group {
		if x != a {
			cost += int64(s.step[metB[x]]) - int64(s.step[metA[x]-1])
		}
	}
	return cost
}

// exchange makes the exchange that change evaluates.
func (s *search) exchange(round, p, q int) {
	a, b := s.at[round*s.n+p], s.at[round*s.n+q]
	for _, move := range [2]struct{ place, out, in int }{{p, a, b}, {q, b, a}} {
		if move.place >= s.playing {
			continue
		}
		for _, x := range s.group(round, move.place/s.k) {
			if x != move.out {
				s.met[move.out*s.n+x]--
				s.met[x*s.n+move.out]--
				s.met[move.in*s.n+x]++
				s.met[x*s.n+move.in]++
			}
		}
	}
	s.at[round*s.n+p], s.at[round*s.n+q] = b, a
	s.place[round*s.n+a], s.place[round*s.n+b] = q, p
}

// anneal tries random changes and makes those that are no worse; early in the search, it also makes worse ones.
func (s *search) anneal(tries int) {
	const hot, steps, cooling = 32 << 10, 72, 25 // hot falls in so many steps, each by 1/cooling
	heat := int64(hot)
	for range steps {
		for range tries / steps {
			s.try(heat)
		}
		heat -= heat / cooling
	}
	for range tries / steps {
		s.try(0)
	}
}

func (s *search) try(heat int64) {
	accept := func(cost int64) bool {
		return cost <= 0 || cost<<20 < heat*s.draw.patience()
	}
	r := s.draw.below(s.rounds)
	if s.playing < s.n && (s.groups == 1 || s.draw.below(8) == 0) {
		s.tryByes(r, accept)
		return
	}
	if s.groups == 1 {
		return
	}
	p, q := s.draw.below(s.playing), s.draw.below(s.playing)
	if p/s.k != q/s.k && accept(s.change(r, p, q)) {
		s.exchange(r, p, q)
	}
}

// tryByes exchanges byes: each of two entrants plays in the round in which the other one played before.
func (s *search) tryByes(r int, accept func(cost int64) bool) {
	byes := s.n - s.playing
	r2 := s.draw.below(s.rounds)
	q, q2 := s.playing+s.draw.below(byes), s.playing+s.draw.below(byes)
	p2, p := s.place[r2*s.n+s.at[r*s.n+q]], s.place[r*s.n+s.at[r2*s.n+q2]]
	if r == r2 || p >= s.playing || p2 >= s.playing {
		return
	}
	cost := s.change(r, p, q)
	s.exchange(r, p, q)
	if accept(cost + s.change(r2, p2, q2)) {
		s.exchange(r2, p2, q2)
	} else {
		s.exchange(r, p, q)
	}
}
