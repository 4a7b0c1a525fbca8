package viewer

import (
	"slices"

	"blastyard/game/trouble"
)

// A Header contains what stays the same during a match and is needed for pictures in addition to the frames.
type Header struct {
	Game        string // hexabomb, bomberman, or another name
	Title       string // in a few words
	Shape       Shape
	Cells       []Place
	Turns       int    // of the match; 0: unknown
	Map         string // its name, or empty
	Number      int    // number of the match in its series, from 1; 0: none
	Seed        string // decimal, or empty
	Started     string // RFC 3339, or empty
	Limit       int    // of a turn, in milliseconds; 0: none, or unknown
	Death       int    // see Frame.Death
	Legend      *Legend
	SuddenDeath bool
	Players     []HeaderPlayer // by id
	Branch      *Branch        // the match that this one continues; nil: none
}

// A Branch says which match another one continues.
type Branch struct {
	Match string `json:"match"` // its id on the same page
	Turn  int    `json:"turn"`  // the number of common turns
}

// Place is the position of a cell; see Shape.
type Place struct{ X, Y int }

// A HeaderPlayer is one of the players.
type HeaderPlayer struct {
	Name    string // as the bot gave it: not safe to print
	Entrant int    // see Seat.Entrant
	Bot     string // as requested: builtin:NAME, a command line, a folder; or empty
	Special bool
	Goal    string // how it wins, in a sentence, for a person; otherwise empty
}

// Entrants returns the entrants of the players, or nil if none is known.
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

// NewHeader completes the header of a match from what is known and from the first board, which may be nil. All
// headers are made here, so that a page and a replay of the same match show the same.
func NewHeader(known Header, f *Frame) *Header {
	h := &known
	h.Players = slices.Clone(known.Players)
	if f != nil {
		h.SetBoard(f)
		if f.Turns > 0 {
			h.Turns = f.Turns
		}
		for i := len(h.Players); i < len(f.Players); i++ { // the board may have more players
			p := &f.Players[i]
			h.Players = append(h.Players, HeaderPlayer{Name: p.Name, Entrant: p.Entrant, Special: p.Special})
		}
	}
	for i := range h.Players {
		h.SuddenDeath = h.SuddenDeath || h.Players[i].Special
	}
	return h
}

// SetBoard copies from a frame what stays the same: the shape, the cells, what the picture means.
func (s *Header) SetBoard(f *Frame) {
	s.Shape, s.Cells, s.Legend, s.Death = f.Shape, make([]Place, len(f.Cells)), f.Legend, f.Death
	for i, c := range f.Cells {
		s.Cells[i] = Place{c.X, c.Y}
	}
}

// An End is the end of a match.
type End struct {
	Turns   int
	Winner  int    // player id; -1: none
	Why     string // why it ended early; otherwise empty
	Players []EndPlayer
	Lessons []Lesson // what could have been done better; by player, the costliest first
	Moments []Moment // the turns that decided the match, at most three, in order
	Story   string   // why the winner won, in a sentence; may contain names: not safe to print

	// Account says why one player, the winner if there is one, scored more than each of the others. The parts of a
	// pair are together, the largest first, and add up to the difference of the scores.
	Account []struct {
		Player, Over int    // the pair; Over is the other player
		Cause        string // as in package explain
		Points       int    // below 0 if the other did better
		Text         string // what both did; may contain names: not safe to print
	}
}

// A Moment is a turn that decided a match.
type Moment struct {
	Turn     int
	From, To int    // the turns of the frames that show it
	Player   int    // the player whose lead changed
	Swing    int    // the change of that lead, compared with a simulation without the event
	Cells    []int  // indexes of the cells to show
	Text     string // a sentence; may contain names: not safe to print
}

// A Lesson is something that a player could have done better.
type Lesson struct {
	Turn   int // the first turn that it is about
	Player int
	Kind   string // as in package explain
	Cost   int    // estimated points
	Text   string // may quote what a bot sent: not safe to print
}

// EndPlayer is the end of a match for a player.
type EndPlayer struct {
	Reason  string // finished, timeout, crashed, …
	Note    string // more about the reason
	Turn    int    // in which it failed: the first that was played without it; 0: it did not, or it is not known
	Late    int    // turns
	Refused int    // actions
	Host    int    // turns of Late that were the machine's fault
	Silent  int    // turns with an answer in time, but no action that can be read
	Crashed int    // turns in which its program failed
	First   trouble.Firsts
}
