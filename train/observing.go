package train

import (
	"encoding/json"
	"fmt"
	"slices"

	"blastyard/train/observe"
)

// ObserveConfig is the first line of mode "observe": a player of a match that is played elsewhere.
type ObserveConfig struct {
	Mode   string `json:"mode"`
	Game   string `json:"game"`
	Player int    `json:"player"`

	// Players is the number of all players, including the special one; 0: the number in the state, where it says that.
	Players     int    `json:"players"`
	Special     bool   `json:"special"`     // player 0 is the special player of sudden death
	Turns       int    `json:"turns"`       // of the match; default (0): as in blastyard play
	Observation string `json:"observation"` // usual: "planes"

	// State is the state before the first turn, or where states have their number of turns any, as bots get it.
	State json.RawMessage `json:"state"`
}

// ObserveRequest is a request of mode "observe".
//
//   - "observe": the state is observed; the answer is the byte '.'.
//   - "actions": {"actions":...}, the actions of the seat's characters as a bot sends them: an array, or
//     the number of a command. What the mask of the last observation does not allow is an error.
type ObserveRequest struct {
	Do      string          `json:"do"`
	Turn    int             `json:"turn"` // the number of the turn that a bot gets with the state
	State   json.RawMessage `json:"state"`
	Actions []int           `json:"actions"` // a number a character
}

// observing observes the states that the program sends.
type observing struct {
	game   observedGame
	facts  Facts
	layout Layout
	seen   *seen
	looked bool
}

// observedGame is a game whose states are observed.
type observedGame interface {
	spec() *observe.Spec
	facts(f *Facts)
	bind(a *seen)
	look(r *ObserveRequest) error
	append(dst []byte, actions []uint8) []byte
}

func newObserving(line []byte, version string) (*observing, error) {
	c := &ObserveConfig{Observation: "planes"}
	if err := decode(line, c); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if !slices.Contains(observations(), c.Observation) {
		return nil, fmt.Errorf("config: observation is %q, expected %s", c.Observation,
			oneOf(c.Observation, observations()))
	}
	o := &observing{}
	var err error
	if own, has := ownPaths[c.Game]; has {
		o.game, err = own.observe(c)
	} else {
		o.game, err = newObservedAny(c)
	}
	if err != nil {
		return nil, err
	}
	s := o.game.spec()
	o.facts = Facts{Game: c.Game, Players: s.Players, Seats: []int{c.Player}, Opponents: map[string]string{},
		ProgramVersion: version}
	o.facts.tell(s)
	o.game.facts(&o.facts)
	return o, addView(&o.layout, s, 1, 1)
}

func (o *observing) describe() (*Layout, *Facts) { return &o.layout, &o.facts }

func (o *observing) open(a *arrays) error {
	o.seen = seenOf(a, o.game.spec(), 1)
	o.game.bind(o.seen)
	return nil
}

func (o *observing) close() {}

func (o *observing) serve(l *link) error {
	return l.lines(func(line []byte) error { return o.answer(l, line) })
}

func (o *observing) answer(l *link, line []byte) error {
	r := &ObserveRequest{}
	if err := decode(line, r); err != nil {
		return l.tellError(fmt.Errorf("request: %w", err))
	}
	switch r.Do {
	case "observe":
		if err := o.game.look(r); err != nil {
			return l.tellError(fmt.Errorf("request: %w", err))
		}
		o.looked = true
		return l.ready()
	case "actions":
		actions, err := o.allowed(r.Actions)
		if err != nil {
			return l.tellError(fmt.Errorf("request: %w", err))
		}
		_, err = l.out.Write(append(o.game.append([]byte(`{"actions":`), actions), "}\n"...))
		return err
	default:
		return l.tellError(fmt.Errorf("request: do is %q, expected %s", r.Do,
			oneOf(r.Do, []string{"observe", "actions"})))
	}
}

// allowed returns the actions if the mask allows them.
func (o *observing) allowed(numbers []int) ([]uint8, error) {
	s := o.game.spec()
	if !o.looked {
		return nil, fmt.Errorf("actions before the first state")
	}
	if len(numbers) != s.Characters {
		return nil, fmt.Errorf("%d actions, expected one for each of %d characters", len(numbers), s.Characters)
	}
	actions := make([]uint8, len(numbers))
	for c, n := range numbers {
		if n < 0 || n >= len(s.Actions) {
			return nil, fmt.Errorf("action %d of character %d, expected 0 to %d", n, c, len(s.Actions)-1)
		}
		if s.Masks[o.seen.legal[c]]>>n&1 == 0 {
			return nil, fmt.Errorf("action %d (%s) of character %d: the mask does not allow it", n, s.Actions[n], c)
		}
		actions[c] = uint8(n)
	}
	return actions, nil
}
