package tournament

import "blastyard/game/match"

// A plan is a format at work: it says which blocks a stage has. Within a plan entrants are numbers from 0, in the
// order of the stage's entrants. The blocks of a plan depend on its Config and on the set of blocks that count, never
// on the order in which they came to count.
type plan interface {
	// block returns who plays block b, and in which round. The slice is valid until the next call. ok is false where
	// no such block is known now.
	block(b int) (round int, entrants []int, ok bool)
	// end is above the numbers of all blocks that are known now, known is how many these are.
	end() int
	known() int
	// whole says that no other blocks will follow, whatever the results.
	whole() bool
	// size is how many blocks there will be in all; 0: that depends on the results.
	size() int
	// byes is how often each entrant sits out in the first so many rounds.
	byes(rounds int) []int
}

// A grower is a plan whose later blocks depend on the results of earlier ones.
type grower interface {
	plan
	// start forgets all results, and returns the numbers of the blocks that are known without any.
	start() []int
	// counted hears that block b counts, and how its entrants fared, by their place in the block: the opponents that
	// each placed before in all its matches, two points for each, one where they were equal; and the sum of its
	// scores. It returns the numbers of the blocks that are known because of this and were not before.
	counted(b int, points, scores []int) []int
	// limit is above the numbers of all blocks that there can ever be.
	limit() int
}

// newPlan is the plan of a stage of n entrants. The Config is normal and checked.
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

// blockSeed is the seed of the matches of a block.
func blockSeed(c Config, stage, block int) uint64 {
	seed := c.Seed
	if stage > 0 {
		seed = match.SeedOf(^seed, stage)
	}
	return match.SeedOf(seed, block)
}

// blockMap is the map of a block: one after the other.
func blockMap(c Config, block int) string {
	if len(c.Maps) == 0 {
		return ""
	}
	return c.Maps[block%len(c.Maps)]
}

// seatIn is the player that the entrant at a place of a block is in one of its matches: it moves on by one each match.
func seatIn(place, m, players int) int { return match.Rotate(place, m, 0, players) }
