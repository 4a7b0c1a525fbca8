package tournament

// design is the round robin of more than two seats. In each round everybody plays one block, but for byes. Pairs are
// to meet as equally often as possible. The rounds are designed in windows, each when it is needed: a window begins at
// random and is then improved by simulated annealing, given how often pairs have met before.
type design struct {
	fixed
	n, k   int
	groups int // of a round
	rounds int
	seats  *seats
	draw   draw
	order  []int   // of byes
	met    []int32 // by pair: n*a+b and n*b+a; the least of all pairs is taken off now and then
	at     []int16 // by round: n entrants, group after group, then those with a bye
	made   int     // rounds that are designed
	buffer []int
}

const (
	windowRounds = 64        // or so: of one search
	mostTries    = 1_200_000 // changes that a search tries
	firstTries   = 8000      // for each place of the first window
	laterTries   = 16        // for each place of a later one
	fewEntrants  = 16        // up to which there are
	fewSearches  = 6         // searches in the first window
)

func newDesign(c Config, n int) *design {
	d := &design{n: n, k: c.Players, groups: n / c.Players, rounds: c.Rounds, draw: newDraw(c.Seed, useDesign),
		order: upTo(n), seats: newSeats(c, n)}
	d.fixed = limited(d.groups*c.Rounds, c)
	d.draw.shuffle(d.order)
	return d
}

func (d *design) block(b int) (round int, entrants []int, ok bool) {
	if b < 0 || b >= d.blocks {
		return 0, nil, false
	}
	round = b / d.groups
	for round >= d.made {
		d.makeWindow()
	}
	d.buffer = d.buffer[:0]
	for _, e := range d.at[round*d.n+b%d.groups*d.k:][:d.k] {
		d.buffer = append(d.buffer, int(e))
	}
	return round, d.buffer, true
}

func (d *design) byes(rounds int) []int {
	byes := make([]int, d.n)
	for r := range min(rounds, d.rounds) {
		for r >= d.made {
			d.makeWindow()
		}
		for _, e := range d.at[r*d.n+d.groups*d.k:][:d.n-d.groups*d.k] {
			byes[e]++
		}
	}
	return byes
}

// makeWindow designs the next rounds.
func (d *design) makeWindow() {
	windows := max(1, d.rounds/windowRounds)
	w := 0
	for d.rounds*w/windows < d.made {
		w++
	}
	window := d.rounds*(w+1)/windows - d.made
	s := d.search(window, w == 0)
	d.met = s.met
	for r := range window {
		round := s.at[r*d.n:][:d.n]
		for g := range d.groups {
			d.seats.arrange(round[g*d.k:][:d.k])
		}
		for _, e := range round {
			d.at = append(d.at, int16(e))
		}
	}
	d.made += window
}

// search finds the groups of the next rounds. With few entrants the best groups are rare, so it searches some times.
func (d *design) search(rounds int, first bool) *search {
	var best *search
	tries := min(mostTries, firstTries*rounds*d.n)
	if !first {
		tries = min(tries, laterTries*rounds*d.n)
	}
	for range fewSearches {
		s := newSearch(d, rounds)
		if d.n > d.k {
			s.anneal(tries)
		}
		if best == nil || s.width() < best.width() {
			best = s
		}
		if best.width() <= 1 || d.n > fewEntrants || !first {
			break
		}
	}
	return best
}

// playersOf are the entrants of a round before the search. Those at the end have a bye: the next ones of the order, so
// that byes are as equal as they can be. The search exchanges byes only in such a way that everybody keeps as many.
func (d *design) playersOf(round int) []int {
	byes := d.n - d.groups*d.k
	first := round * byes % d.n
	list := make([]int, 0, d.n)
	for i := range d.n {
		list = append(list, d.order[(first+byes+i)%d.n])
	}
	return list
}
