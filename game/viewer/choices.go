package viewer

import (
	"errors"
	"fmt"
	"slices"
)

// Choices are the possible actions of a person in the next turn.
type Choices struct {
	Player int     `json:"player"`
	Turn   int     `json:"turn"`   // of the frame from which they were made
	Pieces []Piece `json:"pieces"` // the player's tokens, by id
}

// A Piece is one token of Choices.
type Piece struct {
	Token   int      `json:"token"` // index in the frame's Tokens
	Label   string   `json:"label"` // its name in the log
	Cell    int      `json:"cell"`  // its cell
	Choices []Choice `json:"choices"`
}

// A Choice is a possible action of a token. Doing nothing is always possible.
type Choice struct {
	// the game's name for it, such as up, x+ or bomb; see Legend.Keys
	Do      string `json:"do"`
	Cell    int    `json:"cell"`             // the target cell, or where it happens; OffBoard for none
	Min     int    `json:"min"`              // smallest range and delay, if they can be set
	Max     int    `json:"max"`              // largest range and delay; 0: nothing can be set
	Refused string `json:"refused"`          // why it is impossible; empty: possible
	Note    string `json:"note"`             // a condition; may be empty
	Places  []int  `json:"places,omitempty"` // cells from which one must be chosen: for a revival by the rules of 2018
	Blast   *Blast `json:"blast,omitempty"`  // of the bomb that it drops or triggers; nil: none, or refused
}

// A Blast is what a bomb will do if no player does anything else. Turns are those of the frames that show the
// explosion.
type Blast struct {
	Cells []int `json:"cells"` // first the bomb's own cell, then by distance

	// Ranges has for each of Cells the smallest range that covers it. It is empty if the bomb has only one range.
	Ranges []int `json:"ranges,omitempty"`

	Turn  int `json:"turn"`            // when it explodes; if a delay can be set, with the smallest one
	Chain int `json:"chain,omitempty"` // the first turn in which another bomb sets it off; 0: none does
}

// A Wish is the chosen action of a token.
type Wish struct {
	Token int    `json:"token"`
	Do    string `json:"do"`
	Cell  int    `json:"cell,omitempty"`  // one of the choice's Places, if it has any
	Range int    `json:"range,omitempty"` // of a bomb, if it can be set
	Delay int    `json:"delay,omitempty"`
}

// DoBomb is the name of an action that puts down a bomb.
const DoBomb = "bomb"

// Idle reports whether there are no choices.
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

// Find returns the choice of a token by name, or nil.
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

// Check returns an error for the first impossible wish, with the reason.
func (all *Choices) Check(wishes []Wish) error { return all.check(wishes, true) }

// CheckForm is Check without an error for choices that the rules will refuse.
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

// ErrLate is the error for an answer to a turn for which the person is not asked.
var ErrLate = errors.New("this turn is not waited for (any more)")

// A PersonView is a seat as seen by the person who plays it.
type PersonView struct {
	Name    string   `json:"name"`
	Player  int      `json:"player"`  // -1 before the match
	Match   string   `json:"match"`   // the match id; empty before the match
	Choices *Choices `json:"choices"` // the possible actions; nil: the person is not being asked
	Limit   int      `json:"limit"`   // of a turn, in milliseconds; 0: none
	Left    int      `json:"left"`    // the rest of Limit while the person is being asked
	Missed  int      `json:"missed"`  // the last turn without an answer in time; 0: none
	GaveUp  bool     `json:"gaveUp"`
}
