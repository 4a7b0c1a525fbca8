package bomberbots

import "blastyard/rules/bomberman"

// An order is a goal that a planner reaches before it chooses goals of its own.
type order struct {
	kind orderKind
	at   int // block
}

type orderKind uint8

const (
	noOrder orderKind = iota
	goThere
	bombThere
)

// mostWait is how many rounds a planner waits at the most, where it is ordered to place a bomb, until it has one.
const mostWait = 3

// obey is the next command of the order. It is false, and the order is gone, when the order is done or can no longer be
// carried out.
func (r *planner) obey(mayPlace bool) (c bomberman.Command, ok bool) {
	o, here := r.order, r.v.self().at
	if o.kind == noOrder {
		return bomberman.Nothing, false
	}
	if o.at != here && r.reach.when[o.at] != never {
		return r.reach.toward(o.at, int(r.reach.when[o.at])), true
	}
	if o.at == here && o.kind == bombThere {
		if wait := r.nextBag(); 0 < wait && wait <= mostWait && r.reach.at[1].Has(here) {
			return bomberman.Nothing, true
		}
		if mayPlace {
			r.order = order{}
			return bomberman.PlaceBomb, true
		}
	}
	r.order = order{}
	return bomberman.Nothing, false
}
