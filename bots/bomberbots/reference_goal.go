package bomberbots

import (
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// What goals are worth. A goal that takes t rounds counts value / (t + patience).
const (
	patience = 2

	powerUpValue = 40
	superValue   = 150
	wallValue    = 14 // its points, and what may lie under it
	freshValue   = 3  // a block never stood on
	huntValue    = 12 // a bomb next to another player
	idleValue    = 40 // a bomb next to a player who does not move
	huntFar      = 2  // less for each step between

	spotChecks = 6 // bomb spots looked at before it makes do with another goal
)

// choose takes the best goal: a block to go to, or a bomb here.
func (r *planner) choose() bomberman.Command {
	r.value()
	here := r.v.self().at
	mayPlace := r.mayPlace()
	if mayPlace && r.kills() {
		return bomberman.PlaceBomb
	}
	if c, ok := r.obey(mayPlace); ok {
		return c
	}
	for range spotChecks {
		to, at, score, isSpot := r.bestGoal()
		switch {
		case score == 0:
			return r.idleStep()
		case !isSpot:
			return r.reach.toward(to, at)
		case to == here && at == 0:
			if mayPlace {
				return bomberman.PlaceBomb
			}
			r.shun(here)
		case r.couldPlace(to):
			return r.reach.toward(to, int(r.reach.when[to]))
		}
		r.spots[to] = 0
	}
	clear(r.spots)
	to, at, score, _ := r.bestGoal()
	if score == 0 {
		return r.idleStep()
	}
	return r.reach.toward(to, at)
}

// bestGoal is the goal with the highest score, the round in which it is reached, and whether it is a bomb.
func (r *planner) bestGoal() (to, at int, score float64, isSpot bool) {
	ready, here := r.nextBag(), r.v.self().at
	for b, w := range r.reach.when {
		if w == never {
			continue
		}
		if v := r.values[b]; v > 0 {
			if s := float64(v) / float64(int(w)+patience); s > score {
				to, at, score, isSpot = b, int(w), s, false
			}
		}
		if v := r.spots[b]; v > 0 {
			t := max(int(w), ready)
			if b == here && ready == 0 {
				t = 0
			}
			if s := float64(v) / float64(t+patience); s > score {
				to, at, score, isSpot = b, t, s, true
			}
		}
	}
	return to, at, score, isSpot
}

// nextBag is the round after which it has a bomb to place.
func (r *planner) nextBag() int {
	me := r.v.self()
	if me.onMap < me.bag {
		return 0
	}
	soonest := forecast.Horizon
	for _, b := range r.v.Bombs {
		if b.Owner == r.player {
			soonest = min(soonest, b.Timer)
		}
	}
	return soonest
}

// value fills in what blocks are worth.
func (r *planner) value() {
	me := r.v.self()
	for b, w := range r.reach.when {
		r.values[b], r.spots[b] = 0, 0
		if w == never {
			continue
		}
		switch r.v.PowerUps[b] {
		case bomberman.NoPowerUp:
		case bomberman.SuperPowerUp:
			r.values[b] += superValue
		default:
			r.values[b] += powerUpValue
		}
		if !r.visited.Has(b) {
			r.values[b] += freshValue
		}
	}
	r.valueWalls(me.reach)
	for k, p := range r.v.players {
		if k != r.player && p.alive {
			worth := int32(huntValue)
			if r.idles(k) {
				if r.now.First(p.at) > 0 {
					continue // a bomb will see to it
				}
				worth = idleValue
			}
			r.hunt(p.at, me.reach, worth)
		}
	}
	if r.style.hunts {
		r.pursue()
	}
}

// valueWalls makes bombs worth placing from where they break soft walls.
func (r *planner) valueWalls(radius int) {
	arms := bomberman.Arms(r.v.Width, radius)
	for wall := range r.v.Walls {
		if r.now.Wall(wall) != bomberman.SoftWall {
			continue
		}
		for _, arm := range arms {
			b := wall
			for range arm.Reach {
				b -= arm.Step
				if r.now.Wall(b) != bomberman.NoWall {
					break
				}
				if r.reach.when[b] != never && !r.shuns(b) {
					r.spots[b] += wallValue
				}
			}
		}
	}
}

// hunt makes bombs worth placing from where they reach a player.
func (r *planner) hunt(prey, radius int, worth int32) {
	for _, step := range [...]int{1, -1, r.v.Width, -r.v.Width} {
		b := prey
		for d := range radius {
			b += step
			if r.now.Wall(b) != bomberman.NoWall {
				break
			}
			if v := worth - huntFar*int32(d); v > 0 && r.reach.when[b] != never && !r.shuns(b) {
				r.spots[b] += v
			}
		}
	}
}

// idleStep does something harmless where nothing is worth doing: a random one of the safe steps.
func (r *planner) idleStep() bomberman.Command {
	n := uint64(0)
	to := r.v.self().at
	for b := range r.reach.at[1].All() {
		n++
		if r.rng.Uint64()>>32*n>>32 == 0 {
			to = b
		}
	}
	return r.reach.command(to)
}
