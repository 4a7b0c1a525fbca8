package train

import (
	"encoding/json"
	"fmt"

	"blastyard/game/match"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
	"blastyard/rules/hexabomb"
	hexwire "blastyard/rules/hexabomb/wire"
)

// Given is a state as bots get it, from which matches go on. What no bot can see comes from their seeds, by draws that
// say nothing about those of the match that the state is from.
type Given struct {
	State json.RawMessage `json:"state,omitempty"` // game_state of hexabomb, or state.json of Bomberman

	// TurnNumber is the turn_number of hexabomb's TURN; nil: the state before the first turn.
	TurnNumber *int `json:"turn_number,omitempty"`

	DrawPowerUps bool `json:"draw_power_ups,omitempty"` // Bomberman: walls hide what they must hide; else nothing
}

// check checks the fields that need no rules.
func (g *Given) check(game string) error {
	switch {
	case g.State == nil && (g.TurnNumber != nil || g.DrawPowerUps):
		return fmt.Errorf("turn_number and draw_power_ups are of a state, which is missing")
	case game == gameBomberman && g.TurnNumber != nil:
		return fmt.Errorf("turn_number is %d, expected none: the state of Bomberman has its round", *g.TurnNumber)
	case game == gameHexabomb && g.DrawPowerUps:
		return fmt.Errorf("draw_power_ups is true, but hexabomb hides nothing")
	case g.TurnNumber != nil && (*g.TurnNumber < 0 || *g.TurnNumber >= hexabomb.MaxTurn):
		return fmt.Errorf("turn_number is %d, expected 0 to %d", *g.TurnNumber, hexabomb.MaxTurn-1)
	}
	return nil
}

// played returns how many turns of hexabomb were played before the state.
func (g *Given) played() int {
	if g.TurnNumber == nil {
		return 0
	}
	return *g.TurnNumber + 1
}

// given sets the board and the start from the state of a config.
func (k *hexabombKind) given(c *Config, version hexabomb.Version) error {
	if c.Rules == "" {
		version = hexwire.VersionOf(c.State)
	}
	s, err := hexwire.DecodeGame(version, c.State, c.played(), int(number(c.Special)))
	if err != nil {
		return fmt.Errorf("config: state: %w", err)
	}
	if n := s.Board().NumPlayers(); c.Players != 0 && c.Players != n {
		return fmt.Errorf("config: players is %d, but the state has %d", c.Players, n)
	}
	k.board, k.start, k.searching = s.Board(), s, true
	return nil
}

func (w *hexabombWorld) set(g *Given, seed uint64) (func() error, error) {
	s, err := hexwire.DecodeState(w.board, g.played(), g.State)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return func() error {
		w.state.CopyFrom(s)
		return w.draw(seed)
	}, nil
}

func (w *hexabombWorld) follow(other world, seed uint64, exact bool) error {
	from, ok := other.(*hexabombWorld)
	if !ok || from.board != w.board {
		return fmt.Errorf("the two matches are played on different boards")
	}
	w.state.CopyFrom(from.state)
	if err := w.draw(seed); err != nil {
		return err
	}
	if exact {
		w.orders = *from.orders.Clone()
	}
	return nil
}

// draw lets the orders of turns and the built-in bots begin with the seed of a search.
func (w *hexabombWorld) draw(seed uint64) (err error) {
	w.orders = *match.NewSearchOrders(seed, w.players)
	if len(w.seats) < w.players {
		if w.bots, err = w.makeBots(match.Draws{Seed: seed}); err != nil {
			return err
		}
	}
	w.skipUnseen()
	return nil
}

// skipUnseen plays the turns before which no bot is asked, and looks at the state.
func (w *hexabombWorld) skipUnseen() {
	for w.state.Turn() < w.unseen {
		w.orders.Next()
		w.state.Step(nil, nil)
	}
	w.observer.Look(w.state)
}

// given sets the sample of maps and the number of players from the state of a config.
func (k *bombermanKind) given(c *Config) error {
	s, err := c.bomberman(0)
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	if n := s.Map().Players(); c.Players != 0 && c.Players != n {
		return fmt.Errorf("config: players is %d, but the state has %d", c.Players, n)
	}
	k.sample, k.begin = s.Map(), &c.Given
	return nil
}

// bomberman parses the state of Bomberman; its draws come from a seed.
func (g *Given) bomberman(seed uint64) (*bomberman.State, error) {
	s, _, err := wire.ParseState(g.State, &wire.Assumed{Settings: bomberman.DefaultSettings(), Seed: seed,
		PowerUps: g.DrawPowerUps})
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return s, nil
}

func (w *bombermanWorld) set(g *Given, seed uint64) (func() error, error) {
	s, err := g.bomberman(seed)
	if err != nil {
		return nil, err
	}
	if err := w.fits(s.Map()); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return func() error {
		w.searching = true
		return w.adopt(s, seed)
	}, nil
}

// fits checks that a map has the size and the players of the others.
func (k *bombermanKind) fits(m *bomberman.Map) error {
	if m.Width != k.sample.Width || m.Height != k.sample.Height || m.Players() != k.sample.Players() {
		return fmt.Errorf("a map of %d × %d blocks and %d players, expected %d × %d and %d as at the start",
			m.Width, m.Height, m.Players(), k.sample.Width, k.sample.Height, k.sample.Players())
	}
	return nil
}

func (w *bombermanWorld) follow(other world, seed uint64, exact bool) error {
	from, ok := other.(*bombermanWorld)
	if !ok {
		return fmt.Errorf("the two matches are of different games")
	}
	if err := w.fits(from.ground); err != nil {
		return err
	}
	s := from.state.Clone()
	if !exact {
		if s = from.state.SearchClone(seed); !from.searching {
			s.Conceal()
		}
	}
	w.searching = from.searching || !exact
	from.lent.Store(true)
	return w.adopt(s, seed)
}

// adopt makes a state, whose map others may use, that of the match.
func (w *bombermanWorld) adopt(s *bomberman.State, seed uint64) (err error) {
	w.state, w.ground = s, s.Map()
	w.lent.Store(true)
	if len(w.seats) < len(w.commands) {
		if w.bots, err = w.makeBots(w.ground, match.Draws{Seed: seed}); err != nil {
			return err
		}
	}
	w.observer.Look(w.state)
	return nil
}
