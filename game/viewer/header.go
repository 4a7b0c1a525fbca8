package viewer

import "slices"

// A Header is what stays the same during a match: what pictures need beside the frames.
type Header struct {
	Game        string // hexabomb, bomberman, or what else is played
	Title       string // in a few words
	Shape       Shape
	Cells       []Place
	Turns       int    // of the match, 0 where it is not known
	Map         string // its name, or empty
	Number      int    // of the match in its series, from 1; 0: none
	Seed        string // decimal, or empty
	Started     string // RFC 3339, or empty
	Limit       int    // of a turn, in milliseconds; 0: none, or unknown
	Bounty      int    // of 2016-Bomberman: points for a kill
	SuddenDeath bool
	Players     []HeaderPlayer // by id
	Branch      *Branch        // nil: it was played from its start
}

// A Branch is where a match was played on from.
type Branch struct {
	Match string `json:"match"` // its id on the same page
	Turn  int    `json:"turn"`  // the turns that go as there
}

// Place is where a cell lies; see Shape.
type Place struct{ X, Y int }

// A HeaderPlayer is one of the players.
type HeaderPlayer struct {
	Name    string // as the bot gave it: not safe to print as it is
	Entrant int    // see Seat.Entrant
	Bot     string // what was asked for: builtin:NAME, a command line, a folder; or empty
	Special bool
	Goal    string // how it wins, in a sentence, where a person plays it; else empty
}

// Entrants are those of the players; nil where none is known.
func (s *Header) Entrants() []int {
	var list []int
	for i, p := range s.Players {
		if p.Entrant > 0 && list == nil {
			list = make([]int, len(s.Players))
		}
		if list != nil {
			list[i] = p.Entrant
		}
	}
	return list
}

// NewHeader makes the header of a match of what is known of it, its players among that, and of the first board; nil: of
// none. All headers are made here, so that a page and a replay of the same match tell the same.
func NewHeader(known Header, f *Frame) *Header {
	h := &known
	h.Players = slices.Clone(known.Players)
	if f != nil {
		h.SetBoard(f)
		if f.Turns > 0 {
			h.Turns = f.Turns
		}
		for i := len(h.Players); i < len(f.Players); i++ { // the board may know more of them
			p := &f.Players[i]
			h.Players = append(h.Players, HeaderPlayer{Name: p.Name, Entrant: p.Entrant, Special: p.Special})
		}
	}
	for i := range h.Players {
		h.SuddenDeath = h.SuddenDeath || h.Players[i].Special
	}
	return h
}

// SetBoard takes over from a frame what stays the same: the shape, the cells, the points for a kill.
func (s *Header) SetBoard(f *Frame) {
	s.Shape, s.Cells, s.Bounty = f.Shape, make([]Place, len(f.Cells)), f.Bounty
	for i, c := range f.Cells {
		s.Cells[i] = Place{c.X, c.Y}
	}
}

// An End is how a match ended.
type End struct {
	Turns   int
	Winner  int    // player id; -1: none
	Why     string // why it ended before its end; else empty
	Players []EndPlayer
	Lessons []Lesson // what could have been done better; the costliest first, by player
	Moments []Moment // the turns that decided the match, at most three, by turn
	Story   string   // why the winner won, in a sentence; may hold names: not safe to print as it is
}

// A Moment is a turn that decided a match.
type Moment struct {
	Turn     int
	From, To int    // the turns of the frames that show it
	Player   int    // whose lead changed
	Swing    int    // the change of that lead, against the rules played on without what happened
	Cells    []int  // where to look: indexes of cells
	Text     string // a sentence; may hold names: not safe to print as it is
}

// A Lesson is something that a player could have done better.
type Lesson struct {
	Turn   int // the first that it is about
	Player int
	Kind   string // as package explain names it
	Cost   int    // in points, an estimate
	Text   string // may quote what a bot sent: not safe to print as it is
}

// EndPlayer is how a player fared.
type EndPlayer struct {
	Reason  string // finished, timeout, crashed, …
	Note    string // more about the reason
	Turn    int    // in which it failed: the first that was played without it; 0: it did not, or it is not known
	Late    int    // turns
	Refused int    // actions
	Host    int    // turns of Late that were the machine's fault
}
