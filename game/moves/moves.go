// Package moves writes for programs what a player can do in the next turn of any game, and with each choice the
// actions that do it: a program that knows nothing of a game can play it.
package moves

import (
	"encoding/json"

	"blastyard/game"
	"blastyard/game/viewer"
)

// A piece is what one token of a player can do.
type piece struct {
	Token   int      `json:"token"`
	Label   string   `json:"label"`
	Choices []choice `json:"choices"`
}

// A choice is something that a token can do.
type choice struct {
	Do      string `json:"do"`
	Note    string `json:"note,omitempty"`    // a condition
	Refused string `json:"refused,omitempty"` // why the rules are sure to refuse it

	// Actions are what a program answers that chooses it. An answer for several tokens has the actions of all.
	Actions json.RawMessage `json:"actions,omitempty"`
}

// Append appends as JSON what a player can do in the next turn: an array of its tokens, each with its choices. A
// choice that can be set is there with its smallest range and delay, or its first place. The match stays as it is.
func Append(dst []byte, m game.Match, player int) []byte {
	pieces := []piece{}
	if !m.Acts(player) {
		return append(dst, "[]"...)
	}
	m = m.Clone()
	all := m.Choices(player, nil)
	for _, p := range all.Pieces {
		list := piece{p.Token, p.Label, []choice{}}
		for i := range p.Choices {
			c := &p.Choices[i]
			able := choice{Do: c.Do, Note: c.Note, Refused: c.Refused}
			if c.Refused == "" {
				m.Choose(player, []viewer.Wish{wish(p.Token, c)})
				able.Actions = m.AppendActions(nil, player)
			}
			list.Choices = append(list.Choices, able)
		}
		pieces = append(pieces, list)
	}
	text, err := json.Marshal(pieces)
	if err != nil {
		panic(err) // a Match writes actions as JSON
	}
	return append(dst, text...)
}

// wish returns the simplest wish for a choice.
func wish(token int, c *viewer.Choice) viewer.Wish {
	w := viewer.Wish{Token: token, Do: c.Do}
	if c.Max > 0 {
		w.Range, w.Delay = c.Min, c.Min
	}
	if len(c.Places) > 0 {
		w.Cell = c.Places[0]
	}
	return w
}
