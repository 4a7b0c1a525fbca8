package tournament

// Limits of a Config.
const (
	maxPlayers  = 64
	maxEntrants = 10_000
	maxDesigned = 1000    // entrants whose meetings the design balances
	maxBlocks   = 1 << 28 // in a stage
)

// Normal returns the Config with its defaults filled in, also in its Final, except for the Final's Entrants. The
// meaning of Rounds is:
//
//   - round robin of two seats: how often everybody meets everybody; default 1
//   - round robin of more seats: rounds, in each of which everybody plays one block or has a bye; default: as many as
//     there are entrants, or one less where nobody has a bye. With all rotations these are about as many matches as if
//     all pairs met twice. Up to 24 entrants: twice as many, since few rounds cannot be balanced so well.
//   - Swiss: rounds; default: the binary logarithm of the entrants, rounded up
//   - gauntlet: how often each of the first entrants meets each of the others; default 1
//   - knockout, ladder, SPRT: unused
func (c Config) Normal() Config { return c.normal(len(c.Entrants)) }

// normal is Normal for a stage of n entrants.
func (c Config) normal(n int) Config {
	if c.Players == 0 {
		c.Players = 2
	}
	if c.Rotations == 0 {
		c.Rotations = c.Players
	}
	switch c.Format {
	case Gauntlet:
		c.Rounds = orDefault(c.Rounds, 1)
		c.Heroes = orDefault(c.Heroes, 1)
	case RoundRobin:
		c.Rounds = orDefault(c.Rounds, defaultRounds(n, c.Players))
	case Swiss:
		rounds := 0
		for 1<<rounds < n {
			rounds++
		}
		c.Rounds = orDefault(c.Rounds, max(1, rounds))
	case Knockout:
		c.Advance = orDefault(c.Advance, c.Players/2)
		c.BestOf = orDefault(c.BestOf, 1)
	case SPRT:
		c.Test.Alpha = orDefault(c.Test.Alpha, 0.05)
		c.Test.Beta = orDefault(c.Test.Beta, 0.05)
	case Ladder:
	}
	if c.Until.Top > 0 {
		c.Until.Confidence = orDefault(c.Until.Confidence, 0.95)
	}
	if c.Final == nil {
		return c
	}
	f := *c.Final
	f.Players = orDefault(f.Players, c.Players)
	f.Seed = orDefault(f.Seed, c.Seed)
	if len(f.Maps) == 0 {
		f.Maps = c.Maps
	}
	f = f.normal(c.Top)
	c.Final = &f
	return c
}

// defaultRounds returns the default number of rounds of a round robin.
func defaultRounds(n, players int) int {
	if players == 2 {
		return 1
	}
	rounds := n
	if n%players == 0 {
		rounds = n - 1
	}
	if n <= 24 && n > players {
		rounds *= 2
	}
	return max(1, rounds)
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
