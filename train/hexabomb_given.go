package train

import (
	"fmt"

	"blastyard/game/match"
	"blastyard/rules/hexabomb"
	hexwire "blastyard/rules/hexabomb/wire"
)

// checkHexabombGiven checks a state before any rules do.
func checkHexabombGiven(g *Given) error {
	switch {
	case g.DrawPowerUps:
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
func (w *hexabombWorld) draw(seed uint64) error {
	w.orders = *match.NewSearchOrders(seed, w.players)
	if err := w.summon(match.Draws{Seed: seed}); err != nil {
		return err
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
