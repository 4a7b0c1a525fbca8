package bomberbots

import (
	"math/rand/v2"

	"blastyard/rules/bomberman"
)

// mixed plays most rounds as a stronger bot and the others as a weaker one. Both see every round, for they remember
// what they saw.
type mixed struct {
	strong, weak Bot
	rng          rand.PCG
	weakRounds   uint64 // of 1024, drawn round by round
}

func mixOf(strong, weak func(seat) Bot, weakRounds uint64) func(seat) Bot {
	return func(at seat) Bot {
		return &mixed{strong(at), weak(at), *rand.NewPCG(at.seed, ^uint64(at.player)), weakRounds}
	}
}

func (m *mixed) Act(s *bomberman.State) bomberman.Command {
	strong, weak := m.strong.Act(s), m.weak.Act(s)
	if m.rng.Uint64()>>54 < m.weakRounds {
		return weak
	}
	return strong
}
