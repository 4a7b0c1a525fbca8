// Package compare plays two versions of a bot in pairs of matches until it is sure which one is better.
package compare

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/game/sprt"
)

// Config says what is compared.
//
// Without a Field the versions play each other. Both matches of a pair have the same seed, and the players change their
// seats. With a Field each version plays a match of the pair with the whole field, from the same seed and seat.
type Config struct {
	Arena    *arena.Arena
	Match    arena.Config // without seats; its seed is that of the comparison, and it has no secret
	New, Old arena.Seat   // with names
	Field    []arena.Seat
	Question sprt.Question
	Jobs     int // matches at the same time; 0: one per processor if all bots are built-in, otherwise one
	// Sinks returns the sinks of a match, counted from 0. It may be nil. Calls may be concurrent.
	Sinks func(i int, p *arena.Prepared) []arena.Sink
	// Paired is called after each pair, one call at a time. It may be nil.
	Paired func(r *Report)
}

// side is one of the two versions.
const (
	newSide = iota
	oldSide
)

// comparison is a comparison that is being played.
type comparison struct {
	Config
	asked   *sprt.Comparison
	ranking match.Ranking
	report  *Report
	half    [2]int // half points of both versions in the matches of the pair so far
	first   *arena.Result
	stop    context.CancelFunc
	wrong   error
}

// Play plays pairs of matches until there is a finding. The report is nil only if nothing could be played; if ctx ends,
// or a match fails, it has what is known until then, and there is an error.
func Play(ctx context.Context, c Config) (*Report, error) {
	x := &comparison{Config: c}
	var err error
	if x.asked, err = sprt.NewComparison(c.Question, x.games()); err != nil {
		return nil, err
	}
	players, err := x.prepare()
	if err != nil {
		return nil, err
	}
	defer closeAll(players)
	x.begin(players[0])
	inner, stop := context.WithCancel(ctx)
	defer stop()
	x.stop = stop
	err = match.RunSeries(inner, 2*c.Question.Most, len(players), func(ctx context.Context, w, i int) (*arena.Result,
		error) {
		return x.play(ctx, players[w], i)
	}, x.played)
	if x.asked.Finding() != sprt.Open && errors.Is(err, context.Canceled) {
		err = nil
	}
	x.report.conclude()
	return x.report, cmp.Or(x.wrong, err)
}

// Pairs plays pairs of matches first to first+n-1 between New and Old, without a question and without a Field. A pair
// is the same whichever others are played with it. done gets each, in their order: the half points of New, 0 to 4, and
// in how many of the two matches each version failed.
func Pairs(ctx context.Context, c Config, first, n int, done func(pair, halfPoints int, failed [2]int)) error {
	c.Field, c.Question.Most = nil, first+n
	x := &comparison{Config: c}
	players, err := x.prepare()
	if err != nil {
		return err
	}
	defer closeAll(players)
	x.begin(players[0])
	half, failed := 0, [2]int{}
	return match.RunSeries(ctx, 2*n, len(players), func(ctx context.Context, w, i int) (*arena.Result, error) {
		return x.play(ctx, players[w], 2*first+i)
	}, func(i int, r *arena.Result) {
		half += halfPoints(x.ranking, r, newSide)
		for side := range failed {
			if r.Seats[side].Reason.Failed() {
				failed[side]++
			}
		}
		if i%2 == 1 {
			done(first+i/2, half, failed)
			half, failed = 0, [2]int{}
		}
	})
}

// games is how many single encounters a pair of matches has.
func (x *comparison) games() int { return 2 * max(1, len(x.Field)) }

// prepared are the matches that one worker plays: of both versions with the field, or of the versions alone.
type prepared struct{ sides [2]*arena.Prepared }

func closeAll(list []*prepared) {
	for _, p := range list {
		p.close()
	}
}

func (p *prepared) close() {
	for _, side := range p.sides {
		if side != nil {
			side.Close()
		}
	}
}

