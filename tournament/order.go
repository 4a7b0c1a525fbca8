package tournament

import (
	"fmt"
	"math"
	"slices"
)

// OrderError says why an order of the organiser cannot be carried out, for people.
type OrderError struct{ Why string }

func (e *OrderError) Error() string { return "tournament: " + e.Why }

// Order is what the organiser of an event did. Orders are part of the log, so that everybody who reads it can see them,
// and comes to the same state.
type Order struct {
	ID   string `json:"id"`   // whoever gives the order chooses it; the same ID a second time changes nothing
	What Action `json:"what"` // what was done
	By   string `json:"by"`   // who did it
	Why  string `json:"why,omitempty"`

	Name    string `json:"name,omitempty"`    // the entrant
	Match   *ID    `json:"match,omitempty"`   // the match whose result is taken back
	Try     int    `json:"try,omitempty"`     // of that result
	Version string `json:"version,omitempty"` // the version to which an entrant goes back
	Number  int    `json:"number,omitempty"`  // of that version
	Until   int64  `json:"until,omitempty"`   // when submissions close, Unix time in milliseconds

	// Stage and Round say where an entrant left or came back: the number of the stage, from 1, and how many rounds of
	// it were known in a Swiss event. Schedule.Apply fills them in where Stage is 0.
	Stage int `json:"-"`
	Round int `json:"-"`
}

// Action is what an order does.
type Action string

// The actions.
const (
	Withdraw   Action = "withdraw"   // an entrant plays no more
	Disqualify Action = "disqualify" // likewise, and it is last in the standings
	BringBack  Action = "bring back" // it plays again
	RollBack   Action = "roll back"  // it plays with an earlier version of its bot
	VoidMatch  Action = "void"       // a result does not count: the match is played again
	Pause      Action = "pause"      // no match begins
	Resume     Action = "resume"     // matches begin again
	Announce   Action = "announce"   // Why is a line on all pages; "" ends it
	Reveal     Action = "reveal"     // standings that were hidden are shown again
	Extend     Action = "extend"     // submissions close at Until
)

// Actions are all actions.
var Actions = []Action{Withdraw, Disqualify, BringBack, RollBack, VoidMatch, Pause, Resume, Announce, Reveal, Extend}

// Maximum lengths of who gives an order and why, in bytes.
const maxBy, maxWhy = 200, 2000

// Status says whether an entrant takes part.
type Status string

// The statuses.
const (
	Takes        Status = "" // it takes part
	Withdrawn    Status = "withdrawn"
	Disqualified Status = "disqualified"
)

