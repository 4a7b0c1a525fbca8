package maps

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"

	"blastyard/game/match"
	"blastyard/internal/english"
	"blastyard/rules/hexabomb"
)

// Games are games that show whether seats are equal: one bot plays itself in all seats. The seats do not rotate, but
// for each game the board is turned or mirrored and the players' ids are dealt anew, so that it does not matter
// whether the bot prefers a direction, or whether the rules prefer a low id.
type Games struct {
	Games int
	Turns int    // of a game
	Bot   string // what the report calls the bot
	Seed  uint64 // all chance comes from it

	// Play plays a game of the bot against itself on a map, whose seats are all played in their order. Several games
	// are played at once.
	Play func(ctx context.Context, m *hexabomb.Map, turns int, seed uint64) (match.Result, error)
}

// GamesReport is how the seats fared.
type GamesReport struct {
	Games   int          `json:"games"`
	Bot     string       `json:"bot"`
	Turns   int          `json:"turns"`
	Seed    uint64       `json:"seed"`
	Draws   int          `json:"draws"`
	Seats   []SeatReport `json:"seats"`
	P       float64      `json:"p"` // the chance of wins at least as uneven if all seats are equal
	Verdict string       `json:"verdict"`
}

// SeatReport is how a seat fared: its wins, their share of all games with its 95 % interval, and the mean score.
type SeatReport struct {
	Wins  int     `json:"wins"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Score float64 `json:"mean_score"`
}

// On plays the games on a map with the first of its seats.
func (g *Games) On(ctx context.Context, m *hexabomb.Map, players int) (*GamesReport, error) {
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
	r := &GamesReport{Games: g.Games, Bot: g.Bot, Turns: g.Turns, Seed: g.Seed, Draws: tallies[0].Draws}
	wins := make([]int, len(tallies))
	for p, tally := range tallies {
		s := SeatReport{Wins: tally.Wins, Share: tally.WinShare(), Score: tally.MeanScore()}
		s.Low, s.High = tally.Interval()
		r.Seats, wins[p] = append(r.Seats, s), tally.Wins
	}
	r.P = evenChance(wins)
	r.Verdict = r.judge()
	return r, nil
}

// seatedGame is how a game ended, and which player had each seat.
type seatedGame struct {
	match.Result
	ids []int
}

// one plays a game. Its seed turns or mirrors the board, and deals the ids.
func (g *Games) one(ctx context.Context, m *hexabomb.Map, seats int, seed uint64) (seatedGame, error) {
	played := seatedGame{ids: match.DealIDs(seed, seats)}
	lattice := latticeSymmetries()
	s := lattice[rand.New(rand.NewPCG(seed, uint64(seats))).IntN(len(lattice))]
	turned := &hexabomb.Map{Cells: s.applyAll(m.Cells), Starts: make([][]hexabomb.Coord, seats)}
	for seat, id := range played.ids {
		turned.Starts[id] = s.applyAll(m.Starts[seat])
	}
	var err error
	played.Result, err = g.Play(ctx, turned, g.Turns, seed)
	return played, err
}

// evenChance is the chance, by a chi-squared test, that equal seats win at least as unevenly; 1 where there is
// nothing to tell.
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
	// The incomplete gamma function, from its value for one or two degrees of freedom upwards.
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

// judge needs five wins for each seat, as is usual for the test.
func (r *GamesReport) judge() string {
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

func (r *GamesReport) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s of %s, %s, seed %d, seats not rotated; without a winner: %d\n", english.Count(r.Games, "game"),
		r.Bot,
		english.Count(r.Turns, "turn"), r.Seed, r.Draws)
	even := float64(r.Games-r.Draws) / float64(len(r.Seats)) / float64(r.Games)
	for p, s := range r.Seats {
		fmt.Fprintf(b, "  player %d: %s, %.1f %% (%.1f to %.1f; even is %.1f), mean score %.1f\n", p,
			english.Count(s.Wins, "win"),
			100*s.Share, 100*s.Low, 100*s.High, 100*even, s.Score)
	}
	fmt.Fprintf(b, "verdict: %s (p = %.3f)\n", r.Verdict, r.P)
}
