package playback

import (
	"slices"

	"blastyard/replay"
	"blastyard/viewer"
)

// cursor walks through a replay.
type cursor struct {
	p     *Playback
	turn  int
	board board
	seats []viewer.Seat // after the turn, by player

	drawn       bool // frame is that of the turn; else it is of an earlier one
	frame, prev viewer.Frame
}

// start is a cursor before the first turn.
func (p *Playback) start() (*cursor, error) {
	c := &cursor{p: p}
	for _, x := range p.show.Players {
		c.seats = append(c.seats, viewer.Seat{Name: x.Name, Connected: true, Micros: viewer.NoTime})
	}
	var err error
	if c.board, err = p.source.start(); err != nil {
		return nil, err
	}
	return c, c.draw()
}

// next goes on by a turn and draws it, with what happened since the turn before, which must be drawn.
func (c *cursor) next() error {
	c.frame, c.prev = c.prev, c.frame
	c.drawn = false
	if err := c.step(); err != nil {
		return err
	}
	if err := c.draw(); err != nil {
		return err
	}
	c.frame.AddEvents(&c.prev)
	AddLog(&c.frame, &c.p.replay.Turns[c.turn-1])
	return nil
}

// step goes on by a turn without drawing it.
func (c *cursor) step() error {
	c.drawn = false
	t := &c.p.replay.Turns[c.turn]
	if err := c.board.play(t); err != nil {
		return err
	}
	c.turn++
	c.seat(t)
	return nil
}

// seat notes what a turn tells of the players.
func (c *cursor) seat(t *replay.Turn) {
	for i := range c.seats {
		if c.seats[i].Micros = viewer.NoTime; c.seats[i].Connected {
			c.seats[i].Note = ""
		}
	}
	each := func(player int, do func(*viewer.Seat)) {
		if player >= 0 && player < len(c.seats) {
			do(&c.seats[player])
		}
	}
	for _, m := range t.Moves {
		each(m.Player, func(s *viewer.Seat) {
			if m.Micros > 0 {
				s.Micros = m.Micros
			}
		})
	}
	for _, player := range t.Late {
		each(player, func(s *viewer.Seat) {
			if s.Connected {
				s.Note = "late"
			}
		})
	}
	for _, player := range t.Host {
		each(player, func(s *viewer.Seat) {
			if s.Connected {
				s.Note = viewer.HostLate
			}
		})
	}
	for _, g := range t.Gone {
		each(g.Player, func(s *viewer.Seat) { s.Connected, s.Note = false, g.Reason })
	}
}

// draw makes the frame of the turn, without what is told of it in words.
func (c *cursor) draw() error {
	if err := c.board.draw(&c.frame, c.turn, c.p.show.Turns, c.seats); err != nil {
		return err
	}
	c.drawn = true
	return nil
}

// AddLog adds to a frame what a replay tells of its turn in words: actions that were refused, what bots printed, why players
// left, notes.
func AddLog(f *viewer.Frame, t *replay.Turn) {
	note := func(player int, text string) {
		f.Events = append(f.Events, viewer.Event{Turn: f.Turn, Kind: viewer.NoteEvent, Player: player, Text: text})
	}
	known := func(player int) bool { return player >= 0 && player < len(f.Players) }
	for _, g := range t.Gone {
		if g.Note != "" && known(g.Player) {
			note(g.Player, viewer.Mark(g.Player)+": "+g.Note)
		}
	}
	for _, n := range t.Notes {
		note(-1, n)
	}
	for _, r := range t.Refused {
		if known(r.Player) {
			f.Refused = append(f.Refused, viewer.Refusal{Player: r.Player, Action: r.Action, Reason: r.Reason})
		}
	}
	for _, l := range t.Output {
		if known(l.Player) {
			f.Output = append(f.Output, viewer.Line{Player: l.Player, Err: l.Err, Text: l.Text})
		}
	}
}

// mark is a place in a replay from which a cursor can go on.
type mark struct {
	turn  int
	board snapshot
	seats []viewer.Seat
}

func (c *cursor) restore(m *mark) error {
	c.turn, c.drawn = m.turn, false
	copy(c.seats, m.seats)
	return c.board.restore(m.board)
}

// marks are the marks that were made so far: one every so many turns.
type marks struct {
	every int
	list  []mark
}

const (
	marksEvery   = 64      // turns
	maxMarkCells = 8 << 20 // cells of boards in all marks; a cell takes a few octets
)

// newMarks chooses how many turns lie between marks: so that the marks of a long match on a large board find room, too.
func newMarks(turns, cells int) marks {
	return marks{every: max(marksEvery, turns/max(1, maxMarkCells/max(1, cells)))}
}

// add makes a mark where a cursor is, if there should be one and is none yet.
func (m *marks) add(c *cursor) {
	if c.turn == m.every*len(m.list) {
		m.list = append(m.list, mark{turn: c.turn, board: c.board.snapshot(), seats: slices.Clone(c.seats)})
	}
}

// last is the last mark that is not behind a turn.
func (m *marks) last(turn int) *mark { return &m.list[min(turn/m.every, len(m.list)-1)] }
