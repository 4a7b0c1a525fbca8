package rating

import (
	"fmt"
	"maps"
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
	chunks  []chunk
	matches int
	seats   int   // of all matches
	numbers []int // original number of each block
	seen    map[int]int32
	last    int // the block of the last match
	n       int // number of entrants: the highest index plus 1
	order   []int
}

// chunk has some of the matches. Chunks are never copied while data grow, which would leave several times their memory
// to the garbage collector.
type chunk struct {
	seats  []uint16 // of its matches, each from its best place to its last; may have the flag tied
	sizes  []uint8  // seats of each match
	blocks []int32  // of each match; blocks are numbered in the order of their first match
}

// chunkMatches is the number of matches of all chunks but the last.
const chunkMatches = 1 << 13

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
	number := d.dense(block)
	c := d.room()
	for i, at := range d.order {
		seat := uint16(players[at])
		if i > 0 && ranks[at] == ranks[d.order[i-1]] {
			seat |= tied
		}
		c.seats = append(c.seats, seat)
	}
	c.sizes = append(c.sizes, uint8(len(players)))
	c.blocks = append(c.blocks, number)
	d.matches++
	d.seats += len(players)
	return nil
}

// room returns the chunk to which the next match belongs. The second and all later ones are as large as the one before.
func (d *Data) room() *chunk {
	last := len(d.chunks) - 1
	switch {
	case last < 0:
		d.chunks = append(d.chunks, chunk{})
	case len(d.chunks[last].sizes) < chunkMatches:
		return &d.chunks[last]
	default:
		d.chunks = append(d.chunks, chunk{make([]uint16, 0, len(d.chunks[last].seats)),
			make([]uint8, 0, chunkMatches), make([]int32, 0, chunkMatches)})
	}
	return &d.chunks[last+1]
}

// Clone returns a copy, which shares all chunks but the last with d. The two can be used by different goroutines.
func (d *Data) Clone() *Data {
	c := &Data{chunks: slices.Clone(d.chunks), matches: d.matches, seats: d.seats, numbers: slices.Clip(d.numbers),
		seen: maps.Clone(d.seen), last: d.last, n: d.n}
	if last := len(d.chunks) - 1; last >= 0 {
		of := &d.chunks[last]
		c.chunks[last] = chunk{slices.Clone(of.seats), slices.Clone(of.sizes), slices.Clone(of.blocks)}
	}
	return c
}

// cursor goes through the matches of data in their order. Its zero value with data stands before the first one.
type cursor struct {
	d                *Data
	chunk, match, at int // the match in its chunk, and where its seats begin
}

// next returns a match and moves behind it. ok is false after the last match.
func (c *cursor) next() (seats []uint16, block int32, ok bool) {
	if c.chunk == len(c.d.chunks) {
		return nil, 0, false
	}
	of := &c.d.chunks[c.chunk]
	seats, block = of.seats[c.at:c.at+int(of.sizes[c.match])], of.blocks[c.match]
	c.at += len(seats)
	if c.match++; c.match == len(of.sizes) {
		c.chunk, c.match, c.at = c.chunk+1, 0, 0
	}
	return seats, block, true
}

// end reports whether the cursor stands behind the last match.
func (c *cursor) end() bool { return c.chunk == len(c.d.chunks) }

func compare(a, b int) int {
	if a < b {
		return -1
	}
	return 1
}

// dense numbers the blocks in the order of their first match. The matches of a block mostly follow each other, and
// blocks mostly ascend; only if not, dense uses a map.
func (d *Data) dense(block int) int32 {
	if d.matches > 0 && block == d.last {
		blocks := d.chunks[len(d.chunks)-1].blocks
		return blocks[len(blocks)-1]
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
func (d *Data) Matches() int { return d.matches }

// Blocks returns the number of blocks.
func (d *Data) Blocks() int { return len(d.numbers) }
