package rating

import "slices"

// maxSets limits the memory of a fit: at most this many different sets are kept at a time. Tests make it smaller.
var maxSets = 1 << 19

// sets counts how often each set of entrants was left in the matches of a chunk. The likelihood of an event depends
// only on these counts and the tallies, and matches of the same entrants share most of their sets.
type sets struct {
	hashes  []uint64 // of each entrant; the hash of a set is their sum
	keys    []uint64 // by set
	counts  []int32
	starts  []int32  // index in members of each set, and the end
	members []uint16 // ascending
	slots   []int32  // open addressing: the index of a set plus 1; 0: empty
	hashed  int      // sets in slots
	pairs   []int32  // the same for sets of two, by pairAt; nil: they are in slots, too
}

// maxPaired is the number of entrants up to which pairs has sets of two. Tests make it smaller.
var maxPaired = 1500

func newSets(n int) *sets {
	s := &sets{hashes: make([]uint64, n), slots: make([]int32, 1<<10), starts: []int32{0}}
	for i := range s.hashes {
		// For up to 64 entrants, the hash identifies the set. For more, two of a million sets have the same hash in one
		// of 40 million events.
		if s.hashes[i] = 1 << (i % 64); n > 64 {
			s.hashes[i] = mix(uint64(i) + 1)
		}
	}
	if n <= maxPaired {
		s.pairs = make([]int32, n*(n-1)/2)
	}
	return s
}

// pairAt returns the index of two different seats in sets.pairs.
func pairAt(seats []uint16) int {
	i, j := int(seats[0]&^tied), int(seats[1]&^tied)
	i, j = max(i, j), min(i, j)
	return i*(i-1)/2 + j
}

// mix spreads the bits of a number over all 64 (the finaliser of splitmix64).
func mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (s *sets) len() int { return len(s.keys) }

func (s *sets) of(set int) []uint16 { return s.members[s.starts[set]:s.starts[set+1]] }

func (s *sets) clear() {
	clear(s.slots)
	clear(s.pairs)
	s.hashed = 0
	s.keys, s.counts, s.starts, s.members = s.keys[:0], s.counts[:0], s.starts[:1], s.members[:0]
}

// hash returns the hash of the seats of a match.
func (s *sets) hash(seats []uint16) (h uint64) {
	for _, seat := range seats {
		h += s.hashes[seat&^tied]
	}
	return h
}

// find returns the slot with this key, or the empty slot where the key belongs.
func (s *sets) find(key uint64) int {
	mask := len(s.slots) - 1
	at := int(mix(key)) & mask
	for s.slots[at] != 0 && s.keys[s.slots[at]-1] != key {
		at = (at + 1) & mask
	}
	return at
}

// slot returns where the index plus 1 of the set of these seats is, or belongs.
func (s *sets) slot(key uint64, seats []uint16) *int32 {
	if len(seats) == 2 && s.pairs != nil {
		return &s.pairs[pairAt(seats)]
	}
	return &s.slots[s.find(key)]
}

// index returns the set of these seats, which must exist.
func (s *sets) index(key uint64, seats []uint16) int { return int(*s.slot(key, seats)) - 1 }

// count counts the set of these seats once.
func (s *sets) count(key uint64, seats []uint16) {
	slot := s.slot(key, seats)
	if i := *slot; i != 0 {
		s.counts[i-1]++
		return
	}
	s.keys, s.counts = append(s.keys, key), append(s.counts, 1)
	*slot = int32(len(s.keys))
	from := len(s.members)
	for _, seat := range seats {
		s.members = append(s.members, seat&^tied)
	}
	slices.Sort(s.members[from:])
	s.starts = append(s.starts, int32(len(s.members)))
	if len(seats) == 2 && s.pairs != nil {
		return
	}
	if s.hashed++; 2*s.hashed > len(s.slots) {
		s.slots = make([]int32, 2*len(s.slots))
		for i, key := range s.keys {
			if s.pairs == nil || s.starts[i+1]-s.starts[i] != 2 {
				s.slots[s.find(key)] = int32(i + 1)
			}
		}
	}
}

// add counts the sets of a match.
func (s *sets) add(seats []uint16) {
	key := s.hash(seats)
	for len(seats) > 1 {
		s.count(key, seats)
		share := sharing(seats)
		for _, seat := range seats[:share] {
			key -= s.hashes[seat&^tied]
		}
		seats = seats[share:]
	}
}

// sharing returns how many of the seats share the best place.
func sharing(seats []uint16) int {
	share := 1
	for share < len(seats) && seats[share]&tied != 0 {
		share++
	}
	return share
}
