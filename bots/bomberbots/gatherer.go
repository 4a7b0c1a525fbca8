package bomberbots

import (
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// gatherer goes to the nearest power-up, or the nearest place for a bomb that breaks a wall. It has one bomb on the map
// at a time, or all of its bag, and does not think of what other players could do.
type gatherer struct {
	*planner
	allBags bool // it has as many bombs on the map as its bag allows
}

func newGatherer(at seat) Bot { return gatherer{newPlanner(at, style{}), false} }

// newDigger makes a gatherer that uses all its bombs, and so breaks walls faster.
func newDigger(at seat) Bot { return gatherer{newPlanner(at, style{}), true} }

func (g gatherer) Act(s *bomberman.State) bomberman.Command {
	if !g.see(s) {
		return bomberman.Nothing
	}
	g.now.Look()
	me := g.v.self()
	g.crowd, g.avoid = crowd{g.v.others, briefly}, forecast.Horizon+1
	if !g.plans(me.at) {
		return g.lastResort()
	}
	g.reach.spread()
	free := me.onMap == 0 || g.allBags && me.onMap < me.bag
	if free && g.now.WallsHit(me.at, me.reach) > 0 && g.getsAway() {
		return bomberman.PlaceBomb
	}
	if to := g.nearest(free); to != none {
		return g.reach.toward(to, int(g.reach.when[to]))
	}
	return g.idleStep()
}

// getsAway reports whether it can place a bomb here and live on, if nobody else places or triggers one. If not, it
// leaves the place alone for a while.
func (g gatherer) getsAway() bool {
	at := g.v.self().at
	g.tried.Begin()
	g.tried.Add(g.v.placed(g.player, g.board.Settings))
	g.tried.Run()
	g.triedEscape.plan(g.tried, g.avoid, g.crowd)
	if g.v.BombOn[at] == none && g.reach.at[1].Has(at) && g.triedEscape.lives(1, at) {
		return true
	}
	g.shun(at)
	return false
}

// nearest is the block to go to, or none: one with a power-up or, with a bomb to place, one beside a wall.
func (g gatherer) nearest(bomb bool) int {
	best, radius := none, g.v.self().reach
	for b, when := range g.reach.when {
		if when == never || best != none && when >= g.reach.when[best] || b == g.v.self().at {
			continue
		}
		if g.v.PowerUps[b] != bomberman.NoPowerUp || bomb && !g.shuns(b) && g.now.WallsHit(b, radius) > 0 {
			best = b
		}
	}
	return best
}
