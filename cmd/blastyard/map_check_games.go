package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"

	"blastyard/bots/hexabots"
	"blastyard/hexabomb"
	"blastyard/maps"
	"blastyard/match"
)

// mapTrial is games that show whether seats are equal: the same bot in each, and no seat ever changes.
type mapTrial struct {
	games, turns int
	bot          string
	seed         uint64
}

// mapGameReport is how the seats fared.
type mapGameReport struct {
	Games   int       `json:"games"`
	Bot     string    `json:"bot"`
	Turns   int       `json:"turns"`
	Seed    uint64    `json:"seed"`
	Draws   int       `json:"draws"`
	Seats   []mapSeat `json:"seats"`
	P       float64   `json:"p"` // the chance of wins at least as uneven if all seats are equal
	Verdict string    `json:"verdict"`
}

type mapSeat struct {
	Wins  int     `json:"wins"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Score float64 `json:"mean_score"`
}

func (t *mapTrial) play(ctx context.Context, m *hexabomb.Map, players int) (*mapGameReport, error) {
	tallies := make([]match.Tally, players)
	jobs := runtime.GOMAXPROCS(0)
	err := match.RunSeries(ctx, t.games, jobs, func(ctx context.Context, _, i int) (mapGame, error) {
		return t.game(ctx, m, players, match.SeedOf(t.seed, i))
	}, func(_ int, g mapGame) {
		for seat, id := range g.ids {
			tallies[seat].Add(g.Result, id)
		}
	})
	if err != nil {
		return nil, err
	}
	r := &mapGameReport{Games: t.games, Bot: t.bot, Turns: t.turns, Seed: t.seed, Draws: tallies[0].Draws}
	wins := make([]int, len(tallies))
	for p, tally := range tallies {
		s := mapSeat{Wins: tally.Wins, Share: tally.WinShare(), Score: tally.MeanScore()}
		s.Low, s.High = tally.Interval()
		r.Seats, wins[p] = append(r.Seats, s), tally.Wins
	}
	r.P = evenChance(wins)
	r.Verdict = r.judge()
	return r, nil
}

// mapGame is how a game ended, and which player had each seat.
type mapGame struct {
	match.Result
	ids []int
}

// game plays a game. The board is turned or mirrored, and the ids are dealt, by the seed: a bot that prefers a direction or
// a player with a low id does so for all seats alike.
func (t *mapTrial) game(ctx context.Context, m *hexabomb.Map, seats int, seed uint64) (mapGame, error) {
	g := mapGame{ids: match.DealIDs(seed, seats)}
	lattice := maps.LatticeSymmetries()
	s := lattice[rand.New(rand.NewPCG(seed, uint64(seats))).IntN(len(lattice))]
	turned := &hexabomb.Map{Cells: s.ApplyAll(m.Cells), Starts: make([][]hexabomb.Coord, seats)}
	for seat, id := range g.ids {
		turned.Starts[id] = s.ApplyAll(m.Starts[seat])
	}
	b, err := hexabomb.NewBoard(turned, seats, 0)
	if err != nil {
		return g, err
	}
	game := &hexabombGame{state: hexabomb.NewState(b)}
	players := make([]match.Player[[]hexabomb.Action], seats)
	for id := range players {
		bot, err := hexabots.New(strings.TrimPrefix(t.bot, "builtin:"), b, id, match.PlayerSeed(seed, id))
		if err != nil {
			return g, fmt.Errorf("--bot %q: %w", t.bot, err)
		}
		players[id] = &localBot{bot: bot, state: game.state}
	}
	course, err := match.New(game, match.Config{Turns: t.turns, Seed: seed, Unseen: 1})
	if err != nil {
		return g, err
	}
	err = course.Run(ctx, players, nil)
	g.Result = course.Result()
	return g, err
}

// evenChance is the chance, by a chi-squared test, that equal seats win at least as unevenly; 1 where there is nothing to
// tell.
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
func (r *mapGameReport) judge() string {
	decided := r.Games - r.Draws
	switch {
	case len(r.Seats) < 2:
		return "one player has nobody to lose to"
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

func (r *mapGameReport) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s of %s, %d turns, seed %d, seats not rotated; without a winner: %d\n", countOf(r.Games, "game"), r.Bot, r.Turns, r.Seed, r.Draws)
	even := float64(r.Games-r.Draws) / float64(len(r.Seats)) / float64(r.Games)
	for p, s := range r.Seats {
		fmt.Fprintf(b, "  player %d: %d wins, %.1f %% (%.1f to %.1f; even is %.1f), mean score %.1f\n", p, s.Wins, 100*s.Share, 100*s.Low, 100*s.High, 100*even, s.Score)
	}
	fmt.Fprintf(b, "verdict: %s (p = %.3f)\n", r.Verdict, r.P)
}
