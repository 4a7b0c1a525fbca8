package train

import (
	"encoding/json"
	"fmt"
	"slices"

	"blastyard/rules/hexabomb"
	hexwire "blastyard/rules/hexabomb/wire"
	"blastyard/train/observe"
)

// ObserveConfig is the first line of mode "observe": a player of a match that is played elsewhere.
type ObserveConfig struct {
	Mode   string `json:"mode"`
	Game   string `json:"game"`
	Player int    `json:"player"`

	// Players is the number of all players, including the special one. In Bomberman 0 means the number in the state.
	Players     int    `json:"players"`
	Special     bool   `json:"special"`     // player 0 is the special player of sudden death
	Turns       int    `json:"turns"`       // of the match; default (0): as in blastyard play
	Observation string `json:"observation"` // usual: "planes"

	// State is hexabomb's initial game state, or a state.json of Bomberman.
	State json.RawMessage `json:"state"`
}

// ObserveRequest is a request of mode "observe".
//
//   - "observe": the state is observed; the answer is the byte '.'.
//   - "actions": {"actions":...}, the actions of the seat's characters as a bot sends them: in hexabomb an array, in
//     Bomberman the number of a command. What the mask of the last observation does not allow is an error.
type ObserveRequest struct {
	Do      string          `json:"do"`
	Turn    int             `json:"turn"` // hexabomb: the turn_number of the message with the state
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
	switch c.Game {
	case gameHexabomb:
		o.game, err = newObservedHexabomb(c)
	case gameBomberman:
		o.game, err = newObservedBomberman(c)
	default:
		err = fmt.Errorf("config: game is %q, expected %s", c.Game,
			oneOf(c.Game, []string{gameHexabomb, gameBomberman}))
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

// observedHexabomb is a match of hexabomb that is played elsewhere.
type observedHexabomb struct {
	hexabombKind
	player   int
	observer *observe.Hexabomb
	last     *hexabomb.State // the last observed state; nil: none
	view     *observe.HexabombView
}

func newObservedHexabomb(c *ObserveConfig) (*observedHexabomb, error) {
	if c.Players < 1 || c.Players > maxPlayers || c.Player < 0 || c.Player >= c.Players {
		return nil, fmt.Errorf("config: player is %d of %d players, expected one of 1 to %d players", c.Player,
			c.Players, maxPlayers)
	}
	specials := int(number(c.Special))
	board, err := hexwire.DecodeBoard(c.State, c.Players-specials, specials)
	if err != nil {
		return nil, fmt.Errorf("config: state: %w", err)
	}
	o := &observedHexabomb{player: c.Player}
	o.board, o.seating = board, &seating{players: c.Players, seats: []int{c.Player}}
	if err := o.prepare(c.Turns, c.Observation); err != nil {
		return nil, err
	}
	o.observer = o.seen.Observer()
	return o, nil
}

func (o *observedHexabomb) bind(a *seen) {
	o.view = o.observer.View([]int{o.player}, a.match(0))
}

func (o *observedHexabomb) look(r *ObserveRequest) error {
	s, err := hexwire.DecodeState(o.board, r.Turn+o.unseen, r.State)
	if err != nil {
		return fmt.Errorf("state: %w", err)
	}
	o.observer.Look(s)
	o.last = s
	o.view.Write()
	return nil
}

func (o *observedHexabomb) append(dst []byte, actions []uint8) []byte {
	return o.appendAsked(dst, o.last, o.player, actions)
}

// observedBomberman is a match of Bomberman that is played elsewhere.
type observedBomberman struct {
	bombermanKind
	player   int
	observer *observe.Bomberman
	view     *observe.BombermanView
}

func newObservedBomberman(c *ObserveConfig) (*observedBomberman, error) {
	s, err := (&Given{State: c.State}).bomberman(0)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	players := s.Map().Players()
	if c.Players != 0 && c.Players != players {
		return nil, fmt.Errorf("config: players is %d, but the state has %d", c.Players, players)
	}
	if c.Player < 0 || c.Player >= players {
		return nil, fmt.Errorf("config: player is %d, expected 0 to %d", c.Player, players-1)
	}
	o := &observedBomberman{player: c.Player}
	o.sample, o.seating = s.Map(), &seating{players: players, seats: []int{c.Player}}
	if err := o.prepare(c.Turns, c.Observation); err != nil {
		return nil, err
	}
	o.observer = o.seen.Observer()
	return o, nil
}

func (o *observedBomberman) bind(a *seen) {
	o.view = o.observer.View([]int{o.player}, a.match(0))
}

func (o *observedBomberman) look(r *ObserveRequest) error {
	s, err := (&Given{State: r.State}).bomberman(0)
	if err != nil {
		return err
	}
	if err := o.fits(s.Map()); err != nil {
		return fmt.Errorf("state: %w", err)
	}
	o.observer.Look(s)
	o.view.Write()
	return nil
}

func (o *observedBomberman) append(dst []byte, actions []uint8) []byte {
	return append(dst, '0'+actions[0])
}
