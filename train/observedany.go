package train

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/resume"
	"blastyard/train/internal/anygame"
	"blastyard/train/observe"
)

// observedAny is a match of any game that is played elsewhere.
type observedAny struct {
	*anyKind
	player int
	match  game.Match
	memory observe.Memory
}

func newObservedAny(c *ObserveConfig) (*observedAny, error) {
	kind, err := game.Find(games.All(), c.Game)
	if err != nil {
		return nil, fmt.Errorf("config: game is %q, expected %s", c.Game, oneOf(c.Game, gameNames()))
	}
	o := &observedAny{anyKind: &anyKind{kind: kind}, player: c.Player}
	if err := anygame.CheckForm(kind, c.Observation, forms[c.Observation], `"raw" or "none"`); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if o.setup.Players = c.Players; o.setup.Players == 0 {
		o.setup.Players = resume.Players(kind, c.State)
	}
	if o.setup.Players < 1 || c.Player < 0 || c.Player >= o.setup.Players {
		return nil, fmt.Errorf("config: player is %d of %d players, expected one of at least 1", c.Player,
			o.setup.Players)
	}
	if c.Special && len(kind.Specials) == 0 {
		return nil, fmt.Errorf("config: special is true, but %s has no special player", kind.Name)
	}
	o.setup.Specials = int(number(c.Special))
	if kind.OpenMap != nil {
		o.setup.State = c.State // it shows the map
	}
	if o.match, err = o.newMatch(); err != nil {
		return nil, err
	}
	if err := anygame.Load(kind, o.match.Clone(), nil, c.State); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	o.seating = &seating{players: o.setup.Players, seats: []int{c.Player}}
	return o, o.survey(o.match, c.Turns)
}

func (o *observedAny) bind(a *seen) { o.memory = a.match(0) }

func (o *observedAny) look(r *ObserveRequest) error {
	if err := anygame.Load(o.kind, o.match, &r.Turn, r.State); err != nil {
		return err
	}
	can := o.seen.Choices(o.match, o.player)
	o.seen.Write(&o.memory, 0, o.match, o.player, &can)
	return nil
}

func (o *observedAny) append(dst []byte, actions []uint8) []byte {
	can := o.seen.Choices(o.match, o.player)
	return o.seen.AppendActions(dst, o.match, o.player, &can, actions)
}
