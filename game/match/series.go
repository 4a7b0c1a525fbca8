package match

import (
	"context"
	"math"
	"sync"
)

// Rotate returns the player id of a bot in match i of a series. In match 0 it is id. Each further match increases it
// by one, so that the bot plays with every id over n matches. Ids below first do not rotate.
func Rotate(id, i, first, n int) int {
	if id < first || n == first {
		return id
	}
	return first + (id-first+i)%(n-first)
}

// Tally contains the totals of one bot in a series.
type Tally struct {
	Games, Wins, Draws int
	Score              int     // the sum over all games
	Squares            float64 // the sum of the squares of the scores
}

// Add counts a match in which the bot had the given player id. A match without a winner is a draw for all players.
func (t *Tally) Add(r Result, player int) {
	t.Games++
	t.Score += r.Scores[player]
	t.Squares += float64(r.Scores[player]) * float64(r.Scores[player])
	switch r.Winner {
	case player:
		t.Wins++
	case NoWinner:
		t.Draws++
	}
}

// MeanScore returns the mean score of a game, or 0 without games.
func (t Tally) MeanScore() float64 { return float64(t.Score) / float64(max(1, t.Games)) }

// WinShare returns the share of games won, or 0 without games.
func (t Tally) WinShare() float64 { return float64(t.Wins) / float64(max(1, t.Games)) }

// Interval returns the 95 % Wilson interval of the share of games won, or 0 to 1 without games.
func (t Tally) Interval() (low, high float64) {
	if t.Games == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	n, p := float64(t.Games), t.WinShare()
	centre, spread := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (centre-spread)/(1+z*z/n)), min(1, (centre+spread)/(1+z*z/n))
}

// RunSeries plays matches 0 to games-1, at most jobs at the same time. It passes the results to done one by one, in
// the order of the matches, so that sums do not depend on which match finished first. play must be safe for concurrent
// calls with different i; concurrent calls have different worker numbers (0 to jobs-1). The first error, in the order
// of the matches, ends the series.
func RunSeries[R any](ctx context.Context, games, jobs int,
	play func(ctx context.Context, worker, i int) (R, error), done func(i int, r R)) error {
	ctx, cancel := context.WithCancel(ctx)
	type item struct {
		r   R
		err error
	}
	jobs = max(1, min(jobs, games))
	// Worker w plays matches w, w+jobs, …, so reading one result from each worker in turn gives them in order, with
	// bounded memory.
	results := make([]chan item, jobs)
	var workers sync.WaitGroup
	for w := range results {
		results[w] = make(chan item, 64)
		workers.Go(func() {
			defer close(results[w])
			for i := w; i < games; i += jobs {
				r, err := play(ctx, w, i)
				select {
				case results[w] <- item{r, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
			}
		})
	}
	defer workers.Wait()
	defer cancel()
	for i := range games {
		select {
		case it, ok := <-results[i%jobs]:
			if !ok {
				return ctx.Err()
			}
			if it.err != nil {
				return it.err
			}
			done(i, it.r)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
