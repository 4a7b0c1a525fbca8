package viewer

import (
	"errors"
	"fmt"
	"slices"
)

// Choices is what a person may ask for in the coming turn.
type Choices struct {
	Player int     `json:"player"`
	Turn   int     `json:"turn"`   // of the frame that it was made from
	Pieces []Piece `json:"pieces"` // the player's tokens, by id
}

// A Piece is one token of Choices.
type Piece struct {
	Token   int      `json:"token"` // index in the frame's Tokens
	Label   string   `json:"label"` // as the log names it
	Cell    int      `json:"cell"`  // where it is
	Choices []Choice `json:"choices"`
}

// A Choice is something that a token can be asked to do. Not to ask it for anything is always possible.
type Choice struct {
	// x+, y+, …, bomb, revive; in 2016-Bomberman up, left, right, down, bomb, trigger
	Do      string `json:"do"`
	Cell    int    `json:"cell"`             // where it leads, or where it happens; OffBoard for nowhere
	Min     int    `json:"min"`              // smallest range and delay that may be set, where they can be
	Max     int    `json:"max"`              // largest; 0: nothing can be set
	Refused string `json:"refused"`          // why it cannot be; empty: it can
	Note    string `json:"note"`             // what it depends on; or empty
	Places  []int  `json:"places,omitempty"` // cells of which one has to be chosen: of a revival by the rules of 2018
	Blast   *Blast `json:"blast,omitempty"`  // of the bomb that it puts down or triggers; nil: none, or refused
}

// A Blast is what a bomb will do if no player does anything more. Turns are those of the frames that show the
// explosion.
type Blast struct {
	Cells []int `json:"cells"` // the bomb's own first, then by distance

	// Ranges are, by cell of Cells, the smallest range that covers it; empty: there is one range only.
	Ranges []int `json:"ranges,omitempty"`

	Turn  int `json:"turn"`            // in which it explodes; where a delay can be set, with the smallest one
	Chain int `json:"chain,omitempty"` // the first turn in which another bomb sets it off; 0: none does
}

// A Wish is what a token is asked to do.
type Wish struct {
	Token int    `json:"token"`
	Do    string `json:"do"`
	Cell  int    `json:"cell,omitempty"`  // one of the choice's Places, where it has any
	Range int    `json:"range,omitempty"` // of a bomb, where it can be set
	Delay int    `json:"delay,omitempty"`
}

// What can be done beside moving.
const (
	DoBomb    = "bomb"
	DoRevive  = "revive"
	DoTrigger = "trigger"
)

// Idle tells whether nothing can be asked for.
func (all *Choices) Idle() bool {
	for i := range all.Pieces {
		for j := range all.Pieces[i].Choices {
			if all.Pieces[i].Choices[j].Refused == "" {
				return false
			}
		}
	}
	return true
}

// Find is what a token can be asked to do under a name; nil if there is no such thing.
func (all *Choices) Find(token int, do string) *Choice {
	for i := range all.Pieces {
		if all.Pieces[i].Token == token {
			choices := all.Pieces[i].Choices
			if j := slices.IndexFunc(choices, func(c Choice) bool { return c.Do == do }); j >= 0 {
				return &choices[j]
			}
		}
	}
	return nil
}

// Check tells what is wrong with wishes: the first one that cannot be, and why.
func (all *Choices) Check(wishes []Wish) error { return all.check(wishes, true) }

// CheckForm is Check for who may also choose what the rules are sure to refuse.
func (all *Choices) CheckForm(wishes []Wish) error { return all.check(wishes, false) }

func (all *Choices) check(wishes []Wish, rules bool) error {
	asked := map[int]bool{}
	for _, w := range wishes {
		c := all.Find(w.Token, w.Do)
		why := ""
		switch {
		case !slices.ContainsFunc(all.Pieces, func(p Piece) bool { return p.Token == w.Token }):
			why = "the token is not yours"
		case c == nil:
			why = "there is no such action"
		case asked[w.Token]:
			why = "the token already has an action in this turn"
		case rules && c.Refused != "":
			why = c.Refused
		case c.Max > 0 && (min(w.Range, w.Delay) < c.Min || max(w.Range, w.Delay) > c.Max):
			why = fmt.Sprintf("range is %d and delay %d, expected %d to %d each", w.Range, w.Delay, c.Min, c.Max)
		}
		if why == "" && len(c.Places) > 0 && !slices.Contains(c.Places, w.Cell) {
			why = fmt.Sprintf("cell %d is not free", w.Cell)
		}
		if why != "" {
			return fmt.Errorf("token %d: %.20q: %s", w.Token, w.Do, why)
		}
		asked[w.Token] = true
	}
	return nil
}

// ErrLate is what is said to an answer to a turn that a person is not waited for.
var ErrLate = errors.New("this turn is not waited for (any more)")

// A PersonView is a seat as the person sees it who plays it by hand.
type PersonView struct {
	Name    string   `json:"name"`
	Player  int      `json:"player"`  // -1 before the match
	Match   string   `json:"match"`   // its id; empty before the match
	Choices *Choices `json:"choices"` // what may be asked for; nil: the seat is not waited for
	Limit   int      `json:"limit"`   // of a turn, in milliseconds; 0: none
	Left    int      `json:"left"`    // of Limit, where the seat is waited for
	Missed  int      `json:"missed"`  // the last turn that passed without an answer in time; 0: none
	GaveUp  bool     `json:"gaveUp"`
}
