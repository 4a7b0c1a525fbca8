package train

import (
	"fmt"

	"blastyard/game/match"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// checkBombermanGiven checks a state before any rules do.
func checkBombermanGiven(g *Given) error {
	if g.TurnNumber != nil {
		return fmt.Errorf("turn_number is %d, expected none: the state of Bomberman has its round", *g.TurnNumber)
	}
	return nil
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
func (w *bombermanWorld) adopt(s *bomberman.State, seed uint64) error {
	w.state, w.ground = s, s.Map()
	w.lent.Store(true)
	if err := w.summon(match.Draws{Seed: seed}); err != nil {
		return err
	}
	w.observer.Look(w.state)
	return nil
}
