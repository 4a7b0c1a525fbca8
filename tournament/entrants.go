package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"blastyard/internal/nearest"
	"blastyard/internal/shellquote"
)

// Enter lets an entrant join a ladder at any time, also again after it left, and another stage that waits until its
// field is fixed. In other formats the entrants are those of the Config. A known entrant may enter at any time: it then
// has a new version of its bot, which changes nothing here.
func (s *Schedule) Enter(e Entry) error {
	_, err := s.enter(e.Name)
	return err
}

// Leave removes an entrant from a ladder: it plays no more, and its incomplete blocks do not count. Until the field of
// another stage is fixed, it removes an entrant from those who will be in it.
func (s *Schedule) Leave(name string) error {
	_, err := s.leave(name)
	return err
}

func (s *Schedule) enter(name string) (changed bool, err error) {
	if s.Gathers() {
		return s.gather(name)
	}
	st := s.stages[0]
	l, isLadder := st.plan.(*ladder)
	e, known := s.number[name]
	switch {
	case known && isLadder && !l.active[e] && !st.closed && s.absent[e] == nil:
		l.admit(e)
		return true, nil
	case known:
		return false, nil
	case !isLadder:
		return false, fmt.Errorf("%w: %q is none of this event, and only a ladder takes new ones", ErrEntrant, name)
	case st.closed:
		return false, fmt.Errorf("%w: %q cannot enter: the ladder is closed", ErrEntrant, name)
	case !isName(name):
		return false, fmt.Errorf("%w: name is %q: expected 1 to 200 bytes of printable text", ErrEntrant, name)
	case len(s.names) >= maxEntrants:
		return false, fmt.Errorf("%w: %q cannot enter: there are %s", ErrEntrant, name, strconv.Itoa(maxEntrants))
	}
	st.who = append(st.who, s.addEntrant(name))
	st.config.Entrants = append(st.config.Entrants, name)
	l.enter()
	return true, nil
}

func (s *Schedule) leave(name string) (changed bool, err error) {
	if e, known := s.number[name]; known && s.Gathers() {
		changed, s.out[e] = !s.out[e], true
		return changed, nil
	} else if s.Gathers() {
		return false, fmt.Errorf("%w: %s", ErrEntrant, s.unknownName(name))
	}
	st := s.stages[0]
	l, isLadder := st.plan.(*ladder)
	e, known := s.number[name]
	switch {
	case !isLadder:
		return false, fmt.Errorf("%w: %q cannot leave: expected a ladder", ErrEntrant, name)
	case !known:
		return false, fmt.Errorf("%w: %s", ErrEntrant, s.unknownName(name))
	case !l.active[e] || st.closed:
		return false, nil
	}
	l.active[e] = false
	for b := range st.open {
		if _, group, _ := l.block(b); slices.Contains(group, e) {
			st.drop(b)
		}
	}
	return true, nil
}

// didYouMean suggests a name so that it can be typed behind a command; "": none.
func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "; did you mean " + shellquote.Quote(name) + "?"
}

// unknownName says that an event has no such entrant, and which one was probably meant.
func (s *Schedule) unknownName(name string) string {
	return fmt.Sprintf("%q is none of this event%s", name, didYouMean(nearest.Word(name, s.names)))
}
