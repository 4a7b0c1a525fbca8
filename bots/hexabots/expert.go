package hexabots

import (
	"math/rand/v2"

	"blastyard/rules/hexabomb"
)

// expert searches. It lets hunter play on for all players some turns ahead; that gives a first plan for its own
// characters and what the others do meanwhile. It changes the plan at random again and again, plays each change on with
// the rules, and keeps those that are worth more. Then the others, played by hunter, answer the better plan, and it is
// searched once more against these answers. At last it takes, of all plans, the one that is worth most against the
// answers to it. What it may spend on a turn is a number of simulated turns, not a time, so that it plays alike
// everywhere; and it counts in integers for the same reason.
type expert struct {
	team
	*paths
	rng    rand.PCG
	models []Bot // by player: who it takes the player for
	sight  int   // turns that a plan lasts
	rounds int   // searches a turn; 0 where that would take too long
	tries  int   // changes that a search tries

	plan, changed, old, best plan
	bestValue                int
	lastTurn                 int // the turn that old is of

	answers [expertSight][]hexabomb.Action   // what the others do in the turns of the plan
	states  [expertSight + 1]*hexabomb.State // those that the plan leads through, the present one first
	values  [expertSight + 1]int             // what the plan is worth up to each
	sim     *hexabomb.State
	actions []hexabomb.Action
}

const (
	expertSight    = 6 // turns: so many in sudden death,
	expertPaints   = 4 // and so many where colour counts; the bombs of the last one are watched until they blow up
	expertRounds   = 2
	triesEach      = 135   // tries a search for each character
	mostTries      = 1000  // but no more
	largeAbove     = 8000  // cells of the board times characters: it searches once,
	expertNear     = 3     // looks so many turns ahead,
	mostTriesDying = 700   // and in sudden death, where turns with many bombs are long, tries no more
	tooLargeAbove  = 20000 // it does not search, but plays as hunter does
	plotterTries   = 20    // tries a turn of a plotter for each character
)

func newExpert(at seat) Bot { return makeExpert(at) }

// newPlotter makes an expert that searches once, with few tries, and so never sees an answer to its plan before it
// takes it.
func newPlotter(at seat) Bot {
	e := makeExpert(at)
	e.rounds = min(e.rounds, 1)
	e.tries = min(e.tries, plotterTries*(e.end-e.first))
	return e
}

func makeExpert(at seat) *expert {
	n := at.board.NumCharacters()
	e := &expert{team: teamOf(at), paths: newPaths(at.board), rng: *rand.NewPCG(at.seed, uint64(at.player)),
		sight: expertPaints, rounds: expertRounds, lastTurn: -1}
	for p := range at.board.NumPlayers() {
		model := newHunter
		if at.board.Special(p) {
			model = newGhost
		}
		e.models = append(e.models, model(seat{at.board, p, e.rng.Uint64()}))
	}
	if at.board.SuddenDeath() {
		e.sight = expertSight
	}
	switch size := at.board.NumCells() * n; {
	case size > tooLargeAbove:
		e.rounds = 0
	case size > largeAbove:
		e.rounds = 1
		e.sight = expertNear
	}
	own := e.end - e.first
	e.tries = min(triesEach*own, mostTries)
	if e.rounds == 1 && at.board.SuddenDeath() {
		e.tries = min(e.tries, mostTriesDying)
	}
	for _, p := range []*plan{&e.plan, &e.changed, &e.old, &e.best} {
		*p = make(plan, own)
	}
	for i := range e.states {
		e.states[i] = hexabomb.NewState(at.board)
	}
	e.sim = hexabomb.NewState(at.board)
	return e
}

func (e *expert) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	if e.rounds == 0 {
		return e.models[e.player].Act(dst, s)
	}
	e.states[0].CopyFrom(s)
	e.playOn(e.askHunter)
	e.bestValue = e.follow()
	copy(e.best, e.plan)
	if e.worthSearching(s) {
		e.searchAll(s)
	}
	copy(e.old, e.best)
	e.lastTurn = s.Turn()
	return e.appendActions(dst, s, e.best, 0)
}

