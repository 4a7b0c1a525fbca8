package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/arena/resultfile"
)

// runSeries plays all matches and reports the sums. What was played of a series that is broken off is reported, too.
func (p *playing) runSeries(ctx context.Context) error {
	var mu sync.Mutex
	recorders := map[int]*record.Recorder{}
	recorder := func(i int) *record.Recorder {
		mu.Lock()
		defer mu.Unlock()
		return recorders[i]
	}
	var lost error
	jobs := p.opt.Jobs
	if jobs == 0 && p.page != nil {
		jobs = 1 // one after the other, to be looked at
	}
	keeper := resultfile.NewKeeper(p.results, p.before, func(i int) string {
		if r := recorder(i); r != nil && r.Err() == nil {
			return r.Path()
		}
		return ""
	})
	var seed func(i int) uint64
	if p.opt.Seeds() > 1 {
		seed = func(i int) uint64 { return p.opt.Seed + uint64(i) }
	}
	sum, err := p.PlaySeries(ctx, keeper.Keep(arena.Series{Matches: p.opt.Games, Jobs: jobs, Seed: seed,
		Sinks: func(i int) []arena.Sink {
			sinks, recorder := p.sinks(i)
			mu.Lock()
			defer mu.Unlock()
			recorders[i] = recorder
			return sinks
		},
		Done: func(i int, r *arena.Result, sums *arena.Summary) {
			if err := p.lost(recorder(i), r); lost == nil && err != nil {
				lost = fmt.Errorf("game %d: %w", i+1, err)
			}
			mu.Lock()
			delete(recorders, i)
			mu.Unlock()
			p.progress(sums)
		}}))
	if keeper.Err() != nil {
		lost = both(lost, fmt.Errorf("the results: %w", keeper.Err()))
	}
	if err == nil {
		return both(p.printSeries(sum, keeper), lost)
	}
	p.sayHowToGoOn(keeper.Played())
	if sum != nil && sum.Matches > 0 {
		lost = both(p.printSeries(sum, keeper), lost)
	}
	return both(interrupted(ctx, err), lost)
}

const seriesProgressEvery = 100 * time.Millisecond

// progress overwrites the line that says how a series stands.
func (p *playing) progress(s *arena.Summary) {
	if !p.errTTY || time.Since(p.progressAt) < seriesProgressEvery && s.Matches < p.opt.Games {
		return
	}
	p.progressAt = time.Now()
	line := fmt.Sprintf("%d of %d games", s.Matches, p.opt.Games)
	for k := range s.Seats {
		line += fmt.Sprintf("  %s %.0f %%", s.Seats[k].Name, 100*s.Seats[k].WinShare())
	}
	fmt.Fprintf(p.notes.Out, "\r%.79s\x1b[K", line)
	if s.Matches == p.opt.Games {
		fmt.Fprint(p.notes.Out, "\r\x1b[K")
	}
}
