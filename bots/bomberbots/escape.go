package bomberbots

import "blastyard/rules/bomberman/forecast"

// escape says where a player can still live on.
type escape struct {
	f     *forecast.Forecast
	alive [forecast.Horizon + 2]set // by round: blocks to be on after it from which a way out of all blasts remains
	tmp   set
	avoid int // from this round on, blocks that others could blow up by a trigger count as exploding
}

func (e *escape) fit(blocks int) {
	for t := range e.alive {
		e.alive[t] = forecast.NewSet(blocks)
	}
	e.tmp = forecast.NewSet(blocks)
}

// crowd is how other players stand in the way.
type crowd struct {
	blocks set
	rounds int // moves of these rounds cannot enter the blocks
}

// plan works back from the last explosion.
func (e *escape) plan(f *forecast.Forecast, avoid int, c crowd) {
	e.f, e.avoid = f, avoid
	e.alive[f.Last()].Fill()
	e.forbid(e.alive[f.Last()], f.Last())
	for t := f.Last(); t >= 1; t-- {
		before := e.alive[t-1]
		copy(e.tmp, e.alive[t])
		e.tmp.And(f.Open(t))
		if t <= c.rounds {
			e.tmp.Without(c.blocks)
		}
		before.Neighbours(e.tmp, f.Width())
		before.Or(e.alive[t])
		e.forbid(before, t)
		e.forbid(before, t-1)
	}
}

// forbid drops the blocks that explode in a round.
func (e *escape) forbid(s set, t int) {
	s.Without(e.f.Exploding(t))
	if t >= e.avoid {
		s.Without(e.f.Risk(t))
	}
}

// after is where one can be after a round and live on; everywhere (nil) when all bombs are gone.
func (e *escape) after(t int) set {
	if t > e.f.Last() {
		return nil
	}
	return e.alive[t]
}

// lives reports whether who is on a block after a round can live on.
func (e *escape) lives(t, block int) bool { return t > e.f.Last() || e.alive[t].Has(block) }
