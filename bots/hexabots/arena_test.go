package hexabots

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// A contest is a series of games of some bots. In game i, bot k takes seat (k+i) mod n.
type contest struct {
	mapName string
	bots    []string
	ghost   string // the special player's bot; empty: classical
	turns   int
	games   int
	seed    uint64
}

// tally is what came of a contest.
type tally struct {
	wins      []int // by bot
	draws     int
	score     []int // by bot, summed
	dead      int   // sudden death: games in which no ordinary character was alive at the end
	lastTurns int   // sudden death: the turns at which the last one died, or the game ended, summed
}

func (c contest) String() string { return fmt.Sprintf("%s %v %s", c.mapName, c.bots, c.ghost) }

// run plays all games, on all processors.
func (c contest) run(tb testing.TB) tally {
	tb.Helper()
	m, err := maps.Load(c.mapName)
	if err != nil {
		tb.Fatal(err)
	}
	specials := 0
	if c.ghost != "" {
		specials = 1
	}
	board, err := hexabomb.NewBoard(m, len(c.bots), specials)
	if err != nil {
		tb.Fatal(err)
	}
	results := make([]*hexabomb.State, c.games)
	var at atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := int(at.Add(1) - 1); i < c.games; i = int(at.Add(1) - 1) {
				results[i] = c.play(tb, board, specials, i)
			}
		})
	}
	wait.Wait()
	return c.tally(board, specials, results)
}

func (c contest) tally(board *hexabomb.Board, specials int, results []*hexabomb.State) tally {
	t := tally{wins: make([]int, len(c.bots)), score: make([]int, len(c.bots))}
	for i, s := range results {
		n := len(c.bots)
		if w := s.Winner(); w == hexabomb.NoWinner {
			t.draws++
		} else {
			t.wins[(w-specials+n*c.games-i)%n]++
		}
		last, dead := 0, true
		for p := specials; p < board.NumPlayers(); p++ {
			t.score[(p-specials+n*c.games-i)%n] += s.Score(p)
			last = max(last, s.Score(p))
			dead = dead && s.Living(p) == 0
		}
		if specials > 0 {
			t.lastTurns += last
			if dead {
				t.dead++
			}
		}
	}
	return t
}

// play plays game i. The players' order is drawn anew each turn.
func (c contest) play(tb testing.TB, board *hexabomb.Board, specials, i int) *hexabomb.State {
	rng := rand.New(rand.NewPCG(c.seed, uint64(i)))
	bots := make([]Bot, board.NumPlayers())
	order := make([]int, board.NumPlayers())
	for p := range bots {
		name := c.ghost
		if p >= specials {
			n := len(c.bots)
			name = c.bots[(p-specials+n*c.games-i)%n]
		}
		var err error
		if bots[p], err = New(name, board, p, rng.Uint64()); err != nil {
			tb.Error(err)
			return hexabomb.NewState(board)
		}
		order[p] = p
	}
	s := hexabomb.NewState(board)
	var actions []hexabomb.Action
	for range c.turns {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		actions = actions[:0]
		for _, p := range order {
			actions = bots[p].Act(actions, s)
		}
		s.Step(actions, nil)
	}
	return s
}
