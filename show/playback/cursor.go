package playback

import (
	"slices"
	"strings"

	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/replay"
)

// A Cursor moves through the turns of a film. It must be used by one goroutine.
type Cursor struct {
	film  *Film
	turn  int
	board board
	seats []viewer.Seat // after the current turn, by player

	drawn       bool // frame shows the current turn, not an earlier one
	frame, prev viewer.Frame
}

// Turn returns how many turns were played.
func (c *Cursor) Turn() int { return c.turn }

// Frame returns the frame that Start, Next or Draw drew last. It is valid until the next of these calls.
func (c *Cursor) Frame() *viewer.Frame { return &c.frame }

// Next moves to turn t and draws it, with the events since the previous turn, which must be drawn.
func (c *Cursor) Next(t *replay.Turn) error {
	c.frame, c.prev = c.prev, c.frame
	c.drawn = false
	if err := c.Step(t); err != nil {
		return err
	}
	if err := c.Draw(); err != nil {
		return err
	}
	c.frame.AddEvents(&c.prev)
	AddLog(&c.frame, t)
	return nil
}

// Step moves to turn t without drawing it.
func (c *Cursor) Step(t *replay.Turn) error {
	c.drawn = false
	if err := c.board.play(t); err != nil {
		return err
	}
	c.turn++
	c.seat(t)
	return nil
}

// seat records what a turn says about the players.
func (c *Cursor) seat(t *replay.Turn) {
	for i := range c.seats {
		if c.seats[i].Micros = viewer.NoTime; c.seats[i].Connected {
			c.seats[i].Note = ""
		}
		if !slices.Contains(t.Late, i) {
			c.seats[i].Missed = 0
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
				s.Missed++
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
		each(g.Player, func(s *viewer.Seat) {
			s.Connected, s.Failed = false, c.film.last
			s.Note = short(match.Failure(match.Reason(g.Reason), t.Turn))
		})
	}
}

// short shortens a text that stays with a player for the rest of the match.
func short(text string) string {
	const most = 200
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// Draw draws the current turn, without its log.
func (c *Cursor) Draw() error {
	if err := c.board.draw(&c.frame, c.turn, c.film.header.Turns, c.seats); err != nil {
		return err
	}
	if c.turn == 0 && c.film.note != "" {
		c.frame.Events = append(c.frame.Events, viewer.Event{Kind: viewer.NoteEvent, Player: -1, Text: c.film.note})
	}
	c.drawn = true
	return nil
}

// AddLog adds the log of a turn to its frame: refused actions, the output of bots, why players left, and notes.
func AddLog(f *viewer.Frame, t *replay.Turn) {
	note := func(player int, text string) {
		f.Events = append(f.Events, viewer.Event{Turn: f.Turn, Kind: viewer.NoteEvent, Player: player, Text: text})
	}
	known := func(player int) bool { return player >= 0 && player < len(f.Players) }
	for _, g := range t.Gone {
		if g.Note != "" && known(g.Player) {
			note(g.Player, f.Mark(g.Player)+": "+g.Note)
		}
	}
	for _, n := range t.Notes {
		note(-1, n)
	}
	for _, r := range t.Refused {
		if known(r.Player) {
			f.Refused = append(f.Refused, r)
		}
	}
	for _, l := range t.Output {
		if known(l.Player) {
			f.Output = append(f.Output, viewer.Line{Player: l.Player, Err: l.Err, Text: l.Text})
		}
	}
	for _, d := range t.Drawings {
		if known(d.Player) {
			f.Drawings = append(f.Drawings, viewer.Drawing(d))
		}
	}
}

func (c *Cursor) restore(m *Mark) error {
	c.turn, c.drawn = m.turn, false
	copy(c.seats, m.seats)
	return c.board.restore(m.board)
}

// marks are the marks so far, at regular distances.
type marks struct {
	every int
	list  []Mark
}

const (
	marksEvery   = 64      // turns between marks
	maxMarkCells = 8 << 20 // cells of the boards in all marks; a cell takes a few bytes
)

// newMarks chooses the distance between marks, so that the marks of a long match on a large board fit too.
func newMarks(turns, cells int) marks {
	return marks{every: max(marksEvery, turns/max(1, maxMarkCells/max(1, cells)))}
}

// add adds a mark at the cursor's position, if one is due and missing.
func (m *marks) add(c *Cursor) {
	if c.turn == m.every*len(m.list) {
		m.list = append(m.list, Mark{turn: c.turn, board: c.board.snapshot(), seats: slices.Clone(c.seats)})
	}
}

// last returns the last mark that is not after a turn.
func (m *marks) last(turn int) *Mark { return &m.list[min(turn/m.every, len(m.list)-1)] }