// behind orders entrants before all tie-breaks do: who has left is behind all who take part, and who was disqualified
// is the last, whatever their results are.
func (s Status) behind() int {
	switch s {
	case Withdrawn:
		return 1
	case Disqualified:
		return 2
	case Takes:
	}
	return 0
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// over stands for the round of an order after a stage was complete, before the next one began.
const over = -1

// absence says that an entrant does not take part any more.
type absence struct {
	status Status
	why    string
	stage  int // the stage that was played, from 0; the number of stages if all were complete
	round  int // rounds of it that were known, if it is a Swiss one; or over
}

// gap says that an entrant missed a part of a stage and came back: the rounds from ≤ round < to of a Swiss stage, and
// in other stages all that was left.
type gap struct{ entrant, stage, from, to int }

// Status returns whether an entrant takes part, and why not, for people.
func (s *Schedule) Status(entrant int) (status Status, why string) {
	if a := s.absent[entrant]; a != nil {
		return a.status, a.why
	}
	return Takes, ""
}

// statusIn is Status for the standings of a stage: who left after it was over is not marked there, unless disqualified.
func (s *Schedule) statusIn(st *stage, e int) (status Status, why string) {
	if a := s.absent[e]; a != nil && (a.stage <= st.number || a.status == Disqualified) {
		return a.status, a.why
	}
	return Takes, ""
}

// Check returns an *OrderError if an order cannot be carried out now.
func (s *Schedule) Check(o *Order) error {
	fail := func(format string, args ...any) error {
		return &OrderError{fmt.Sprintf(format, args...)}
	}
	if o.ID == "" || len(o.ID) > 100 || !slices.Contains(Actions, o.What) {
		return fail("%q: expected an id and one of %q", o.What, Actions)
	}
	if len(o.By) > maxBy || len(o.Why) > maxWhy {
		return fail("the name or the reason is too long: expected at most %d and %d bytes", maxBy, maxWhy)
	}
	switch o.What {
	case VoidMatch:
		if o.Match == nil {
			return fail("void: expected a match")
		}
		if _, played := s.Result(*o.Match); !played || s.tries[*o.Match] != o.Try {
			return fail("match %v has no result that counts", *o.Match)
		}
		return nil
	case Withdraw, Disqualify, BringBack, RollBack:
	case Extend:
		if o.Until <= 0 {
			return fail("expected the time at which submissions close")
		}
		return nil
	default:
		return nil
	}
	e, known := s.number[o.Name]
	status, why := s.Status(e)
	switch {
	case !known:
		return fail("%s", s.unknownName(o.Name))
	case o.What == Withdraw && status != Takes, o.What == Disqualify && status == Disqualified:
		return fail("%s is %s already: %s", o.Name, status, why)
	case o.What == BringBack && status == Takes:
		return fail("%s takes part", o.Name)
	}
	return nil
}

// Given reports whether the log has an order with this ID.
func (s *Schedule) Given(id string) bool { return s.orders[id] }

// Wants reports whether a fixture must still be played.
func (s *Schedule) Wants(f *Fixture) bool {
	now, known := s.Fixture(f.ID)
	if !known || now.Try != f.Try || !slices.Equal(now.Entrants, f.Entrants) {
		return false
	}
	st := s.stages[f.ID.Stage]
	_, played := st.result(f.ID)
	return !played && !st.off[f.ID.Block]
}

// order carries out an order of the log. What concerns no fixture is for others: they see it in the log.
func (s *Schedule) order(rec *Record) (changed bool, err error) {
	o := rec.Order
	if s.orders[o.ID] {
		return false, nil
	}
	if err := s.Check(o); err != nil {
		return false, err
	}
	s.orders[o.ID] = true
	switch o.What {
	case VoidMatch:
		return s.Void(*o.Match, o.Try)
	case Withdraw, Disqualify:
		s.leaves(o)
	case BringBack:
		s.returns(o)
	default:
	}
	return true, nil
}

// where fills in where the event is.
func (s *Schedule) where(o *Order) {
	if o.Stage > 0 {
		return
	}
	if o.Stage = 1; s.Gathers() {
		return
	}
	st := s.current()
	o.Stage = st.number + 1
	if st.complete() {
		if o.Round = over; len(s.stages) == len(s.configs) {
			o.Stage, o.Round = o.Stage+1, 0
		}
	} else if swiss, is := st.plan.(*swiss); is {
		o.Round = len(swiss.rounds)
	}
}

// leaves carries out a withdrawal or a disqualification.
func (s *Schedule) leaves(o *Order) {
	e := s.number[o.Name]
	s.where(o)
	a := &absence{status: Withdrawn, why: o.Why, stage: o.Stage - 1, round: o.Round}
	if o.What == Disqualify {
		a.status = Disqualified
	}
	if before := s.absent[e]; before != nil {
		a.stage, a.round = before.stage, before.round
		o.Stage, o.Round = a.stage+1, a.round
		s.absent[e] = a
		return
	}
	s.absent[e] = a
	s.reckon(o)
}

// returns lets an entrant take part again. Stages that are over stay as they are.
func (s *Schedule) returns(o *Order) {
	e := s.number[o.Name]
	s.where(o)
	a := s.absent[e]
	delete(s.absent, e)
	switch {
	case a.round == over && o.Round == over:
	case o.Stage-1 > a.stage && a.round != over:
		s.gaps = append(s.gaps, gap{e, a.stage, a.round, math.MaxInt})
	case o.Stage-1 == a.stage && o.Round > a.round:
		s.gaps = append(s.gaps, gap{e, a.stage, a.round, o.Round})
	}
	if !s.Gathers() && !s.stages[0].closed {
		if l, is := s.stages[0].plan.(*ladder); is {
			l.admit(e)
		}
	}
	s.reckon(o)
}

// reckon adapts the stage of an order to who takes part.
func (s *Schedule) reckon(o *Order) {
	if i := o.Stage - 1; i < len(s.stages) {
		s.stages[i].reckon()
	}
	s.settle()
}

// finalists returns who goes on from a complete stage: the best of those who take part. If they are too few for the
// next stage, others fill it, whose matches are not played.
func (s *Schedule) finalists(stage int) []int {
	ranking := s.ranking(stage)
	gone := func(e int) bool {
		if a := s.absent[e]; a != nil && a.stage <= stage {
			return true
		}
		return slices.ContainsFunc(s.gaps, func(g gap) bool {
			return g.entrant == e && g.stage == stage && g.to == math.MaxInt
		})
	}
	slices.SortStableFunc(ranking, func(a, b int) int { return boolInt(gone(a)) - boolInt(gone(b)) })
	n, present := min(len(ranking), s.configs[stage].Top), 0
	for _, e := range ranking {
		if !gone(e) {
			present++
		}
	}
	next := s.configs[stage+1]
	return ranking[:min(n, max(present, next.Players, next.Heroes+next.Players-1))]
}

// Restore applies the results of an event in the order of their ids, each with whether it is void, and then records of
// its log, as if each result had come in its time.
func (s *Schedule) Restore(results func(yield func(r *Result, void bool) bool), later []Record) error {
	s.held = true
	var err error
	for r, void := range results {
		if _, err = s.Add(r); err == nil && void {
			_, err = s.Void(r.ID, r.Try)
		}
		if err != nil {
			return err
		}
	}
	for i := range later {
		if later[i].Close == nil {
			_, _ = s.Apply(&later[i]) // an error means that it did not count
		}
	}
	s.held = false
	if !s.Gathers() {
		s.stages[0].release()
	}
	s.settle()
	for i := range later {
		if later[i].Close != nil {
			_, _ = s.Apply(&later[i]) // as above
		}
	}
	return nil
}

// release derives what was not derived while results were restored.
func (st *stage) release() {
	if st.grow != nil {
		st.regrow()
	}
	if l, is := st.plan.(*ladder); is {
		st.endLadder(l)
	}
}

// hold parks a result of a stage that derives its blocks when all results are there.
func (st *stage) hold(r *Result) (bool, error) {
	if err := st.s.checkParked(r); err != nil {
		return false, err
	}
	return park(st.parked, r), nil
}

// presence returns, by the plan's number of each entrant, in how many rounds it may be paired.
func (st *stage) presence() []int {
	last := make([]int, len(st.who))
	for i, e := range st.who {
		last[i] = math.MaxInt
		switch a := st.s.absent[e]; {
		case a == nil || a.stage > st.number, a.stage == st.number && a.round == over:
		case a.stage == st.number:
			last[i] = a.round
		default:
			last[i] = 0
		}
	}
	return last
}

// returns has the gaps of a stage, with the plan's numbers of entrants.
func (st *stage) returns() (gaps []gap) {
	for _, g := range st.s.gaps {
		if i := slices.Index(st.who, g.entrant); g.stage == st.number && i >= 0 {
			g.entrant = i
			gaps = append(gaps, g)
		}
	}
	return gaps
}
