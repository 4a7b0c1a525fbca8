package playback

import (
	"encoding/json"
	"fmt"

	"blastyard/bomberman"
	"blastyard/hexabomb"
	"blastyard/replay"
	"blastyard/viewer"
)

// source makes boards at the start of a match.
type source interface {
	start() (board, error)
}

// board is the state of a match as a cursor goes through it.
type board interface {
	play(*replay.Turn) error
	draw(f *viewer.Frame, turn, turns int, seats []viewer.Seat) error
	snapshot() snapshot
	restore(snapshot) error
}

// snapshot is a board at some turn: a *hexabomb.State, a *bomberman.State, or a state as JSON.
type snapshot any

// newSource finds out how boards can be made, and completes the header by what only that tells.
func newSource(header *viewer.Header, h *replay.Header) (source, error) {
	if len(h.State) > 0 {
		return newStates(header, h), nil
	}
	g, err := replay.NewGame(h)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoBoard, err)
	}
	if g.Bomberman != nil {
		m := g.Bomberman.Map()
		header.Bounty = m.Bounty
		header.Turns = roundsOf(header.Turns, m.MaxRounds()+1)
	}
	return &rules{g}, nil
}

// roundsOf is the number of rounds of a match of 2016-Bomberman, whose rules end it at the latest after most.
func roundsOf(turns, most int) int {
	if turns == 0 {
		return most
	}
	return min(turns, most)
}

// rules play a match again from its actions. The game stands at the start.
type rules struct{ game *replay.Game }

func (r *rules) start() (board, error) { return &played{r.game.Clone()}, nil }

type played struct{ game *replay.Game }

func (b *played) play(t *replay.Turn) error {
	if err := b.game.Advance(t); err != nil {
		return fmt.Errorf("playback: turn %d: %w", t.Turn, err)
	}
	return nil
}

func (b *played) draw(f *viewer.Frame, turn, turns int, seats []viewer.Seat) error {
	if b.game.Hexabomb != nil {
		viewer.FromHexabomb(f, b.game.Hexabomb, turns, seats)
	} else {
		viewer.FromBomberman(f, b.game.Bomberman, seats)
	}
	f.Turn, f.Turns = turn, turns
	return nil
}

func (b *played) snapshot() snapshot {
	if b.game.Hexabomb != nil {
		return b.game.Hexabomb.Clone()
	}
	return b.game.Bomberman.Clone()
}

func (b *played) restore(s snapshot) error {
	switch s := s.(type) {
	case *hexabomb.State:
		b.game.Hexabomb.CopyFrom(s)
	case *bomberman.State:
		b.game.Bomberman.CopyFrom(s)
	}
	return nil
}

// states are a match whose states were kept.
type states struct {
	header   *replay.Header
	form     viewer.Shape
	specials int

	cells, players int // of the first board
}

func newStates(header *viewer.Header, h *replay.Header) *states {
	s := &states{header: h, form: viewer.Tree}
	for _, p := range h.Players {
		if p.Special {
			s.specials++
		}
	}
	switch {
	case h.Game == replay.Bomberman:
		s.form = viewer.Square
		var start struct{ PlayerBounty, MapHeight, MapWidth int }
		if json.Unmarshal(h.State, &start) == nil { // else drawing it says what is wrong
			header.Bounty = start.PlayerBounty
			header.Turns = roundsOf(header.Turns, start.MapHeight*start.MapWidth+1)
		}
	case h.Seed == 0: // not known
		header.Seed = ""
	}
	if s.form == viewer.Tree && viewer.LooksLikeHexabomb(h.State) {
		s.form = viewer.Hexagon
	}
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
	switch b.form {
	case viewer.Hexagon:
		err = viewer.FromHexabombState(f, b.state, turn, turns, b.specials, seats)
	case viewer.Square:
		err = viewer.FromBombermanState(f, b.state, seats)
		f.Turn, f.Turns = turn, turns
	case viewer.Tree:
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
			len(f.Cells), len(f.Players),
			b.cells, b.players)
	}
	return nil
}

func (b *kept) snapshot() snapshot { return b.state }

func (b *kept) restore(s snapshot) error {
	b.state, _ = s.([]byte)
	return nil
}
