package bomberbots

import (
	"math/rand/v2"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// planner plans each round anew: where it can go and always live on, what is worth going to, and whether to place or
// trigger a bomb instead.
type planner struct {
	seat
	style style
	rng   rand.PCG
	memory

	v        view
	now      *forecast.Forecast // if it does nothing with bombs
	safe     escape
	reach    reach
	exposure exposure
	crowd    crowd // the others, who may stay for some rounds
	avoid    int   // the round from which on it can keep off blocks that others could blow up

	tried       *forecast.Forecast // of a bomb placed or triggered, or of others' bombs
	triedEscape escape
	values      []int32 // by block: what being there is worth
	spots       []int32 // by block: what a bomb there is worth
	prey        prey    // of a hunter
	order       order   // from an expert
}

func newReference(at seat) Bot { return newPlanner(at, style{}) }

func newPlanner(at seat, how style) *planner {
	r := &planner{seat: at, style: how, rng: *rand.NewPCG(at.seed, uint64(at.player))}
	r.fit()
	return r
}

// fit makes room for a map.
func (r *planner) fit() {
	r.v.fit(r.board, r.player)
	n := r.v.blocks()
	r.now = forecast.New(&r.v.Board, r.player)
	r.tried = forecast.New(&r.v.Board, r.player)
	r.safe.fit(n)
	r.triedEscape.fit(n)
	r.exposure.fit(n)
	r.reach.fit(&r.v)
	r.memory = newMemory(n, r.board.Players())
	r.values, r.spots = make([]int32, n), make([]int32, n)
	r.prey.fit(n)
}

// briefly is how many rounds other players at the least stay in the way; it would rather not count on more than that.
const briefly = 2

func (r *planner) Act(s *bomberman.State) bomberman.Command {
	if !r.see(s) {
		return bomberman.Nothing
	}
	r.now.Look()
	if !r.planEscape() {
		return r.lastResort()
	}
	if !r.bold() {
		r.shunTraps()
	}
	r.reach.spread()
	if r.worthTriggering() {
		return bomberman.TriggerBomb
	}
	return r.choose()
}

// see takes in a state. It is false if the player is dead or not on the map.
func (r *planner) see(s *bomberman.State) bool {
	if s.Map() != r.board {
		r.board = s.Map()
		if r.player >= r.board.Players() {
			return false
		}
		r.fit()
	}
	if r.player >= r.board.Players() || !s.Player(r.player).Alive {
		return false
	}
	r.v.read(s)
	if s.Round() < r.round {
		r.forget() // another game
	}
	r.notice(&r.v, s.Round())
	return true
}

// planEscape finds how to live on, away from blocks that others could blow up as soon as possible. It is false if bombs
// will kill the player whatever it does.
func (r *planner) planEscape() bool {
	from := r.v.self().at
	for _, rounds := range [...]int{forecast.Horizon, briefly} {
		r.crowd = crowd{r.v.others, rounds}
		if r.avoid = 2; !r.bold() && r.plans(from) {
			return true
		}
		if r.avoid = forecast.Horizon + 1; r.plans(from) {
			if r.bold() {
				return true
			}
			if best := r.exposure.plan(from, r.now, r.crowd); best != nil {
				r.reach.at[1].And(best)
			}
			return true
		}
	}
	return false
}

func (r *planner) plans(from int) bool {
	r.safe.plan(r.now, r.avoid, r.crowd)
	if !r.safe.lives(0, from) {
		return false
	}
	r.reach.first(from, r.now, &r.safe, r.crowd)
	return true
}

// lastResort stays alive as long as it can, hoping that other players get out of the way or set off bombs earlier.
func (r *planner) lastResort() bomberman.Command {
	alone := crowd{r.v.others, 0}
	r.safe.plan(r.now, forecast.Horizon+1, alone)
	if r.safe.lives(0, r.v.self().at) { // only another player is in the way
		r.reach.first(r.v.self().at, r.now, &r.safe, alone)
		r.reach.spread()
	} else {
		r.reach.first(r.v.self().at, r.now, nil, alone)
		r.reach.spread()
	}
	for t := r.reach.rounds; t >= 1; t-- {
		if to := r.reach.at[t].Lowest(); to != none {
			return r.reach.toward(to, t)
		}
	}
	return bomberman.Nothing
}

// near is the distance at which another player's next bomb is thought of.
const near = 8

// shunTraps leaves out first steps after which a bomb placed by a player nearby would leave no way out, if there are
// others: best if a trigger two rounds from now could do no harm either.
func (r *planner) shunTraps() {
	r.tried.Begin()
	if !r.addThreats(3) {
		return
	}
	r.tried.Run()
	for _, avoid := range [...]int{3, forecast.Horizon + 1} {
		r.triedEscape.plan(r.tried, max(avoid, r.avoid), r.crowd)
		if r.reach.heed(&r.triedEscape) {
			return
		}
	}
}

// addThreats adds to tried a bomb of every player nearby who can place one and is not idle. They trigger it to
// explode in a round at the earliest.
func (r *planner) addThreats(trigger int) bool {
	found := false
	for k, p := range r.v.players {
		if k == r.player || !p.alive || p.onMap >= p.bag || r.v.BombOn[p.at] != none || r.idles(k) ||
			r.v.distance(p.at, r.v.self().at) > near {
			continue
		}
		b := r.v.placed(k, r.board.Settings)
		b.Trigger = trigger
		r.tried.Add(b)
		found = true
	}
	return found
}
