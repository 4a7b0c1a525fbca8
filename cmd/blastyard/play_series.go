package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/record"
)

// runSeries plays all matches and reports the sums.
func (p *playing) runSeries(ctx context.Context) error {
	var mu sync.Mutex
	recorders := map[int]*record.Recorder{}
	var lost error
	jobs := p.jobs
	if jobs == 0 && p.page != nil {
		jobs = 1 // one after the other, to be looked at
	}
	sum, err := p.PlaySeries(ctx, arena.Series{Matches: p.games, Jobs: jobs,
		Sinks: func(i int) []arena.Sink {
			sinks, recorder := p.sinks(i)
			mu.Lock()
			defer mu.Unlock()
			recorders[i] = recorder
			return sinks
		},
		Done: func(i int, r *arena.Result, sums *arena.Summary) {
			mu.Lock()
			defer mu.Unlock()
			if err := p.lost(recorders[i], r); lost == nil && err != nil {
				lost = fmt.Errorf("game %d: %w", i+1, err)
			}
			delete(recorders, i)
			p.progress(sums)
		}})
	if err != nil {
		return interrupted(ctx, err)
	}
	return both(p.printSeries(sum), lost)
}

const seriesProgressEvery = 100 * time.Millisecond

// progress overwrites the line that says how a series stands.
func (p *playing) progress(s *arena.Summary) {
	if !p.errTTY || time.Since(p.progressAt) < seriesProgressEvery && s.Matches < p.games {
		return
	}
	p.progressAt = time.Now()
	line := fmt.Sprintf("%d of %d games", s.Matches, p.games)
	for k := range s.Seats {
		line += fmt.Sprintf("  %s %.0f %%", s.Seats[k].Name, 100*s.Seats[k].WinShare())
	}
	fmt.Fprintf(p.notes.Out, "\r%.79s\x1b[K", line)
	if s.Matches == p.games {
		fmt.Fprint(p.notes.Out, "\r\x1b[K")
	}
}
