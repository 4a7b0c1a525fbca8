package match

import "slices"

// Orders draws which player goes first in each turn of a match.
type Orders struct {
	order    Order
	shuffler shuffler
}

// NewOrders begins the orders of a match of n players; they come from the match's seed.
func NewOrders(order Order, seed uint64, n int) *Orders {
	return &Orders{order: order, shuffler: newShuffler(seed, useOrder, n)}
}

// Restart begins the orders of another match of as many players, without allocating.
func (o *Orders) Restart(seed uint64) { o.shuffler.restart(seed, useOrder) }

// NewSearchOrders begins orders for those who search: they come from a seed of their own, and say nothing about the
// orders of any match, whatever its seed is.
func NewSearchOrders(seed uint64, n int) *Orders {
	return &Orders{shuffler: newShuffler(seed, useSearch, n)}
}

// Clone returns orders that go on as o does.
func (o *Orders) Clone() *Orders {
	c := *o
	c.shuffler.ranks = slices.Clone(o.shuffler.ranks)
	return &c
}

// Next draws the order of the next turn: the rank of each player, by id, valid until it is called again. It is nil
// where players go in the order in which their answers arrive.
func (o *Orders) Next() []int {
	if o.order == Arrival {
		return nil
	}
	return o.shuffler.next()
}
