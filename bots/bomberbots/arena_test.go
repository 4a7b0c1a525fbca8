package bomberbots

import (
	"testing"

	"blastyard/rules/bomberman"
)

// contest is a series of matches with rotated seats: in match i, bot k sits at (k+i) mod n, on the map of seed first+i.
type contest struct {
	bots    []string
	matches int
	first   int32
}

// tally is what came of a contest.
type tally struct {
	wins     []int // by bot of the contest: how often it led the leader board
	survived []int // by bot: how often it lived at the end
	kills    int   // matches that ended because fewer than two players lived
	nobody   int   // matches that nobody survived
	rounds   int   // all together
	points   []int // by bot, all together
}

func (c contest) run(tb testing.TB) tally {
	tb.Helper()
	n := len(c.bots)
	t := tally{wins: make([]int, n), survived: make([]int, n), points: make([]int, n)}
	for i := range c.matches {
		s := c.play(tb, i)
		bot := func(seat int) int { return ((seat-i)%n + n) % n }
		t.wins[bot(s.LeaderBoard()[0])]++
		for seat := range n {
			p := s.Player(seat)
			t.points[bot(seat)] += p.Points
			if p.Alive {
				t.survived[bot(seat)]++
			}
		}
		if s.Living() < 2 {
			t.kills++
		}
		if s.Living() == 0 {
			t.nobody++
		}
		t.rounds += s.Round()
	}
	return t
}

// stroller walks at random and never uses a bomb, so that it lives until another player kills it.
type stroller struct{ Bot }

func (b stroller) Act(s *bomberman.State) bomberman.Command {
	for range 20 {
		if c := b.Bot.Act(s); c <= bomberman.Down {
			return c
		}
	}
	return bomberman.Nothing
}

// play plays match i to its end.
func (c contest) play(tb testing.TB, i int) *bomberman.State {
	tb.Helper()
	return c.playOn(tb, generate(tb, len(c.bots), c.first+int32(i)), i)
}

func (c contest) playOn(tb testing.TB, m *bomberman.Map, i int) *bomberman.State {
	tb.Helper()
	bots := make([]Bot, len(c.bots))
	for k, name := range c.bots {
		seat := (k + i) % len(bots)
		if name == "stroller" {
			bots[seat] = stroller{newBot(tb, "random", m, seat, uint64(i))}
			continue
		}
		bots[seat] = newBot(tb, name, m, seat, uint64(i))
	}
	return playOut(m, bots)
}

func playOut(m *bomberman.Map, bots []Bot) *bomberman.State {
	s := bomberman.NewState(m)
	commands := make([]bomberman.Command, len(bots))
	for !s.Over() {
		for k, b := range bots {
			commands[k] = b.Act(s)
		}
		s.Step(commands, nil)
	}
	return s
}