// worthSearching reports whether the hunter's plan leaves anything to wish for. In sudden death it does when somebody
// dies.
func (e *expert) worthSearching(s *hexabomb.State) bool {
	return !e.board.SuddenDeath() || e.states[e.sight].Living(e.player) < s.Living(e.player)
}

// searchAll looks for a plan that is better than the best, against answers to it.
func (e *expert) searchAll(s *hexabomb.State) {
	value := e.goOn(s, e.bestValue)
	for range e.rounds {
		e.search(value)
		e.playOn(e.askPlan)
		if value = e.follow(); value > e.bestValue {
			e.bestValue = value
			copy(e.best, e.plan)
		}
	}
}

// goOn takes the plan of the last turn instead, if that is worth more.
func (e *expert) goOn(s *hexabomb.State, value int) int {
	if s.Turn() != e.lastTurn+1 {
		return value
	}
	for i := range e.changed {
		copy(e.changed[i][:], e.old[i][1:e.sight])
		e.changed[i][e.sight-1] = opDraw
	}
	if v := e.try(0); v > value {
		copy(e.plan, e.changed)
		return e.follow()
	}
	return value
}

// search changes the plan, for the better or at least not for the worse.
func (e *expert) search(value int) {
	for range e.tries {
		copy(e.changed, e.plan)
		from := e.change()
		if v := e.try(from); v >= value {
			value = v
			copy(e.plan, e.changed)
			e.record(from)
		}
	}
}

// playOn plays on from the present with the models of the others, and notes what they do. ask appends what the own
// characters do in a turn of the plan.
func (e *expert) playOn(ask func(s *hexabomb.State, t int)) {
	e.sim.CopyFrom(e.states[0])
	for t := range e.sight {
		e.answers[t] = e.answers[t][:0]
		for p, m := range e.models {
			if p != e.player {
				e.answers[t] = m.Act(e.answers[t], e.sim)
			}
		}
		e.actions = append(e.actions[:0], e.answers[t]...)
		ask(e.sim, t)
		e.sim.Step(e.actions, nil)
	}
}

// askHunter lets a hunter make the plan.
func (e *expert) askHunter(s *hexabomb.State, t int) {
	others := len(e.actions)
	e.actions = e.models[e.player].Act(e.actions, s)
	for i := range e.plan {
		e.plan[i][t] = opStay
	}
	for _, a := range e.actions[others:] {
		e.plan[int(a.Character)-e.first][t] = opOf(a)
	}
}

// askPlan keeps to the plan.
func (e *expert) askPlan(s *hexabomb.State, t int) {
	e.actions = e.appendActions(e.actions, s, e.plan, t)
}

// follow plays the plan against the answers, records its states, and returns its value.
func (e *expert) follow() int {
	copy(e.changed, e.plan)
	value := e.try(0)
	copy(e.plan, e.changed)
	e.record(0)
	return value
}

// record records the states of the plan after the turn from, and their values.
func (e *expert) record(from int) {
	for t := from; t < e.sight; t++ {
		next := e.states[t+1]
		next.CopyFrom(e.states[t])
		e.turn(next, t, e.plan)
		e.values[t+1] = e.values[t] + e.gain(next)
	}
}

// try returns the value of the changed plan, which is the old one before the turn from.
func (e *expert) try(from int) int {
	e.sim.CopyFrom(e.states[from])
	value := e.values[from]
	for t := from; t < e.sight; t++ {
		e.turn(e.sim, t, e.changed)
		value += e.gain(e.sim)
	}
	return value + e.prospect(e.sim)
}

// turn plays a turn of a plan. The others come first: what works then works in any order.
func (e *expert) turn(s *hexabomb.State, t int, p plan) {
	e.actions = append(e.actions[:0], e.answers[t]...)
	e.actions = e.appendActions(e.actions, s, p, t)
	s.Step(e.actions, nil)
}
