package tournament

// fixed is the common part of plans whose blocks are all known from the start.
type fixed struct{ blocks int }

func (f fixed) end() int    { return f.blocks }
func (f fixed) known() int  { return f.blocks }
func (f fixed) size() int   { return f.blocks }
func (f fixed) whole() bool { return true }

// limited returns the number of blocks that Config.MaxMatches allows, at most this many.
func limited(blocks int, c Config) fixed {
	if c.MaxMatches > 0 {
		blocks = min(blocks, c.MaxMatches/c.Rotations)
	}
	return fixed{blocks}
}

// circle is the round robin of two seats by the circle method: one entrant stays, the others move on by one place each
// round, and entrants at opposite places play. With an odd number of entrants, one place is empty, and the entrant
// opposite has a bye. A cycle is n-1 or n rounds, in which everybody meets everybody once.
type circle struct {
	fixed
	n, even int // entrants; entrants and the empty place
	pair    [2]int
}

func newCircle(c Config, n int) *circle {
	return &circle{fixed: limited(n*(n-1)/2*c.Rounds, c), n: n, even: n + n%2}
}

func (c *circle) rounds() int   { return c.even - 1 } // of a cycle
func (c *circle) perRound() int { return c.n / 2 }

func (c *circle) block(b int) (round int, entrants []int, ok bool) {
	if b < 0 || b >= c.blocks {
		return 0, nil, false
	}
	round, i := b/c.perRound(), b%c.perRound()
	cycle, r := round/c.rounds(), round%c.rounds()
	if c.n%2 == 1 {
		i++ // pair 0 is the bye
	}
	first, second := c.at(r, i), c.at(r, c.even-1-i)
	swap := cycle // seats change from cycle to cycle
	if i == 0 {
		swap += r // the entrant that stays changes seats each round
	} else {
		swap += i // and so do those that move on
	}
	if swap%2 == 1 {
		first, second = second, first
	}
	c.pair = [2]int{first, second}
	return round, c.pair[:], true
}

// at returns the entrant at a place of the circle in a round of a cycle. The last entrant, or the empty place if there
// is one, stays.
func (c *circle) at(round, place int) int {
	if place == 0 {
		return c.even - 1
	}
	return (place - 1 + round) % (c.even - 1)
}

func (c *circle) byes(rounds int) []int {
	byes := make([]int, c.n)
	if c.n%2 == 0 {
		return byes
	}
	for r := range rounds {
		byes[c.at(r%c.rounds(), c.even-1)]++
	}
	return byes
}
