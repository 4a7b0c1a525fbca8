package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"blastyard/match"
)

// seriesJobs is how many matches of a series are played at the same time.
func (p *plan) seriesJobs() int {
	switch {
	case p.jobs > 0:
		return p.jobs
	case p.page != nil:
		return 1 // one after the other, to be looked at
	case p.allInProcess():
		return runtime.GOMAXPROCS(0)
	default:
		return 1
	}
}

// runSeries plays all matches of the plan and reports the sums.
func (p *plan) runSeries(ctx context.Context, out *screen) error {
	jobs := p.seriesJobs()
	tables := make([]table, jobs)
	for w := range tables {
		tables[w] = p.game.newTable(p)
		defer tables[w].close()
	}
	var lost error
	sums := seriesSums{tallies: make([]match.Tally, len(p.seats)), failures: make([]int, len(p.seats))}
	err := match.RunSeries(ctx, p.games, jobs, func(ctx context.Context, worker, i int) (outcome, error) {
		return tables[worker].play(ctx, i, out)
	}, func(i int, o outcome) {
		for k, id := range o.ids {
			if id != nobody {
				sums.tallies[k].Add(o.Result, id)
			}
			if o.seats[k].reason != match.Finished {
				sums.failures[k]++
			}
		}
		if p.special != "" && slices.Max(o.Scores) < o.Turns {
			sums.extinct++
		}
		if lost == nil && o.lost != nil {
			lost = fmt.Errorf("game %d: %w", i+1, o.lost)
		}
		out.seriesProgress(i+1, sums.tallies)
	})
	if err != nil {
		return interrupted(ctx, err)
	}
	return both(out.seriesResult(&sums), lost)
}

// seriesSums is what is summed up over a series.
type seriesSums struct {
	tallies  []match.Tally // by seat
	failures []int         // by seat: matches that it did not play to the end
	extinct  int           // matches of sudden death in which the last ordinary character died before the last turn
}
