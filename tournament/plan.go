package tournament

import "blastyard/game/match"

// A plan decides which blocks a stage has; each format has one. A plan numbers the entrants from 0, in the order of the
// stage's entrants. The blocks of a plan depend on its Config and on the set of blocks that count, never on the order
// in which blocks were completed.
type plan interface {
	// block returns the entrants and the round of block b. The slice is valid until the next call. ok is false if no
	// such block is known now.
	block(b int) (round int, entrants []int, ok bool)
	// end is greater than the numbers of all blocks that are known now; known is the number of these blocks.
	end() int
	known() int
	// whole reports that no more blocks will follow, whatever the results.
	whole() bool
	// size returns how many blocks there will be in all; 0: that depends on the results.
	size() int
	// byes returns how often each entrant sits out in the first rounds.
	byes(rounds int) []int
}

// A grower is a plan whose later blocks depend on the results of earlier ones.
type grower interface {
	plan
	// start forgets all results, and returns the blocks that are known without any.
	start() []int
	// counted tells the plan that block b counts. points and scores go by the place of an entrant in the block: points
	// has two for each opponent placed behind in a match of the block and one for each opponent placed equally; scores
	// has the sums of the game's scores. counted returns the blocks that become known because of this.
	counted(b int, points, scores []int) []int
	// without says who takes part, before start: last has, by entrant, the number of rounds in which it may be paired,
	// math.MaxInt for all; gaps are those of entrants who missed rounds and came back.
	without(last []int, gaps []gap)
	// cancel tells the plan that block b is not played, because an entrant of it is absent. It returns the blocks that
	// become known because of this.
	cancel(b int) []int
	// limit is greater than the numbers of all blocks that can ever exist.
	limit() int
}

// newPlan returns the plan of a stage of n entrants. The Config is normal and checked.
func newPlan(c Config, n int) plan {
	switch {
	case c.Format == RoundRobin && c.Players == 2:
		return newCircle(c, n)
	case c.Format == RoundRobin:
		return newDesign(c, n)
	case c.Format == Swiss:
		return newSwiss(c, n)
	case c.Format == Knockout:
		return newKnockout(c, n)
	case c.Format == Gauntlet:
		return newGauntlet(c, n)
	case c.Format == Ladder:
		return newLadder(c, n)
	case c.Format == SPRT:
		return newDuel(c)
	default:
		return nil
	}
}

// blockSeed returns the seed of the matches of a block.
func blockSeed(c Config, stage, block int) uint64 {
	seed := c.Seed
	if stage > 0 {
		seed = match.SeedOf(^seed, stage)
	}
	return match.SeedOf(seed, block)
}

// blockMap returns the map of a block: blocks use the maps in turn.
func blockMap(c Config, block int) string {
	if len(c.Maps) == 0 {
		return ""
	}
	return c.Maps[block%len(c.Maps)]
}

// seatIn returns the player id of an entrant in match m of a block: it moves on by one seat each match.
func seatIn(place, m, players int) int { return match.Rotate(place, m, 0, players) }
