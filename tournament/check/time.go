package check

import (
	"context"
	"runtime"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// Time estimates how long an event will take on this machine.
type Time struct {
	Sample  int     `json:"sample_matches"` // matches that were played for the estimate
	Seconds float64 `json:"seconds"`        // 0: not known
	Match   float64 `json:"match_seconds"`  // average time of a match
	Jobs    int     `json:"jobs"`           // parallel matches
}

// seat is an entrant in the sample.
type seat struct {
	arena.Seat
	broken bool    // its bot has a problem, so it does not play
	cost   float64 // seconds of the quickest match with it; 0: none was played
}

// Limits of the sample from which the time is estimated.
const (
	maxSample     = 40
	maxSampleTime = time.Minute
	maxLooked     = 20_000 // fixtures whose times are added one by one
)

// time plays a few matches, so that every bot plays in one, and adds up the time of all matches. A match takes about as
// long as the slowest of its bots needs.
func (c *checker) time(ctx context.Context) error {
	plan, err := tournament.New(c.planned())
	if err != nil || len(c.seats) == 0 {
		return nil //nolint:nilerr // already reported, or there are no entrants yet
	}
	c.Begin("a few matches")
	c.report.Time.Jobs = c.jobs()
	began := time.Now()
	a := c.event.Arena()
	for _, f := range plan.Take(maxLooked, nil) {
		if c.report.Time.Sample == maxSample || time.Since(began) > maxSampleTime || !c.missing() {
			break
		}
		if !c.tells(f) {
			continue
		}
		began := time.Now()
		if err := c.play(ctx, a, f); err != nil {
			return err
		}
		took := time.Since(began).Seconds()
		for _, e := range f.Entrants {
			if s := &c.seats[e]; s.cost == 0 || took < s.cost {
				s.cost = took
			}
		}
		c.report.Time.Sample++
	}
	c.add()
	return nil
}

// play plays one match of the sample. A failure in it is the fault of a bot, and the checkup has already reported it.
func (c *checker) play(ctx context.Context, a *arena.Arena, f tournament.Fixture) error {
	seats := make([]arena.Seat, len(f.Entrants))
	for i, e := range f.Entrants {
		seats[i] = c.seats[e].Seat
	}
	_, err := a.Play(ctx, c.event.Match(f, seats))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case harness.HostFault(err):
		return err
	case err != nil:
		c.problem("match %v: %v", f.ID, err)
	}
	return nil
}

// missing reports whether an entrant that can play has not played.
func (c *checker) missing() bool {
	return slices.ContainsFunc(c.seats, func(s seat) bool { return !s.broken && s.cost == 0 })
}

// tells reports whether a match is worth playing: all its entrants can play, and one of them has not played yet.
func (c *checker) tells(f tournament.Fixture) bool {
	news := false
	for _, e := range f.Entrants {
		if c.seats[e].broken {
			return false
		}
		news = news || c.seats[e].cost == 0
	}
	return news
}

// add adds up the time that all matches will take.
func (c *checker) add() {
	plan, err := tournament.New(c.planned())
	if err != nil || c.report.Time.Sample == 0 {
		return
	}
	sum, looked := 0.0, 0
	for f := range plan.Fixtures(0) {
		if looked++; looked > maxLooked {
			looked--
			break
		}
		most := 0.0
		for _, e := range f.Entrants {
			most = max(most, c.seats[e].cost)
		}
		sum += most
	}
	if looked == 0 {
		return
	}
	t := &c.report.Time
	t.Match = sum / float64(looked)
	t.Seconds = t.Match * float64(c.report.Schedule.Matches) / float64(t.Jobs)
}

// jobs is the number of parallel matches.
func (c *checker) jobs() int {
	switch cores := runtime.GOMAXPROCS(0); {
	case c.Jobs > 0:
		return c.Jobs
	case c.event.Jobs > 0:
		return c.event.Jobs
	default:
		return worker.Slots(c.event, cores) // as many as the event will play
	}
}
