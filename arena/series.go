package arena

import (
	"context"
	"runtime"
	"slices"

	"blastyard/game/match"
)

// Series is how many matches of a config are played: with seeds of their own that come from the config's, and with ids
// that rotate, so that over as many matches as players every bot has sat everywhere.
type Series struct {
	Matches int // from 1

	// Jobs is how many matches are played at the same time; 0: as many as processors where all bots are built-in, else
	// one. It is one where a seat has a Player: a Player plays one match after the other.
	Jobs int

	// Seed is the seed of match i; nil: it follows from that of the config.
	Seed func(i int) uint64

	// Sinks are those that hear of match i. Matches are played at the same time, each with its own goroutine.
	Sinks func(i int) []Sink

	// Known is the result of match i where it was played already: it counts, and is not played again. nil: of none.
	Known func(i int) *Result

	// Ended hears of each match as soon as it has been played, of several at the same time.
	Ended func(i int, r *Result)

	// Done hears of each match that is over, in the order of the matches, one at a time, with the sums so far.
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
		r, err := workers[w].play(ctx, i, p.seedOf(s, i), p.dealIDs(p.Config.Seed, i), sinks)
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

// PlayGame plays match i of a series alone, as PlaySeries plays it among the others.
func (p *Prepared) PlayGame(ctx context.Context, s Series, i int, sinks ...Sink) (*Result, error) {
	return p.play(ctx, 0, p.seedOf(s, i), p.dealIDs(p.Config.Seed, i), sinks)
}

// SeedOf is the seed of match i of a series, as its result has it.
func (p *Prepared) SeedOf(s Series, i int) uint64 { return p.Kind.FitSeed(p.seedOf(s, i)) }

func (p *Prepared) seedOf(s Series, i int) uint64 {
	if s.Seed != nil {
		return s.Seed(i)
	}
	return match.SeedOf(p.Config.Seed, i)
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

// Summary sums up a series.
type Summary struct {
	Matches int
	Seats   []SeatSummary // by seat of the config

	// Extinct, where there is a special player: the matches in which the last ordinary character died before the last
	// turn.
	Extinct int
}

// SeatSummary sums up a series for one seat.
type SeatSummary struct {
	Name string // of its bot, as in the last match
	match.Tally
	Failures int // matches that its bot did not play to the end
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
