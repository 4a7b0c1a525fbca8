package main

import (
	"context"
	"runtime"
	"slices"

	"blastyard/hexabomb"
	"blastyard/match"
	"blastyard/viewer"
)

// outcome is how a match ended, and for each seat how it fared.
type outcome struct {
	match.Result
	ids   []int // by seat: its player id
	seats []seatOutcome
	frame viewer.Frame // the board at the end; only of single matches
}

// seatOutcome is how one seat fared.
type seatOutcome struct {
	name     string
	reason   match.Reason
	note     string // more about the reason
	leftTurn int    // the turn in which it left, where it did not finish
	late     int    // turns missed
	refused  int    // actions that were dropped or refused
}

// allInProcess tells whether the whole match can be played without connections.
func (p *plan) allInProcess() bool {
	for i := range p.seats {
		if !p.seats[i].inProcess() {
			return false
		}
	}
	return true
}

// localTable is what it takes to play matches of built-in bots one after the other.
type localTable struct {
	plan  *plan
	start *hexabomb.State
	game  hexabombGame
}

func newLocalTable(p *plan) *localTable {
	t := &localTable{plan: p, start: hexabomb.NewState(p.board)}
	t.game.state = t.start.Clone()
	return t
}

// play plays match i.
func (t *localTable) play(ctx context.Context, i int, after func([]hexabombMove)) (outcome, error) {
	p := t.plan
	cfg := p.config(i)
	t.game.state.CopyFrom(t.start)
	o := outcome{ids: p.ids(i), seats: make([]seatOutcome, len(p.seats))}
	players := make([]match.Player[[]hexabomb.Action], len(p.seats))
	for k, id := range o.ids {
		bot, err := p.newBuiltin(&p.seats[k], id, match.PlayerSeed(cfg.Seed, id))
		if err != nil {
			return o, err
		}
		players[id] = &localBot{bot: bot, state: t.game.state}
		o.seats[k] = seatOutcome{name: p.seats[k].name, reason: match.Finished}
	}
	m, err := match.New(&t.game, cfg)
	if err != nil {
		return o, err
	}
	err = m.Run(ctx, players, after)
	o.Result = m.Result()
	return o, err
}

// playLocal plays a single match of built-in bots and gives each frame to the screen.
func (p *plan) playLocal(ctx context.Context, out *screen) (outcome, error) {
	t := newLocalTable(p)
	names := make([]viewer.Seat, len(p.seats))
	for k, id := range p.ids(0) {
		names[id] = viewer.Seat{Name: p.seats[k].name, Connected: true}
	}
	var frame viewer.Frame
	show := func() {
		viewer.FromHexabomb(&frame, t.game.state, p.turns, names)
		out.frame(&frame)
	}
	viewer.FromHexabomb(&frame, t.start, p.turns, names)
	out.frame(&frame)
	o, err := t.play(ctx, 0, func([]hexabombMove) { show() })
	o.frame = frame
	return o, err
}

// seriesJobs is how many matches of a series are played at the same time.
func (p *plan) seriesJobs() int {
	switch {
	case p.jobs > 0:
		return p.jobs
	case p.allInProcess():
		return runtime.GOMAXPROCS(0)
	default:
		return 1
	}
}

// runSeries plays all matches of the plan and reports the sums.
func (p *plan) runSeries(ctx context.Context, out *screen) error {
	local := p.allInProcess()
	jobs := p.seriesJobs()
	tables := make([]*localTable, jobs)
	for w := range tables {
		tables[w] = newLocalTable(p)
	}
	sums := seriesSums{tallies: make([]match.Tally, len(p.seats)), failures: make([]int, len(p.seats))}
	err := match.RunSeries(ctx, p.games, jobs, func(ctx context.Context, worker, i int) (outcome, error) {
		if local {
			return tables[worker].play(ctx, i, nil)
		}
		return p.playServed(ctx, i, out)
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
		out.seriesProgress(i+1, sums.tallies)
	})
	if err != nil {
		return interrupted(ctx, err)
	}
	return out.seriesResult(&sums)
}

// seriesSums is what is summed up over a series.
type seriesSums struct {
	tallies  []match.Tally // by seat
	failures []int         // by seat: matches that it did not play to the end
	extinct  int           // matches of sudden death in which the last ordinary character died before the last turn
}
