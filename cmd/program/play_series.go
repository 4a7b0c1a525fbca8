//go:build !js

package program

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/options"
	"blastyard/arena/record"
	"blastyard/arena/resultfile"
	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/show/report"
)

// series returns the series of the options, or the one of which a single game is requested.
func (p *playing) series() arena.Series {
	s := arena.Series{Matches: p.opt.Games}
	switch {
	case p.opt.Seeds() > 1:
		s.Seed = func(i int) uint64 { return p.opt.Seed + uint64(i) }
	case p.opt.Only == 0 && !p.opt.Series():
		s.Single = true
	}
	return s
}

// recorders are those of the matches that are played.
type recorders struct {
	mu sync.Mutex
	by map[int]*record.Recorder
}

func (r *recorders) put(i int, of *record.Recorder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.by[i] = of
}

func (r *recorders) drop(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.by, i)
}

func (r *recorders) of(i int) *record.Recorder {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.by[i]
}

// path returns the file of a match, or "" if it has none.
func (r *recorders) path(i int) string {
	if of := r.of(i); of != nil && of.Err() == nil {
		return of.Path()
	}
	return ""
}

// runSeries plays all matches and reports the sums, also those of an interrupted series.
func (p *playing) runSeries(ctx context.Context) error {
	recorders := recorders{by: map[int]*record.Recorder{}}
	var lost error
	jobs := p.opt.Jobs
	if jobs == 0 && p.page != nil {
		jobs = 1 // one after the other, for watching
	}
	keeper := resultfile.NewKeeper(p.results, p.before, recorders.path)
	losses := p.losses(recorders.path)
	series := p.series()
	series.Jobs = jobs
	series.Sinks = func(i int) []arena.Sink {
		sinks, recorder := p.sinks(i)
		if losses != nil {
			if sink := losses.Sink(i, p.recordOptions(i)); sink != nil {
				sinks = append(sinks, sink)
			}
		}
		recorders.put(i, recorder)
		return sinks
	}
	series.Ended = func(i int, r *arena.Result) {
		if !p.opt.Quiet {
			p.notes.Tell("%s", report.Game(i, p.opt.Games, r))
		}
	}
	series.Done = func(i int, r *arena.Result, sums *arena.Summary) {
		if err := p.lost(recorders.of(i), r); lost == nil && err != nil {
			lost = fmt.Errorf("game %d: %w", i+1, err)
		}
		if losses != nil {
			losses.Done(i, r)
		}
		recorders.drop(i)
		p.progress(sums)
	}
	sum, err := p.PlaySeries(ctx, keeper.Keep(series))
	p.notes.Progress("")
	if keeper.Err() != nil {
		lost = both(lost, fmt.Errorf("the results: %w", keeper.Err()))
	}
	if err == nil {
		return both(p.printSeries(sum, keeper, losses), lost)
	}
	p.sayHowToGoOn(keeper.Played())
	if sum != nil && sum.Matches > 0 {
		lost = both(p.printSeries(sum, keeper, losses), lost)
	}
	return both(command.Interrupted(ctx, err), lost)
}

// losses keeps the lost games of a series. It is nil if they are not of interest: only built-in bots play, or the
// result is for a program.
func (p *playing) losses(recorded func(i int) string) *report.Lost {
	own := report.OwnSeat(p.Prepared)
	if own < 0 || p.opt.JSON || p.opt.Replay == options.NoReplay {
		return nil
	}
	l := &report.Lost{Seat: own, Name: p.Seats[own].Name, Program: p.opt.Program, Games: games.All(),
		Recorded: recorded}
	if p.opt.Replay == "" {
		path := cmp.Or(p.resultsPath(), replayPath(p.Kind.Name, p.Config.Seed, time.Now()))
		l.Folder = strings.TrimSuffix(strings.TrimSuffix(path, resultfile.Ending), replay.Ending) + "-lost"
	}
	return l
}

const seriesProgressEvery = 100 * time.Millisecond

// progress shows the progress of a series.
func (p *playing) progress(s *arena.Summary) {
	if !p.errTTY || time.Since(p.progressAt) < seriesProgressEvery && s.Matches < p.opt.Games {
		return
	}
	p.progressAt = time.Now()
	line := fmt.Sprintf("%d of %d games", s.Matches, p.opt.Games)
	for k := range s.Seats {
		line += fmt.Sprintf("  %s %.0f %%", s.Seats[k].Name, 100*s.Seats[k].WinShare())
	}
	p.notes.Progress(line)
}
