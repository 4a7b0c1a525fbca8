package gametest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"blastyard/game"
	"blastyard/game/viewer"
)

// players decides at random for all players: as a bot, by a choice, or by an entry of Noise.
type players struct {
	suite *Suite
	rng   *rand.Rand
	bots  []game.Bot
}

func (s *Suite) players(tb testing.TB, m game.Match, seed uint64) *players {
	tb.Helper()
	p := &players{suite: s, rng: rand.New(rand.NewPCG(seed, 1))}
	for player, name := range s.Bots {
		b, err := m.Bot(name, player, seed+uint64(player))
		if err != nil {
			tb.Fatal(err)
		}
		p.bots = append(p.bots, b)
	}
	return p
}

// ask sets the players' actions, and returns the order in which to play them. Some players are omitted.
func (p *players) ask(m game.Match) (order []int) {
	for _, player := range p.rng.Perm(m.Players()) {
		switch p.rng.IntN(8) {
		case 0:
			m.Ask(player, []byte(p.suite.Noise[p.rng.IntN(len(p.suite.Noise))]))
		case 1:
			m.Choose(player, p.wish(m, player))
		case 2:
			if m.Ask(player, nil); p.rng.IntN(2) == 0 {
				continue
			}
		default:
			p.bots[player].Act(m)
		}
		order = append(order, player)
	}
	return order
}

// wish returns one of the choices that are not refused.
func (p *players) wish(m game.Match, player int) []viewer.Wish {
	var list []viewer.Wish
	for _, piece := range m.Choices(player, nil).Pieces {
		for _, c := range piece.Choices {
			if c.Refused == "" {
				list = append(list, viewer.Wish{Token: piece.Token, Do: c.Do, Range: c.Min, Delay: c.Min})
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[p.rng.IntN(len(list)):][:1]
}

// play plays a match. It calls turn before each turn, after all players have decided.
func (s *Suite) play(tb testing.TB, m game.Match, seed uint64, turn func(order []int)) {
	tb.Helper()
	p := s.players(tb, m, seed)
	for !m.Over() && m.Turn() < s.Turns {
		order := p.ask(m)
		turn(order)
		m.Play(order, true)
	}
}

// describe returns all that a match says about its state, its last turn, and the players' actions, as text.
func describe(m game.Match) string {
	text := came(m)
	for p := range m.Players() {
		text += fmt.Sprintf("player %d asks %s: %q\n", p, m.AppendActions(nil, p), m.Words(p))
	}
	return text
}

// came returns the current result of a match, as text.
func came(m game.Match) string {
	text := fmt.Sprintf("turn %d, over %v, winner %d, hash %v\nrefused %+v\n%s\n", m.Turn(), m.Over(), m.Winner(),
		m.Hash(),
		m.AppendRefused(nil), m.AppendState(nil))
	for p := range m.Players() {
		living, all := m.Living(p)
		text += fmt.Sprintf("player %d: score %d, acts %v, living %d of %d\n", p, m.Score(p), m.Acts(p), living, all)
	}
	return text
}

// record returns a whole match as text.
func (s *Suite) record(tb testing.TB, m game.Match, seed uint64) string {
	tb.Helper()
	text := ""
	s.play(tb, m, seed, func([]int) { text += describe(m) })
	return text + describe(m)
}