// prepare prepares the matches once for each worker.
func (x *comparison) prepare() (list []*prepared, err error) {
	jobs := 1
	for len(list) < jobs {
		p, err := x.prepareOne()
		if err != nil {
			closeAll(list)
			return nil, err
		}
		if list = append(list, p); len(list) == 1 {
			jobs = x.jobs(p)
		}
	}
	return list, nil
}

func (x *comparison) jobs(p *prepared) int {
	switch {
	case x.Jobs > 0:
		return min(x.Jobs, 2*x.Question.Most)
	case p.sides[newSide].Local && p.sides[oldSide].Local:
		return min(runtime.GOMAXPROCS(0), 2*x.Question.Most)
	default:
		return 1
	}
}

func (x *comparison) prepareOne() (*prepared, error) {
	c := x.Match
	c.Secret = match.Secret{}
	if len(x.Field) == 0 {
		c.Seats, c.IDs = []arena.Seat{x.New, x.Old}, []int{0, 1}
		p, err := x.Arena.Prepare(c)
		return &prepared{[2]*arena.Prepared{p, p}}, err
	}
	both := &prepared{}
	for side, version := range []arena.Seat{x.New, x.Old} {
		c.Seats = append([]arena.Seat{version}, x.Field...)
		p, err := x.Arena.Prepare(c)
		if err != nil {
			both.close()
			return nil, err
		}
		both.sides[side] = p
	}
	return both, nil
}

// play plays match i, the first or the second of its pair.
func (x *comparison) play(ctx context.Context, players *prepared, i int) (*arena.Result, error) {
	p, number := players.sides[newSide], i
	if len(x.Field) > 0 {
		p, number = players.sides[i%2], i/2
	}
	s := arena.Series{Matches: 2 * x.Question.Most, Seed: func(int) uint64 { return match.SeedOf(x.Match.Seed, i/2) }}
	var sinks []arena.Sink
	if x.Sinks != nil {
		sinks = x.Sinks(i, p)
	}
	return p.PlayGame(ctx, s, number, sinks...)
}

// played counts match i, in the order of the matches.
func (x *comparison) played(i int, r *arena.Result) {
	if x.asked.Finding() != sprt.Open || x.wrong != nil {
		return
	}
	if len(x.Field) == 0 {
		x.count(newSide, 0, r)
		x.count(oldSide, 1, r)
	} else {
		x.count(i%2, 0, r)
	}
	if i%2 == 0 {
		x.first = r
		return
	}
	x.report.Pairs++
	points := x.half[newSide]
	if len(x.Field) > 0 {
		points += x.games() - x.half[oldSide]
	}
	x.half = [2]int{}
	if x.first.State == r.State && points == x.games() {
		x.report.Same++
	}
	x.report.Finding, x.wrong = x.asked.Add(points)
	x.report.Counts = x.asked.Pairs()
	if x.Paired != nil {
		x.report.conclude()
		x.Paired(x.report)
	}
	if x.report.Finding != sprt.Open || x.wrong != nil {
		x.stop()
	}
}

// count counts a match of a version in a seat.
func (x *comparison) count(side, seat int, r *arena.Result) {
	half := halfPoints(x.ranking, r, seat)
	x.half[side] += half
	x.report.side(side).add(r, seat, half)
}

// halfPoints returns two half points for each player that stands behind the seat's, and one for each beside it.
func halfPoints(ranking match.Ranking, r *arena.Result, seat int) (points int) {
	ahead, list := match.NoWinner, make([]match.Standing, len(r.Seats))
	for k := range r.Seats {
		s := &r.Seats[k]
		list[k] = match.Standing{Score: s.Score, Special: s.Special, Reason: s.Reason}
		if s.Won {
			ahead = k
		}
	}
	ranks := ranking.Ranks(ahead, list)
	for k := range ranks {
		switch {
		case k == seat:
		case ranks[k] > ranks[seat]:
			points += 2
		case ranks[k] == ranks[seat]:
			points++
		}
	}
	return points
}
