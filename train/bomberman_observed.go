package train

import (
	"fmt"

	"blastyard/train/observe"
)

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
