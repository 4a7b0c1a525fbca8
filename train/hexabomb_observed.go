package train

import (
	"fmt"

	"blastyard/rules/hexabomb"
	hexwire "blastyard/rules/hexabomb/wire"
	"blastyard/train/observe"
)

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
