package main

import (
	"blastyard/hexabomb"
	"blastyard/match"
)

// hexabombGame makes hexabomb fit match.
type hexabombGame struct {
	state   *hexabomb.State
	actions []hexabomb.Action
	refused *[]hexabomb.Refusal // nil: nobody asks
}

type hexabombMove = match.Move[[]hexabomb.Action]

func (g *hexabombGame) NumPlayers() int      { return g.state.Board().NumPlayers() }
func (g *hexabombGame) Over() bool           { return false }
func (g *hexabombGame) Winner() int          { return g.state.Winner() }
func (g *hexabombGame) Score(player int) int { return g.state.Score(player) }

func (g *hexabombGame) Play(moves []hexabombMove) {
	g.actions = g.actions[:0]
	for _, m := range moves {
		g.actions = append(g.actions, m.Actions...)
	}
	if g.refused != nil {
		*g.refused = (*g.refused)[:0]
	}
	g.state.Step(g.actions, g.refused)
}
