package playback

import (
	"fmt"
	"strconv"
	"time"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/replay"
)

// A Film contains what the header of a replay says: the header of its pictures, and how to create boards. Cursors
// move through the turns, whose source is the caller's choice. Its methods may be called concurrently.
type Film struct {
	header viewer.Header
	last   bool // failed players rank behind the others
	source source
	note   string // a hint for the viewer; may be empty
}

// NewFilm prepares to show the match of a header, which must not change any more. The game must be among kinds, or
// the header must contain a state. NewFilm fails if there is no first board. It ignores hashes: a replay whose
// actions no longer give the recorded states is shown as the rules play it now.
func NewFilm(h *replay.Header, kinds []*game.Kind) (*Film, error) {
	f := &Film{note: h.OtherRules(kinds), header: known(h, kinds), last: h.Ranking() == match.FailedLast}
	var err error
	if f.source, err = newSource(h, kinds); err != nil {
		return nil, err
	}
	c, err := f.Start()
	if err != nil {
		return nil, err
	}
	f.header = *viewer.NewHeader(f.header, &c.frame)
	return f, nil
}

// HeaderOf returns the header of a match's pictures from that of its replay. f is the first board, or nil if it does
// not matter.
func HeaderOf(h *replay.Header, kinds []*game.Kind, f *viewer.Frame) *viewer.Header {
	return viewer.NewHeader(known(h, kinds), f)
}

// known returns the parts of a picture header that do not depend on the board.
func known(h *replay.Header, kinds []*game.Kind) viewer.Header {
	x := viewer.Header{Game: h.Game, Title: h.Title, Map: h.Map.Name, Turns: h.Turns, Seed: seedText(h, kinds),
		Limit: h.Limit}
	if !h.Started.IsZero() {
		x.Started = h.Started.Format(time.RFC3339)
	}
	for _, p := range h.Players {
		x.Players = append(x.Players, viewer.HeaderPlayer{Name: p.Name, Entrant: p.Entrant, Bot: p.Bot,
			Special: p.Special})
	}
	return x
}

// seedText returns the seed of a match, if known. Matches of other servers do not contain it, unless the map depends
// on it.
func seedText(h *replay.Header, kinds []*game.Kind) string {
	k, err := game.Find(kinds, h.Game)
	switch {
	case len(h.State) > 0 && h.Seed == 0 && (err != nil || k.OpenMap != nil):
		return ""
	case err == nil && k.MinSeed < 0:
		return strconv.FormatInt(int64(h.Seed), 10)
	default:
		return strconv.FormatUint(h.Seed, 10)
	}
}

// OtherRules says that the match was played with another version of the rules. Otherwise it is empty.
func (f *Film) OtherRules() string { return f.note }

// Header returns what is constant during the match.
func (f *Film) Header() *viewer.Header { return &f.header }

// Start returns a cursor before the first turn.
func (f *Film) Start() (*Cursor, error) {
	c := &Cursor{film: f}
	for _, x := range f.header.Players {
		c.seats = append(c.seats, viewer.Seat{Name: x.Name, Entrant: x.Entrant, Connected: true, Micros: viewer.NoTime})
	}
	var err error
	if c.board, err = f.source.start(); err != nil {
		return nil, err
	}
	return c, c.Draw()
}

// End describes the end of a match with this result, or returns nil without one.
func (f *Film) End(r *replay.Result) *viewer.End {
	if r == nil {
		return nil
	}
	return EndOf(r, len(f.header.Players))
}

// EndOf describes the end of a match with so many players.
func EndOf(r *replay.Result, players int) *viewer.End {
	e := &viewer.End{Turns: r.Turns, Winner: r.Winner, Why: r.Why}
	if r.Winner < 0 || r.Winner >= players {
		e.Winner = -1
	}
	for _, x := range r.Players {
		e.Players = append(e.Players, viewer.EndPlayer(x))
	}
	return e
}

// A Mark is a position in a match at which a cursor can start.
type Mark struct {
	turn  int
	board snapshot // nil: that of the turn's recorded state
	seats []viewer.Seat
}

// Turn returns the turn of the mark.
func (m *Mark) Turn() int { return m.turn }

// NeedsTurn reports whether Restore needs the turn of the mark, because the mark does not contain its state.
func (m *Mark) NeedsTurn() bool { return m.board == nil && m.turn > 0 }

// Mark returns a mark at the cursor's position. It is independent of the cursor. If states are recorded, it contains
// none.
func (c *Cursor) Mark() *Mark {
	m := &Mark{turn: c.turn, seats: append([]viewer.Seat(nil), c.seats...)}
	if _, states := c.board.(*kept); !states {
		m.board = c.board.snapshot()
	}
	return m
}

// MarkSize estimates how many bytes a Mark takes.
func (c *Cursor) MarkSize() int { return 4096 + 32*len(c.film.header.Cells) + 64*len(c.seats) }

// Restore moves to a mark of the same film. t is the turn of the mark, if NeedsTurn.
func (c *Cursor) Restore(m *Mark, t *replay.Turn) error {
	if m.board != nil {
		return c.restore(m)
	}
	var state []byte
	switch k, _ := c.board.(*kept); {
	case m.turn == 0:
		state = k.header.State
	case t == nil || t.Turn != m.turn || len(t.State) == 0:
		return fmt.Errorf("playback: turn %d: its state is missing", m.turn)
	default:
		state = t.State
	}
	return c.restore(&Mark{turn: m.turn, board: state, seats: m.seats})
}
