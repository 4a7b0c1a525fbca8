package hexabots

import (
	"math/rand/v2"

	"blastyard/rules/hexabomb"
)

// mixed plays some turns as a stronger bot and the others as a weaker one. How many, it draws for each match: it has
// good days and bad ones. So the share of matches that a program wins against it says how far it has come on the way
// from the weaker bot to the stronger one.
type mixed struct {
	strong, weak Bot
	rng          rand.PCG
	share        uint32 // of 256: turns that the stronger one plays
}

// mixOf makes bots whose share of turns of the stronger bot is drawn from least to most, of 256. What is drawn above
// 256 is 256: a day without a mistake.
func mixOf(strong, weak func(seat) Bot, least, most uint32) func(seat) Bot {
	return func(at seat) Bot {
		m := &mixed{strong: strong(at), weak: weak(at), rng: *rand.NewPCG(at.seed, ^uint64(at.player))}
		m.share = least + below(uint32(m.rng.Uint64()), most-least+1)
		return m
	}
}

func (m *mixed) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	if below(uint32(m.rng.Uint64()), 256) < m.share {
		return m.strong.Act(dst, s)
	}
	return m.weak.Act(dst, s)
}
