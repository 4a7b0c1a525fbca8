package tournament

// Balance says how evenly a stage treats its entrants, as far as this is known before the stage is played.
type Balance struct {
	Matches int  `json:"matches"` // if no rule stops the stage earlier; 0: depends on the results
	Blocks  int  `json:"blocks"`
	Known   bool `json:"known"` // the pairings are known in advance; otherwise the fields below are empty

	Meetings Spread `json:"meetings"` // blocks in which a pair meets; in a gauntlet: a hero and a challenger
	Random   Spread `json:"random"`   // the same if each round were drawn at random; round robin only
	Plays    Spread `json:"plays"`    // blocks of an entrant; in a gauntlet: of a challenger
	Byes     Spread `json:"byes"`     // rounds in which an entrant sits out
	Seats    Spread `json:"seats"`    // matches of an entrant in a seat; in a gauntlet: of a challenger

	Final *Balance `json:"final,omitempty"`
}

// Spread has the smallest and the largest of some numbers.
type Spread struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Width is the difference between the largest and the smallest number.
func (s Spread) Width() int { return s.Most - s.Least }

// Limits of BalanceOf: the pairings of a larger event count as not known.
const (
	balanceEntrants = 2000
	balanceBlocks   = 2_000_000
)

// BalanceOf computes the balance of the first stage of an event. The error is a *ConfigError.
func BalanceOf(c Config) (Balance, error) {
	c = c.Normal()
	if err := c.check(); err != nil {
		return Balance{}, err
	}
	return balanceOf(c, len(c.Entrants)), nil
}

func balanceOf(c Config, n int) Balance {
	p := newPlan(c, n)
	b := Balance{Blocks: p.size(), Matches: p.size() * c.Rotations}
	if c.Final != nil {
		final := balanceOf(*c.Final, c.Top)
		b.Final = &final
	}
	if _, grows := p.(grower); grows || !p.whole() || n > balanceEntrants || p.size() > balanceBlocks {
		return b
	}
	b.Known = true
	met, plays, seats := make([]int, n*n), make([]int, n), make([]int, n*c.Players)
	rounds := 0
	for i := range p.end() {
		round, group, _ := p.block(i)
		rounds = round + 1
		for place, e := range group {
			plays[e]++
			for m := range c.Rotations {
				seats[e*c.Players+seatIn(place, m, c.Players)]++
			}
			for _, other := range group[:place] {
				met[e*n+other]++
				met[other*n+e]++
			}
		}
	}
	if c.Format == Gauntlet {
		h := c.Heroes
		b.Meetings, b.Plays = spread(pairs(met, n, h)), spread(plays[h:])
		b.Seats = spread(seats[h*c.Players:])
		return b
	}
	b.Meetings, b.Plays, b.Seats = spread(pairs(met, n, 0)), spread(plays), spread(seats)
	b.Byes = spread(p.byes(rounds))
	b.Random = randomMeetings(c, n, p.size())
	return b
}

func spread(list []int) Spread {
	s := Spread{list[0], list[0]}
	for _, v := range list {
		s.Least, s.Most = min(s.Least, v), max(s.Most, v)
	}
	return s
}

// pairs returns how often each pair meets. With heroes it has only the pairs of a hero and a challenger.
func pairs(met []int, n, heroes int) (list []int) {
	for a := range n {
		for b := range a {
			if heroes == 0 || b < heroes && a >= heroes {
				list = append(list, met[a*n+b])
			}
		}
	}
	return list
}

// randomMeetings returns how often pairs would meet in this number of blocks if each round were drawn at random.
func randomMeetings(c Config, n, blocks int) Spread {
	met := make([]int, n*n)
	list, d := upTo(n), newDraw(c.Seed, useRandom)
	perRound := n / c.Players
	for b := range blocks {
		if b%perRound == 0 {
			d.shuffle(list)
		}
		for i, e := range list[b%perRound*c.Players:][:c.Players] {
			for _, other := range list[b%perRound*c.Players:][:i] {
				met[e*n+other]++
				met[other*n+e]++
			}
		}
	}
	return spread(pairs(met, n, 0))
}
