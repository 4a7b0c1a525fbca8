package bomberbots

import (
	"slices"

	"blastyard/rules/bomberman"
)

// expert compares plans: for each it plays some rounds on in a copy of the match, with the others as reference would
// play for them, and takes the plan that gains most.
type expert struct {
	seat
	sight   int              // rounds that it plays on
	seen    *bomberman.State // the match, without what lies under walls
	models  []*planner       // by player: reference, which follows the match from this seat
	order   order            // what the plan of the last round is about
	plans   []plan
	rollout rollout
}

// A plan is the command of the coming round and the goal that comes next. After that it plays as reference does.
type plan struct {
	command bomberman.Command
	order   order
}

func newExpert(at seat) Bot { return &expert{seat: at, sight: expertRounds} }

// newPlotter makes an expert that plays few rounds on.
func newPlotter(at seat) Bot { return &expert{seat: at, sight: plotterRounds} }

// fit makes room for the map of a state. The models draw from a seed of their own, for it does not know those of the
// others.
func (e *expert) fit(s *bomberman.State) {
	e.board, e.seen, e.order = s.Map(), s.SearchClone(e.seed), order{}
	e.models = e.models[:0]
	for k := range e.board.Players() {
		e.models = append(e.models, newPlanner(seat{e.board, k, ^e.seed}, style{}))
	}
	e.rollout.fit(e.seen, e.seat, e.sight)
}

func (e *expert) Act(s *bomberman.State) bomberman.Command {
	if e.player >= s.Map().Players() || !s.Player(e.player).Alive {
		return bomberman.Nothing
	}
	if e.seen == nil || s.Map() != e.board {
		e.fit(s)
	}
	if s.Round() <= e.seen.Round() {
		e.order = order{} // another game
	}
	e.seen.CopyFrom(s)
	e.seen.Conceal()
	me := e.models[e.player]
	me.order, me.style.hunts = e.order, e.mustHunt()
	usual := me.Act(e.seen)
	e.order = me.order
	met := e.follow(me)
	if e.settled() {
		return usual
	}
	e.plans = append(e.plans[:0], plan{usual, e.order})
	if met {
		e.proposeCommands(me)
	}
	if e.order.kind == noOrder {
		e.proposeGoals(me)
	}
	best := e.plans[0]
	if len(e.plans) > 1 {
		best = e.rollout.best(e.seen, e.models, e.plans)
	}
	e.order = best.order
	return best.command
}

// Whom the expert plays rounds through with.
const (
	closeBy    = 9 // steps, counted without walls
	mostRivals = 2 // the nearest of those who are close; the others stand still in rollouts
)

// follow lets the models see the match. Those of the rivals say what they would do. It reports whether there are any.
func (e *expert) follow(me *planner) bool {
	r := &e.rollout
	r.rivals = r.rivals[:0]
	for k, p := range e.models {
		if k == e.player || !e.seen.Player(k).Alive {
			continue
		}
		r.first[k] = p.Act(e.seen)
		if e.distance(k) <= closeBy && !me.idles(k) {
			r.rivals = append(r.rivals, k)
		}
	}
	slices.SortStableFunc(r.rivals, func(a, b int) int { return e.distance(a) - e.distance(b) })
	r.rivals = r.rivals[:min(len(r.rivals), mostRivals)]
	return len(r.rivals) > 0
}

// distance is how far another player is.
func (e *expert) distance(k int) int {
	v := &e.models[e.player].v
	return v.distance(v.players[k].at, v.self().at)
}

// mustHunt reports whether only a kill can help: it is behind, and there is nothing left on the map that gives points,
// or not much time.
func (e *expert) mustHunt() bool {
	return !e.leads(0) && (e.bare() || e.seen.Round()*4 > e.board.MaxRounds()*3)
}

// safeLead is a lead that coverage of the map will hardly turn.
const safeLead = 10

// settled reports whether nothing is left to gain: it leads, and nothing on the map gives points.
func (e *expert) settled() bool { return e.leads(safeLead) && e.bare() }

// leads reports whether it has more points than every other living player by a margin.
func (e *expert) leads(margin int) bool {
	mine := e.seen.Player(e.player).Points
	for k := range e.models {
		if p := e.seen.Player(k); k != e.player && p.Alive && p.Points+margin >= mine {
			return false
		}
	}
	return true
}

// bare reports whether there are neither soft walls nor power-ups.
func (e *expert) bare() bool {
	m := e.board
	for y := 1; y <= m.Height; y++ {
		for x := 1; x <= m.Width; x++ {
			c := e.seen.At(bomberman.Pos{X: x, Y: y})
			if c.Wall == bomberman.SoftWall || c.PowerUp != bomberman.NoPowerUp {
				return false
			}
		}
	}
	return true
}

// proposeCommands adds a plan for every other command after which it can live on.
func (e *expert) proposeCommands(me *planner) {
	usual := e.plans[0].command
	for b := range me.reach.at[1].All() {
		if c := me.reach.command(b); c != usual {
			e.plans = append(e.plans, plan{command: c})
		}
	}
	if usual != bomberman.PlaceBomb && me.mayPlace() {
		e.plans = append(e.plans, plan{command: bomberman.PlaceBomb})
	}
	if usual != bomberman.TriggerBomb && me.mayTrigger() {
		e.plans = append(e.plans, plan{command: bomberman.TriggerBomb})
	}
}

// mostGoals is how many goals are compared.
const mostGoals = 4

// proposeGoals adds a plan for each of the best goals elsewhere.
func (e *expert) proposeGoals(me *planner) {
	if me.reach.rounds == 0 {
		return
	}
	me.value()
	for range mostGoals {
		to, _, score, isSpot := me.bestGoal()
		if score == 0 {
			return
		}
		o := order{goThere, to}
		if isSpot {
			o.kind = bombThere
			me.spots[to] = 0
		} else {
			me.values[to] = 0
		}
		if to == me.v.self().at || isSpot && !me.couldPlace(to) {
			continue
		}
		e.plans = append(e.plans, plan{me.reach.toward(to, int(me.reach.when[to])), o})
	}
}
