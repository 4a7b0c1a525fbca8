package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Clock is a moment of an event's clock: a time of its file has come, as the coordinator's clock says, or the
// organiser has revealed what was hidden. It is in the log, so that an event is a function of its log, whatever clocks
// show later.
type Clock struct {
	What  Moment   `json:"what"`
	Due   int64    `json:"due,omitempty"`   // the time in the event's file, Unix time in milliseconds; 0: there is none
	Stage int      `json:"stage,omitempty"` // ClockStarts: the stage that begins
	Field []string `json:"field,omitempty"` // ClockField: the entrants of the first stage, in their order
}

// Moment is what happens at a moment of the clock.
type Moment string

// The moments, in the order in which they usually come.
const (
	ClockOpens  Moment = "opens"  // submissions begin
	ClockCloses Moment = "closes" // submissions end
	ClockField  Moment = "field"  // the entrants of a stage that waits are known
	ClockStarts Moment = "starts" // a stage that waits begins
	ClockFreeze Moment = "freeze" // standings are hidden from spectators
	ClockReveal Moment = "reveal" // and shown again
)

// Clocks is what the log says about the clock. The zero value is an event whose clock has not moved.
type Clocks struct {
	Due    map[Moment]int64 // the newest Due of each moment that has come; ClockStarts: of any stage
	Latest int64            // the largest Due of all, Unix time in milliseconds
	Frozen uint64           // position in the log of the record that froze the standings; 0: none did
	Shown  bool             // they were frozen, and are revealed; a later freeze hides them again
}

// Apply adds a record of the log at this position, from 1.
func (c *Clocks) Apply(at uint64, rec *Record) {
	m := rec.Clock
	if m == nil {
		return
	}
	if c.Due == nil {
		c.Due = make(map[Moment]int64)
	}
	c.Due[m.What] = max(c.Due[m.What], m.Due)
	c.Latest = max(c.Latest, m.Due)
	switch {
	case m.What == ClockFreeze && !c.Hidden():
		c.Frozen, c.Shown = at, false
	case m.What == ClockReveal && c.Frozen != 0:
		c.Shown = true
	}
}

// Hidden reports whether standings are hidden from spectators.
func (c *Clocks) Hidden() bool { return c.Frozen != 0 && !c.Shown }

// A stage that waits (Config.Waits) begins with a Clock record. The first one of a format other than a ladder has no
// stage until its field is fixed: until then any name can enter.

// Gathers reports whether the entrants of the first stage are still gathered: anybody can enter, and no match is known.
func (s *Schedule) Gathers() bool { return len(s.stages) == 0 }

// Begun reports whether a stage is played, or was: its entrants are known, and it does not wait.
func (s *Schedule) Begun(stage int) bool {
	return stage >= 0 && stage < len(s.stages) && s.begun[stage]
}

// CanBegin reports whether a stage waits only for its time: its entrants are known.
func (s *Schedule) CanBegin(stage int) bool {
	switch {
	case stage < 0 || stage >= len(s.configs) || s.begun[stage]:
		return false
	case stage == 0:
		return !s.Gathers()
	}
	return len(s.stages) == stage && s.stages[stage-1].complete()
}

// Ended reports whether a stage has begun and nothing is left to play in it.
func (s *Schedule) Ended(stage int) bool { return s.Begun(stage) && s.stages[stage].complete() }

// Candidates returns who is in the first stage if its field is fixed now: the names of the Config, then those that
// entered, in their order, without those that left.
func (s *Schedule) Candidates() []string {
	var names []string
	for i, name := range s.names {
		if !s.Withdrew(i) {
			names = append(names, name)
		}
	}
	return names
}

// Withdrew reports whether an entrant left before the field was fixed, or takes part no more.
func (s *Schedule) Withdrew(entrant int) bool { return s.out[entrant] || s.absent[entrant] != nil }

// CheckField returns why a first stage cannot be played among these names; nil: it can. The error is a *ConfigError.
func (s *Schedule) CheckField(names []string) error {
	_, err := s.withField(names)
	return err
}

func (s *Schedule) withField(names []string) (Config, error) {
	c := s.raw
	c.Entrants = slices.Clone(names)
	c = c.Normal()
	return c, c.check()
}

// fix fixes the field of the first stage.
func (s *Schedule) fix(names []string) (changed bool, err error) {
	if !s.Gathers() {
		return false, nil
	}
	c, err := s.withField(names)
	if err != nil {
		return false, err
	}
	who := make([]int, len(names))
	for i, name := range names {
		e, known := s.number[name]
		if !known {
			return false, fmt.Errorf("%w: %q is in the field, and has not entered", ErrEntrant, name)
		}
		who[i] = e
	}
	s.configs[0] = c
	s.begin(who)
	return true, nil
}

// start begins a stage that waits, or lets it begin as soon as the stage before is complete.
func (s *Schedule) start(stage int) (changed bool, err error) {
	switch {
	case stage < 0 || stage >= len(s.configs):
		return false, fmt.Errorf("tournament: stage is %d: expected one from 0 to %d", stage, len(s.configs)-1)
	case s.begun[stage]:
		return false, nil
	case stage == 0 && s.Gathers():
		return false, errors.New("tournament: the first stage cannot begin: its entrants are not known")
	}
	s.begun[stage] = true
	s.settle()
	return true, nil
}

// tick applies a moment of the clock.
func (s *Schedule) tick(c *Clock) (changed bool, err error) {
	switch c.What {
	case ClockField:
		return s.fix(c.Field)
	case ClockStarts:
		return s.start(c.Stage)
	case ClockOpens, ClockCloses, ClockFreeze, ClockReveal:
		return false, nil // the schedule knows no clock
	}
	return false, fmt.Errorf("tournament: the clock has no moment %q", c.What)
}

// gather lets a name enter whose stage has no field yet.
func (s *Schedule) gather(name string) (changed bool, err error) {
	e, known := s.number[name]
	switch {
	case known:
		changed = s.out[e]
		s.out[e] = false
		return changed, nil
	case !isName(name):
		return false, fmt.Errorf("%w: name is %q: expected 1 to 200 bytes of printable text", ErrEntrant, name)
	case len(s.names) >= maxEntrants:
		return false, fmt.Errorf("%w: %q cannot enter: there are %s", ErrEntrant, name, strconv.Itoa(maxEntrants))
	}
	s.addEntrant(name)
	return true, nil
}

// checkWaiting checks a Config whose entrants come later: it must be right for some number of them.
func (c Config) checkWaiting() error {
	if err := checkNames(c.Entrants); err != nil {
		return err
	}
	sizes := []int{len(c.Entrants), 1000, 128, 32, 16, 8, 4, 3, maxPlayers}
	if c.Format == SPRT {
		sizes = []int{2}
	}
	var err error
	for _, n := range sizes {
		if err = (checker{c.normal(n), n, ""}).check(); err == nil {
			return nil
		}
	}
	return err
}
