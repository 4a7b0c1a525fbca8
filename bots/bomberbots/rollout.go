package bomberbots

import "blastyard/rules/bomberman"

// A rollout plays rounds on in a copy of a match, to see what a plan is worth.
type rollout struct {
	seat
	state    *bomberman.State
	planners []*planner // by player
	rounds   int        // that it plays on
	rivals   []int      // the other players who act
	first    []bomberman.Command
	commands []bomberman.Command
}

func (r *rollout) fit(s *bomberman.State, at seat, rounds int) {
	n := s.Map().Players()
	*r = rollout{seat: at, rounds: rounds, state: s.SearchClone(at.seed), first: make([]bomberman.Command, n),
		commands: make([]bomberman.Command, n), rivals: make([]int, 0, n)}
	for k := range n {
		r.planners = append(r.planners, newPlanner(seat{s.Map(), k, at.seed}, style{}))
	}
}

// best is the plan that is worth most, the first of equal ones.
func (r *rollout) best(s *bomberman.State, models []*planner, plans []plan) plan {
	best, most := plans[0], 0.0
	for i, p := range plans {
		r.begin(s, models, p)
		if worth := r.play(); i == 0 || worth > most {
			best, most = p, worth
		}
	}
	return best
}

// begin takes over a match and what its players know.
func (r *rollout) begin(s *bomberman.State, models []*planner, p plan) {
	r.state.CopyFrom(s)
	for k, planner := range r.planners {
		planner.copyFrom(&models[k].memory)
		planner.rng, planner.style = models[k].rng, models[k].style
	}
	r.planners[r.player].order = p.order
	clear(r.commands)
	for _, k := range r.rivals {
		r.commands[k] = r.first[k]
	}
	r.commands[r.player] = p.command
}

const (
	expertRounds  = 26   // the longest fuse twice, and some steps
	plotterRounds = 8    // less than most fuses
	decay         = 0.97 // what a round later is worth: points now are better than points later, or it puts them off
	defeat        = 3000 // to die, or to be the last who lives
)

// play plays the rounds, and on until all bombs have exploded. It returns what is gained by them.
func (r *rollout) play() float64 {
	sum, weight, before := 0.0, 1.0, r.standing()
	gain := func() {
		now := r.standing()
		sum += weight * (now - before)
		before, weight = now, weight*decay
	}
	for t := range r.rounds {
		if t > 0 {
			r.decide()
		}
		r.state.Step(r.commands, nil)
		gain()
		if !r.state.Player(r.player).Alive {
			return sum - weight*defeat
		}
		if r.state.Living() == 1 {
			return sum + weight*defeat
		}
	}
	for living := r.state.Living(); r.state.NumBombs() > 0; {
		r.state.Step(nil, nil)
		if r.state.Living() != living {
			break // they would not have stood still
		}
		gain()
	}
	return sum
}

// decide fills in what the players do.
func (r *rollout) decide() {
	r.commands[r.player] = r.planners[r.player].Act(r.state)
	for _, k := range r.rivals {
		r.commands[k] = r.planners[k].Act(r.state)
	}
}

// What a power-up counts for beside its points.
const (
	powerUpWorth = 30
	mostRadius   = 16 // a larger one is no better
)

// standing is how far the player is ahead of the mean of the others.
func (r *rollout) standing() float64 {
	sum, others := 0.0, float64(r.state.Map().Players()-1)
	for k := range r.planners {
		p := r.state.Player(k)
		worth := float64(p.Points + powerUpWorth*p.Bag)
		for radius := min(p.Radius, mostRadius); radius > 1; radius /= 2 {
			worth += powerUpWorth
		}
		if k == r.player {
			sum += worth
		} else {
			sum -= worth / others
		}
	}
	return sum
}
