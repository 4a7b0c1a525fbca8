package match

// Orders draws which player goes first in each turn of a match.
type Orders struct {
	order    Order
	shuffler shuffler
}

// NewOrders begins the orders of a match of n players; they come from the match's seed.
func NewOrders(order Order, seed uint64, n int) *Orders {
	return &Orders{order: order, shuffler: newShuffler(seed, useOrder, n)}
}

// Next draws the order of the next turn: the rank of each player, by id, valid until it is called again. It is nil
// where players go in the order in which their answers arrive.
func (o *Orders) Next() []int {
	if o.order == Arrival {
		return nil
	}
	return o.shuffler.next()
}
