package arena

import (
	"context"
	"runtime"
	"slices"

	"blastyard/game/match"
)

// Series describes several matches of a config. Their seeds are derived from the config's seed. The player ids
// rotate, so that over as many matches as players every bot has played in every position.
type Series struct {
	Matches int // number of matches, from 1

	// Jobs is how many matches are played at the same time. 0 means one per processor if all bots are built-in, and
	// otherwise one. It is always one if a seat has a Player, which plays one match after the other.
	Jobs int

	// Seed returns the seed of match i. If it is nil, the seeds are derived from that of the config.
	Seed func(i int) uint64

	// Single says that the match is the one of the config, with its seed and its secret, and not one of a series.
	Single bool

	// Sinks returns the sinks of match i. Matches are played concurrently, each on its own goroutine.
	Sinks func(i int) []Sink

	// Known returns the result of match i if it was already played, or nil. Such a match counts and is not played
	// again. Known may be nil.
	Known func(i int) *Result

	// Ended is called as soon as a match has been played. Calls may be concurrent.
	Ended func(i int, r *Result)

	// Done is called for each match that is over, in the order of the matches, one at a time, with the totals so far.
	Done func(i int, r *Result, sums *Summary)
}

// PlaySeries plays a series. The first error, in the order of the matches, ends it.
func (p *Prepared) PlaySeries(ctx context.Context, s Series) (*Summary, error) {
	if s.Matches < 1 {
		return nil, expected("matches", s.Matches, "1 or more")
	}
	workers := make([]*worker, p.jobs(s))
	for w := range workers {
		workers[w] = p.newWorker()
		workers[w].series = s.Matches > 1
		defer workers[w].asker.Close()
	}
	sum := &Summary{Seats: make([]SeatSummary, len(p.Seats))}
	err := match.RunSeries(ctx, s.Matches, len(workers), func(ctx context.Context, w, i int) (*Result, error) {
		if s.Known != nil {
			if r := s.Known(i); r != nil {
				return r, nil
			}
		}
		var sinks []Sink
		if s.Sinks != nil {
			sinks = s.Sinks(i)
		}
		r, err := workers[w].play(ctx, i, p.drawsOf(s, i), p.dealIDs(p.draws(), i), sinks)
		if err == nil && s.Ended != nil {
			s.Ended(i, r)
		}
		return r, err
	}, func(i int, r *Result) {
		sum.add(r)
		if s.Done != nil {
			s.Done(i, r, sum)
		}
	})
	if err != nil {
		return sum, err
	}
	return sum, nil
}

// PlayGame plays only match i of a series, with the same result as in PlaySeries.
func (p *Prepared) PlayGame(ctx context.Context, s Series, i int, sinks ...Sink) (*Result, error) {
	return p.play(ctx, 0, p.drawsOf(s, i), p.dealIDs(p.draws(), i), sinks)
}

// SeedOf returns the seed of match i of a series, as in its result.
func (p *Prepared) SeedOf(s Series, i int) uint64 { return p.Kind.FitSeed(p.drawsOf(s, i).Seed) }

// drawsOf returns the draws of match i of a series.
func (p *Prepared) drawsOf(s Series, i int) match.Draws {
	switch d := p.draws(); {
	case s.Single:
		return d
	case s.Seed != nil:
		return match.Draws{Seed: s.Seed(i), Secret: d.Match(i).Secret}
	default:
		return d.Match(i)
	}
}

func (p *Prepared) jobs(s Series) int {
	switch {
	case slices.ContainsFunc(p.Config.Seats, func(s Seat) bool { return s.Player != nil }):
		return 1
	case s.Jobs > 0:
		return min(s.Jobs, s.Matches)
	case p.Local:
		return min(runtime.GOMAXPROCS(0), s.Matches)
	default:
		return 1
	}
}

// Summary contains the totals of a series.
type Summary struct {
	Matches int
	Seats   []SeatSummary // by seat of the config

	// Extinct is the number of matches in which the last ordinary character died before the last turn. It is 0
	// without a special player.
	Extinct int
}

// SeatSummary contains the totals of one seat.
type SeatSummary struct {
	Name string // of the bot in the last match
	match.Tally
	Failures int // matches that the bot did not play to the end
}

func (s *Summary) add(r *Result) {
	s.Matches++
	special := false
	best := 0
	for k := range r.Seats {
		x := &r.Seats[k]
		s.Seats[k].Name = x.Name
		if x.Player != NoPlayer {
			s.Seats[k].Add(r.Result, x.Player)
			best = max(best, r.Scores[x.Player])
		}
		if x.Reason != match.Finished {
			s.Seats[k].Failures++
		}
		special = special || x.Special
	}
	if special && best < r.Turns {
		s.Extinct++
	}
}
