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

// A Film is what the header of a replay tells: the header of its pictures, and how boards are made. Cursors go from its
// start through the turns, wherever those come from. Its methods may be called at the same time.
type Film struct {
	header viewer.Header
	last   bool // who failed ranks behind who did not
	source source
	note   string // what a watcher of the match should know; or empty
}

// NewFilm prepares to show the match of a header, which must not change any more, of a game among kinds or of another
// whose states it holds. It fails where there is no first board. Hashes are not looked at: a replay whose actions no
// longer give the recorded states is shown as the rules play it now.
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

// HeaderOf is the header of the pictures of a match, as the header of its replay tells it. f is its first board;
// nil: that does not matter.
func HeaderOf(h *replay.Header, kinds []*game.Kind, f *viewer.Frame) *viewer.Header {
	return viewer.NewHeader(known(h, kinds), f)
}

// known is what the header of a replay tells of its pictures without a look at the board.
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

// seedText is the seed of a match, where it is known: matches over the wire do not tell it, but where the map comes
// from it.
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

// OtherRules says in words that the match was made by another version of the rules; it is empty where it was not.
func (f *Film) OtherRules() string { return f.note }

// Header is what stays the same during the match.
func (f *Film) Header() *viewer.Header { return &f.header }

// Start is a cursor before the first turn.
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

// End is how a match with this result ended; nil without one.
func (f *Film) End(r *replay.Result) *viewer.End {
	if r == nil {
		return nil
	}
	return EndOf(r, len(f.header.Players))
}

// EndOf is how a match of so many players ended, as its replay tells it.
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

// A Mark is a place in a match from which a cursor can go on.
type Mark struct {
	turn  int
	board snapshot // nil: that of the turn's state, where states are kept
	seats []viewer.Seat
}

// Turn is the turn of the mark.
func (m *Mark) Turn() int { return m.turn }

// NeedsTurn says whether Restore must be given the turn of the mark: the mark does not hold its state.
func (m *Mark) NeedsTurn() bool { return m.board == nil && m.turn > 0 }

// Mark is where the cursor is. It shares nothing with the cursor. Of a match whose states are kept it holds no state.
func (c *Cursor) Mark() *Mark {
	m := &Mark{turn: c.turn, seats: append([]viewer.Seat(nil), c.seats...)}
	if _, states := c.board.(*kept); !states {
		m.board = c.board.snapshot()
	}
	return m
}

// MarkSize is about how many bytes a Mark takes.
func (c *Cursor) MarkSize() int { return 4096 + 32*len(c.film.header.Cells) + 64*len(c.seats) }

// Restore goes to a mark of the same film. t is the turn of the mark, where that is needed.
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
