package playback

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/replay"
)

// source creates boards at the start of a match.
type source interface {
	start() (board, error)
}

// board is the state of a match at the position of a cursor.
type board interface {
	play(*replay.Turn) error
	draw(f *viewer.Frame, turn, turns int, seats []viewer.Seat) error
	snapshot() snapshot
	restore(snapshot) error
}

// snapshot is a board at some turn: a game.Match that is not played on, or a state as JSON.
type snapshot any

// newSource determines how boards can be created.
func newSource(h *replay.Header, kinds []*game.Kind) (source, error) {
	if len(h.State) > 0 {
		return newStates(h, kinds), nil
	}
	m, err := replay.NewMatch(h, kinds)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoBoard, err)
	}
	return &rules{m}, nil
}

// rules simulates a match from its actions. The match is at the start.
type rules struct{ match game.Match }

func (r *rules) start() (board, error) { return &played{r.match.Clone()}, nil }

type played struct{ match game.Match }

func (b *played) play(t *replay.Turn) error {
	if err := replay.Play(b.match, t, false); err != nil {
		return fmt.Errorf("playback: turn %d: %w", t.Turn, err)
	}
	return nil
}

func (b *played) draw(f *viewer.Frame, turn, turns int, seats []viewer.Seat) error {
	b.match.Picture(f, turns, seats)
	f.Turn = turn
	return nil
}

func (b *played) snapshot() snapshot { return b.match.Clone() }

func (b *played) restore(s snapshot) error {
	if m, ok := s.(game.Match); ok {
		b.match = m.Clone()
	}
	return nil
}

// states is a match whose states were recorded.
type states struct {
	header   *replay.Header
	kind     *game.Kind // draws the states; nil: they are shown as trees
	specials int

	cells, players int // of the first board
}

func newStates(h *replay.Header, kinds []*game.Kind) *states {
	s := &states{header: h}
	for _, p := range h.Players {
		if p.Special {
			s.specials++
		}
	}
	if named, err := game.Find(kinds, h.Game); err == nil {
		kinds = append([]*game.Kind{named}, kinds...)
	}
	s.kind = game.OfState(kinds, h.State)
	return s
}

func (s *states) start() (board, error) { return &kept{*s, s.header.State}, nil }

type kept struct {
	states
	state []byte
}

func (b *kept) play(t *replay.Turn) error {
	if len(t.State) == 0 {
		return fmt.Errorf("playback: turn %d: its state is missing", t.Turn)
	}
	b.state = t.State
	return nil
}

func (b *kept) draw(f *viewer.Frame, turn, turns int, seats []viewer.Seat) error {
	var err error
	if b.kind != nil {
		err = b.kind.Draw(f, b.state, turn, turns, b.specials, seats)
	} else {
		err = viewer.FromTree(f, b.state, turn, turns, seats)
	}
	if err != nil {
		return fmt.Errorf("playback: turn %d: %w", turn, err)
	}
	if turn == 0 {
		b.cells, b.players = len(f.Cells), len(f.Players)
	}
	if len(f.Cells) != b.cells || len(f.Players) != b.players {
		return fmt.Errorf("playback: turn %d: the board has %d cells and %d players, the first one %d and %d", turn,
			len(f.Cells),
			len(f.Players), b.cells, b.players)
	}
	return nil
}

func (b *kept) snapshot() snapshot { return b.state }

func (b *kept) restore(s snapshot) error {
	b.state, _ = s.([]byte)
	return nil
}
