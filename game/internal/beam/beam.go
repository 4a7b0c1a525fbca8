// The program is the example of the manual's page on searching: a beam search for hexabomb.
package main

import (
	"math/rand/v2"
	"slices"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

const depth, width, tries = 6, 12, 14 // turns ahead; states that are followed; actions that are tried in each

type node struct {
	state *hexabomb.State
	first []hexabomb.Action // of the coming turn
	value int
}

// Beam returns a player's actions for the coming turn.
func Beam(s *hexabomb.State, player int, chance *rand.Rand) []hexabomb.Action {
	blasts, beam := forecast.New(s.Board()), []node{{state: s}}
	for turn := range depth {
		var next []node
		for i := range len(beam) * tries {
			n := node{state: beam[i/tries].state.Clone(), first: beam[i/tries].first}
			blasts.Look(n.state)
			actions := some(n.state, player, blasts, chance)
			if n.state.Step(actions, nil); turn == 0 {
				n.first = actions
			}
			next = append(next, node{n.state, n.first, value(n.state, player)})
		}
		slices.SortStableFunc(next, func(x, y node) int { return y.value - x.value })
		next = slices.CompactFunc(next, func(x, y node) bool { return x.value == y.value && x.state.Equal(y.state) })
		beam = next[:min(width, len(next))]
	}
	return beam[0].first
}

// some draws an action for each character, but none that leads into a blast of this turn.
func some(s *hexabomb.State, player int, blasts *forecast.Forecast, chance *rand.Rand) (actions []hexabomb.Action) {
	n := 0 // choices of a character so far: each replaces the one before with a chance of 1 in n
	for c := range s.Legal(player) {
		if c.Refused != hexabomb.NotRefused || blasts.First(c.Cell) == 1 {
			continue
		}
		c.Action.Range += uint8(chance.IntN(c.MaxBomb/2 + 1)) // of a bomb 2 to 4, else 0
		c.Action.Delay += uint8(chance.IntN(c.MaxBomb/2 + 1))
		if n++; len(actions) == 0 || actions[len(actions)-1].Character != c.Action.Character {
			actions, n = append(actions, c.Action), 1
		} else if chance.IntN(n) == 0 {
			actions[len(actions)-1] = c.Action
		}
	}
	return actions
}

// value is how far a player leads once the bombs have exploded.
func value(s *hexabomb.State, player int) int {
	end := s.Clone()
	for range hexabomb.MaxBomb {
		end.Step(nil, nil)
	}
	worth := func(p int) int { return end.Score(p) + 3*end.CellCount(p) + 20*end.Living(p) }
	lead := worth(player) * s.Board().NumPlayers()
	for p := range s.Board().NumPlayers() {
		lead -= worth(p)
	}
	return lead
}
