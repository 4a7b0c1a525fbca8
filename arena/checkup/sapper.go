package checkup

import (
	"blastyard/game"
	"blastyard/game/viewer"
)

// sapperName is the name of a built-in bot that exists only in situations.
const sapperName = "sapper"

// withSapper is a match that also offers the sapper bot.
type withSapper struct{ game.Match }

// Bot implements game.Match.
func (m withSapper) Bot(name string, player int, seed uint64) (game.Bot, error) {
	if name == sapperName {
		return sapper{player}, nil
	}
	return m.Match.Bot(name, player, seed)
}

// sapper stays on its cell, drops the bomb that reaches farthest whenever it can, and revives.
type sapper struct{ player int }

// Act implements game.Bot.
func (s sapper) Act(m game.Match) {
	all := m.Choices(s.player, make([]viewer.Seat, m.Players()))
	var wishes []viewer.Wish
	for _, p := range all.Pieces {
		for _, c := range p.Choices {
			if c.Refused == "" && (c.Do == viewer.DoBomb || c.Do == "revive") {
				w := viewer.Wish{Token: p.Token, Do: c.Do, Range: c.Max, Delay: c.Min}
				if len(c.Places) > 0 {
					w.Cell = c.Places[0]
				}
				wishes = append(wishes, w)
				break
			}
		}
	}
	m.Choose(s.player, wishes)
}
