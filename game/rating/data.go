package rating

import (
	"fmt"
	"slices"
)

// MaxSeats is the maximum number of players of a match.
const MaxSeats = 255

// maxEntrants is the limit that lets an entrant and a flag fit in 16 bits.
const maxEntrants = 1 << 15

// tied is the flag of a seat that shares the place of the seat before it.
const tied = 1 << 15

// Data stores the matches of an event in little memory: 2 bytes a seat and 5 bytes a match, and 8 more for each block.
// Its zero value is empty. Only one goroutine may use it at a time.
type Data struct {
	seats   []uint16 // of all matches, each from its best place to its last; may have the flag tied
	sizes   []uint8  // seats of each match
	blocks  []int32  // of each match; blocks are numbered in the order of their first match
	numbers []int    // original number of each block
	seen    map[int]int32
	last    int // the block of the last match
	n       int // number of entrants: the highest index plus 1
	order   []int
}

// Add adds a match. The players are indexes of entrants, all different. The lowest rank is the best, and players with
// equal ranks share a place. Matches of a block are not independent of each other, so they are resampled together. Add
// the matches of a block one after the other: if other blocks come between them, an entrant's number of blocks is
// counted too high.
func (d *Data) Add(block int, players, ranks []int) error {
	if len(players) != len(ranks) || len(players) < 2 || len(players) > MaxSeats {
		return fmt.Errorf("rating: a match has %d players and %d ranks: expected 2 to %d of both",
			len(players), len(ranks), MaxSeats)
	}
	for i, p := range players {
		if p < 0 || p >= maxEntrants {
			return fmt.Errorf("rating: player %d is %d: expected an index from 0 to %d", i, p, maxEntrants-1)
		}
		if slices.Contains(players[:i], p) {
			return fmt.Errorf("rating: player %d is %d: it sits twice in a match", i, p)
		}
	}
	d.order = d.order[:0]
	for i, p := range players {
		d.order = append(d.order, i)
		d.n = max(d.n, p+1)
	}
	// Tied players are sorted by player: the same results give the same data in whatever seats they sat.
	slices.SortFunc(d.order, func(a, b int) int {
		if ranks[a] != ranks[b] {
			return compare(ranks[a], ranks[b])
		}
		return players[a] - players[b]
	})
	for i, at := range d.order {
		seat := uint16(players[at])
		if i > 0 && ranks[at] == ranks[d.order[i-1]] {
			seat |= tied
		}
		d.seats = append(d.seats, seat)
	}
	d.sizes = append(d.sizes, uint8(len(players)))
	d.blocks = append(d.blocks, d.dense(block))
	return nil
}

func compare(a, b int) int {
	if a < b {
		return -1
	}
	return 1
}

// dense numbers the blocks in the order of their first match. The matches of a block mostly follow each other, and
// blocks mostly ascend; only if not, dense uses a map.
func (d *Data) dense(block int) int32 {
	if len(d.blocks) > 0 && block == d.last {
		return d.blocks[len(d.blocks)-1]
	}
	d.last = block
	if d.seen == nil {
		n := len(d.numbers)
		if n == 0 || block > d.numbers[n-1] {
			d.numbers = append(d.numbers, block)
			return int32(n)
		}
		if b, found := slices.BinarySearch(d.numbers, block); found {
			return int32(b)
		}
		d.seen = make(map[int]int32, n)
		for b, number := range d.numbers {
			d.seen[number] = int32(b)
		}
	}
	b, found := d.seen[block]
	if !found {
		b = int32(len(d.numbers))
		d.numbers = append(d.numbers, block)
		d.seen[block] = b
	}
	return b
}

// Matches returns the number of matches.
func (d *Data) Matches() int { return len(d.sizes) }

// Blocks returns the number of blocks.
func (d *Data) Blocks() int { return len(d.numbers) }
