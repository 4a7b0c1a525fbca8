// Package fairness plays a bot against itself on maps of hexabomb, to find out whether all seats have equal chances.
package fairness

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"blastyard/game/match"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// Games are matches that show whether seats are equal: one bot plays in all seats. The seats do not rotate, but for
// each game the board is rotated or mirrored and the player ids are dealt anew. So it does not matter whether the bot
// prefers a direction, or the rules prefer low ids.
type Games struct {
	Games int
	Turns int    // limit of a game
	Bot   string // the bot's name in the report
	Seed  uint64 // of all randomness

	// Play plays a game of the bot against itself on a map. All seats of the map are used, in order. Calls may be
	// concurrent.
	Play func(ctx context.Context, m *hexabomb.Map, turns int, seed uint64) (match.Result, error)
}

// On plays the games on a map with its first seats.
func (g *Games) On(ctx context.Context, m *hexabomb.Map, players int) (*maps.GamesReport, error) {
	tallies := make([]match.Tally, players)
	err := match.RunSeries(ctx, g.Games, runtime.GOMAXPROCS(0),
		func(ctx context.Context, _, i int) (seatedGame, error) {
			return g.one(ctx, m, players, match.SeedOf(g.Seed, i))
		}, func(_ int, played seatedGame) {
			for seat, id := range played.ids {
				tallies[seat].Add(played.Result, id)
			}
		})
	if err != nil {
		return nil, err
	}
	r := &maps.GamesReport{Games: g.Games, Bot: g.Bot, Turns: g.Turns, Seed: g.Seed, Draws: tallies[0].Draws}
	wins := make([]int, len(tallies))
	for p, tally := range tallies {
		s := maps.SeatReport{Wins: tally.Wins, Share: tally.WinShare(), Score: tally.MeanScore()}
		s.Low, s.High = tally.Interval()
		r.Seats, wins[p] = append(r.Seats, s), tally.Wins
	}
	r.P = evenChance(wins)
	r.Verdict = judge(r)
	return r, nil
}

// seatedGame is the result of a game, with the player of each seat.
type seatedGame struct {
	match.Result
	ids []int
}

// one plays a game. Its seed determines how the board is rotated or mirrored, and the ids.
func (g *Games) one(ctx context.Context, m *hexabomb.Map, seats int, seed uint64) (seatedGame, error) {
	played := seatedGame{ids: match.Draws{Seed: seed}.DealIDs(seats)}
	turned := maps.Turned(m, played.ids, rand.New(rand.NewPCG(seed, uint64(seats))))
	var err error
	played.Result, err = g.Play(ctx, turned, g.Turns, seed)
	return played, err
}

// evenChance returns the probability, by a chi-squared test, that equal seats win at least as unevenly. It returns 1
// if there is nothing to test.
func evenChance(wins []int) float64 {
	total := 0
	for _, n := range wins {
		total += n
	}
	if total == 0 || len(wins) < 2 {
		return 1
	}
	expected, sum := float64(total)/float64(len(wins)), 0.0
	for _, n := range wins {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	// The incomplete gamma function, computed upwards from its value for one or two degrees of freedom.
	y := sum / 2
	half, chance := 1.0, math.Exp(-y)
	if len(wins)%2 == 0 {
		half, chance = 0.5, math.Erfc(math.Sqrt(y))
	}
	for ; half < float64(len(wins)-1)/2; half++ {
		chance += math.Pow(y, half) * math.Exp(-y) / math.Gamma(half+1)
	}
	return chance
}

// judge requires five wins for each seat, as is usual for the test.
func judge(r *maps.GamesReport) string {
	decided := r.Games - r.Draws
	switch {
	case len(r.Seats) < 2:
		return "one player has no opponent to lose to"
	case decided < 5*len(r.Seats):
		return fmt.Sprintf("too few games to tell: %d had a winner, expected at least %d", decided, 5*len(r.Seats))
	case r.P >= 0.01:
		return "even: the seats' wins differ no more than by chance"
	}
	best := 0
	for p, s := range r.Seats {
		if s.Wins > r.Seats[best].Wins {
			best = p
		}
	}
	return fmt.Sprintf("uneven: the seats' wins differ more than by chance; seat %d wins most", best)
}
