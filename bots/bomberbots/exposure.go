package bomberbots

import "blastyard/rules/bomberman/forecast"

// exposure looks for ways that lead through as few rounds as can be in which other players could blow the player up.
type exposure struct {
	// with is by parity of the rounds allowed, then by round: blocks to be on after it from which one can live on.
	with              [2][forecast.Horizon + 2]set
	to, entered, more set
}

// mostExposed is the number of rounds of danger up to which ways are compared.
const mostExposed = 6

func (x *exposure) fit(blocks int) {
	for i := range x.with {
		for t := range x.with[i] {
			x.with[i][t] = forecast.NewSet(blocks)
		}
	}
	x.to, x.entered, x.more = forecast.NewSet(blocks), forecast.NewSet(blocks), forecast.NewSet(blocks)
}

// plan returns the blocks to be on after the coming round so that as few rounds as possible are spent in danger; nil if
// there are more than mostExposed or there is no way out at all.
func (x *exposure) plan(from int, f *forecast.Forecast, c crowd) set {
	for n := range mostExposed + 1 {
		now, before := &x.with[n&1], &x.with[n&1^1]
		now[f.Last()].Fill()
		for t := f.Last(); t >= 1; t-- {
			s := now[t-1]
			x.lead(s, now[t], t, f, c, true)
			if n > 0 {
				x.lead(x.more, before[t], t, f, c, false)
				s.Or(x.more)
			}
		}
		if now[0].Has(from) {
			return now[1]
		}
	}
	return nil
}

// lead sets s to the blocks from which the moves of round t lead to blocks of good, by safe ways or by any that are not
// sure to be deadly.
func (x *exposure) lead(s, good set, t int, f *forecast.Forecast, c crowd, safe bool) {
	copy(x.to, good)
	x.forbid(x.to, t, f, safe)
	copy(x.entered, x.to)
	x.entered.And(f.Open(t))
	if t <= c.rounds {
		x.entered.Without(c.blocks)
	}
	s.Neighbours(x.entered, f.Width())
	s.Or(x.to)
	x.forbid(s, t, f, safe)
}

func (x *exposure) forbid(s set, t int, f *forecast.Forecast, safe bool) {
	s.Without(f.Exploding(t))
	if safe {
		s.Without(f.Risk(t))
	}
}
