// Package match defines the parts of a match that are common to all games: the order of players, seeds, ids, the
// result, why a player stopped, and series. It does not play matches; package arena does.
package match

import (
	"fmt"
	"math/rand/v2"
)

// Order says which player's actions come first within a turn.
type Order uint8

// The values of Order.
const (
	Seeded  Order = iota // drawn from the seed each turn: fair and repeatable
	Arrival              // the faster player goes first, as in the original hexabomb
)

func (o Order) String() string {
	switch o {
	case Seeded:
		return "seeded"
	case Arrival:
		return "arrival"
	default:
		return fmt.Sprintf("Order(%d)", uint8(o))
	}
}

// ParseOrder returns the order with the given name.
func ParseOrder(name string) (Order, error) {
	for _, o := range []Order{Seeded, Arrival} {
		if name == o.String() {
			return o, nil
		}
	}
	return 0, fmt.Errorf("order %q is not known, expected %v or %v", name, Seeded, Arrival)
}

// The uses of a seed. Each has its own random stream.
const (
	useOrder = iota + 1
	useIDs
	useMatch
	usePlayer
	useSearch
)

// shuffler draws permutations. It has its own algorithm, so that a library update cannot change the permutations of a
// seed.
type shuffler struct {
	rng   rand.PCG
	ranks []int
}

func newShuffler(seed, use uint64, n int) shuffler {
	s := shuffler{ranks: make([]int, n)}
	s.restart(seed, use)
	return s
}

func (s *shuffler) restart(seed, use uint64) {
	s.rng.Seed(seed, use)
	for i := range s.ranks {
		s.ranks[i] = i
	}
}

// next returns the next permutation, which is valid until the next call.
func (s *shuffler) next() []int {
	ranks := s.ranks
	for i := len(ranks) - 1; i > 0; i-- {
		// The high half of a 64-bit product is fast, and even enough for so few players.
		j := int(s.rng.Uint64() >> 32 * uint64(i+1) >> 32)
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	return ranks
}

// SeedOf returns the seed of match i of a series.
func SeedOf(seed uint64, i int) uint64 { return derive(seed, useMatch, i) }

func derive(seed uint64, use, i int) uint64 {
	return rand.NewPCG(seed, uint64(use)<<32+uint64(i)).Uint64()
}
