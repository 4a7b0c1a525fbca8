package dataset

import (
	"fmt"

	"blastyard/game"
	"blastyard/replay"
	"blastyard/train/observe"
)

// A viewer observes the match of a replay.
type viewer struct {
	name         string // name of the game
	start, match game.Match
	game         observer
	seats        []*seat // by player; nil: not wanted
}

// A seat has what a player sees and asks for.
type seat struct {
	view        interface{ Write() }
	channels    []byte
	scalars     []float32
	mask, legal []byte
	actions     []uint8
}

// memory returns the memory to which the view writes.
func (s *seat) memory() observe.Memory {
	return observe.Memory{Board: s.channels, Scalars: s.scalars, Mask: s.mask, Legal: s.legal}
}

func newViewer(h *replay.Header, o Options, known *starts) (*viewer, error) {
	start, err := known.match(h)
	if err != nil {
		return nil, err
	}
	v := &viewer{name: h.Game, start: start, seats: make([]*seat, start.Players())}
	if v.game, err = newObserver(start, h, o, known); err != nil {
		return nil, err
	}
	v.restart()
	return v, nil
}

// restart returns to the start of the match.
func (v *viewer) restart() {
	v.match = v.start.Clone()
	v.game.follow(v.match)
}

// play plays a checked turn.
func (v *viewer) play(t *replay.Turn) {
	if err := replay.Play(v.match, t, false); err != nil {
		panic(fmt.Sprintf("dataset: a turn that was checked: %v", err))
	}
}

// bind creates the views of players.
func (v *viewer) bind(wanted []bool) {
	spec := v.game.spec()
	for k := range v.seats {
		if wanted[k] {
			v.seats[k] = &seat{channels: make([]byte, spec.ViewBytes()), scalars: make([]float32, len(spec.Scalars)),
				mask: make([]byte, spec.MaskBytes()), legal: make([]byte, spec.Characters),
				actions: make([]uint8, spec.Characters)}
			v.game.bind(k, v.seats[k])
		}
	}
}

// show writes the state to all views, with what players ask for in the following turn.
func (v *viewer) show(t *replay.Turn, next bool) {
	v.game.look(next)
	for _, s := range v.seats {
		if s != nil {
			s.view.Write()
			clear(s.actions)
		}
	}
	for i := range t.Moves {
		if m := &t.Moves[i]; v.seats[m.Player] != nil {
			v.game.read(m.Player, m.Actions, v.seats[m.Player])
		}
	}
}
