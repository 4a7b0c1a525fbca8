package bomberbots

import (
	"blastyard/rules/bomberman/forecast"
)

// worthTriggering reports whether to trigger a bomb now: it can live on, and the blast will probably catch another
// player, or there is no other bomb to use meanwhile.
func (r *planner) worthTriggering() bool {
	if !r.mayTrigger() {
		return false
	}
	if r.catches(r.tried.Exploding(2)) {
		return true
	}
	me := r.v.self()
	return me.onMap >= me.bag && r.v.Bombs[r.nextBomb()].Timer > 3
}

// mayTrigger reports whether it has a bomb that a trigger makes explode earlier, and can live on.
func (r *planner) mayTrigger() bool {
	me := r.v.self()
	if !r.reach.at[1].Has(me.at) {
		return false
	}
	i := r.nextBomb()
	if i == none || r.v.Bombs[i].Timer < 3 {
		return false
	}
	r.tried.Begin()
	r.tried.Trigger(i)
	r.tried.Run()
	r.triedEscape.plan(r.tried, r.avoid, r.crowd)
	return r.triedEscape.lives(1, me.at) && r.triedEscape.lives(0, me.at)
}

// nextBomb is the bomb that a trigger would set off: that with the lowest timer, of those that do not explode anyway in
// the coming round.
func (r *planner) nextBomb() int {
	best := none
	for i, b := range r.v.Bombs {
		if b.Owner == r.player && !r.now.Exploding(1).Has(b.At) && (best == none || b.Timer < r.v.Bombs[best].Timer) {
			best = i
		}
	}
	return best
}

// catches reports whether a blast in the round after next covers most blocks where some other player can be by then.
func (r *planner) catches(blast set) bool {
	for k, p := range r.v.players {
		if k == r.player || !p.alive || r.now.Exploding(1).Has(p.at) {
			continue
		}
		all, hit := 1, 0
		if blast.Has(p.at) {
			hit++
		}
		for _, step := range [...]int{1, -1, r.v.Width, -r.v.Width} {
			if to := p.at + step; r.now.Open(1).Has(to) && !r.now.Exploding(1).Has(to) {
				all++
				if blast.Has(to) {
					hit++
				}
			}
		}
		if 2*hit > all {
			return true
		}
	}
	return false
}

// mayPlace reports whether it can place a bomb here and get away, even if players nearby do the same.
func (r *planner) mayPlace() bool {
	me := r.v.self()
	if me.onMap >= me.bag || r.v.BombOn[me.at] != none || !r.reach.at[1].Has(me.at) {
		return false
	}
	r.tried.Begin()
	r.tried.Add(r.v.placed(r.player, r.board.Settings))
	r.addThreats(forecast.LateTrigger)
	r.tried.Run()
	r.triedEscape.plan(r.tried, r.avoid, crowd{r.v.others, forecast.Horizon})
	return r.triedEscape.lives(1, me.at)
}

// couldPlace tells about a bomb elsewhere, placed when all bombs of today are gone: whether there is a way out.
func (r *planner) couldPlace(at int) bool {
	t := r.tried
	t.BeginAfter(r.now)
	b := r.v.placed(r.player, r.board.Settings)
	b.At = at
	t.Add(b)
	t.Run()
	r.triedEscape.plan(t, 2, crowd{r.v.others, forecast.Horizon})
	return r.triedEscape.lives(1, at)
}

// kills reports whether a bomb here leaves some other player no way out who has one now.
func (r *planner) kills() bool {
	found := false
	for k, p := range r.v.players {
		found = found || k != r.player && p.alive && r.v.distance(p.at, r.v.self().at) <= near
	}
	if !found {
		return false
	}
	mine := crowd{newSetOf(r.reach.tmp, r.v.self().at), forecast.Horizon}
	r.triedEscape.plan(r.now, forecast.Horizon+1, mine)
	lost := r.lost()
	r.tried.Begin()
	r.tried.Add(r.v.placed(r.player, r.board.Settings))
	r.tried.Run()
	r.triedEscape.plan(r.tried, forecast.Horizon+1, mine)
	return r.lost()&^lost != 0
}

// lost is the other players, a bit each, whom triedEscape leaves no way out.
func (r *planner) lost() uint32 {
	lost := uint32(0)
	for k, p := range r.v.players {
		if k != r.player && p.alive &&
			(r.now.Exploding(1).Has(p.at) || !r.triedEscape.lives(1, p.at) && !r.anyLife(p.at)) {
			lost |= 1 << k
		}
	}
	return lost
}

// anyLife reports whether a player can step to a block where it lives on.
func (r *planner) anyLife(from int) bool {
	for _, step := range [...]int{1, -1, r.v.Width, -r.v.Width} {
		if to := from + step; r.now.Open(1).Has(to) && r.triedEscape.lives(1, to) {
			return true
		}
	}
	return false
}

// newSetOf makes s hold one block.
func newSetOf(s set, block int) set {
	clear(s)
	s.Add(block)
	return s
}
