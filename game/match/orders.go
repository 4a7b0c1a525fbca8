package match

import "slices"

// Orders draws which player goes first in each turn of a match.
type Orders struct {
	order    Order
	shuffler shuffler
}

// Restart starts the orders of another match with as many players, without allocating.
func (o *Orders) Restart(seed uint64) { o.shuffler.restart(seed, useOrder) }

// NewSearchOrders returns orders for search programs. They are drawn from a separate stream, and reveal nothing about
// the orders of any match, whatever its seed.
func NewSearchOrders(seed uint64, n int) *Orders {
	return &Orders{shuffler: newShuffler(seed, useSearch, n)}
}

// Clone returns orders that continue like o.
func (o *Orders) Clone() *Orders {
	c := *o
	c.shuffler.ranks = slices.Clone(o.shuffler.ranks)
	return &c
}

// Next draws the order of the next turn: the rank of each player, by id, valid until the next call. It returns nil if
// the order is that of the answers' arrival.
func (o *Orders) Next() []int {
	if o.order == Arrival {
		return nil
	}
	return o.shuffler.next()
}
