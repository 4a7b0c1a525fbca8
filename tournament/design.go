package tournament

// design is the round robin of more than two seats. In each round everybody plays one block, except for byes. The
// design keeps the numbers of meetings of all pairs as close together as it can. It designs the rounds in windows, each
// when it is needed: a window starts at random, and simulated annealing then improves it, given how often pairs have
// met before.
type design struct {
	fixed
	n, k   int
	groups int // groups of a round
	rounds int
	seats  *seats
	draw   draw
	order  []int   // entrants in the order of their byes
	met    []int32 // meetings of a pair, at n*a+b and n*b+a; the smallest number is subtracted from all now and then
	at     []int16 // by round: its n entrants, group after group, then those with a bye
	made   int     // designed rounds
	buffer []int
}

const (
	windowRounds = 64        // approximate number of rounds of one search
	mostTries    = 1_200_000 // changes that a search tries at most
	firstTries   = 8000      // changes for each place of the first window
	laterTries   = 16        // changes for each place of a later window
	fewEntrants  = 16        // up to this number of entrants, the first window takes fewSearches searches
	fewSearches  = 6
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

// makeWindow designs the rounds of the next window.
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

// search designs the groups of the next rounds. With few entrants good groups are rare, so it searches several times.
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

// playersOf returns the entrants of a round before the search. Those at the end have a bye: they are the next ones in
// the order of byes, so that byes are as equal as possible. The search exchanges byes only so that everybody keeps the
// same number.
func (d *design) playersOf(round int) []int {
	byes := d.n - d.groups*d.k
	first := round * byes % d.n
	list := make([]int, 0, d.n)
	for i := range d.n {
		list = append(list, d.order[(first+byes+i)%d.n])
	}
	return list
}
