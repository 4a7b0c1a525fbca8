package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/game/match"
	"blastyard/tournament"
)

// fixture is a match of a job.
type fixture struct {
	of     tournament.Fixture
	worker *Worker
	seats  *seats
	teller *teller
	draws  match.Draws // what its random choices come from
	keep   bool        // its replay may be kept
}

// play plays the match, and repeats it as often as the machine spoils it.
func (m *fixture) play(ctx context.Context) (*tournament.Result, error) {
	w := m.worker
	builtins := m.seats.builtins(m.of.Entrants)
	for try := 0; ; try++ {
		spent := !builtins && w.voids.spent(m.of.Entrants, w.event.Tries)
		last := try >= w.event.Tries || spent
		leave, err := w.turns.Match(ctx, last && try > 0 || spent)
		if err != nil {
			return nil, err
		}
		if builtins && !m.records(true) {
			r, err := m.quick(ctx)
			leave()
			return r, err
		}
		a := &attempt{fixture: m, number: try, last: last}
		r, err := a.play(ctx)
		leave()
		if starved := (*arena.StarvedError)(nil); (err == nil && a.void || errors.As(err, &starved)) && !last {
			a.dropReplay()
			w.voids.add(m.of.Entrants, func(e int) bool { return a.starved[e] })
			w.log.Info("void: the machine made somebody late", "match", m.of.ID.String(), "try", try+1)
			continue
		}
		if err != nil {
			a.dropReplay()
			return nil, err
		}
		r.Voids, r.Marked = try, a.void
		return r, a.keepReplay(ctx, r)
	}
}

// attempt is a try of a match with programs, or with a replay.
type attempt struct {
	*fixture
	number  int
	watcher *watcher
	replay  *record.Recorder // nil: none is written
	logs    *logs            // set if replay is
	ids     []int            // player id of each seat
	remove  []func()         // removes temporary files
	last    bool             // it counts, whatever the machine does
	void    bool             // the machine made a bot late
	starved map[int]bool     // the entrants that the machine made late
}

func (a *attempt) play(ctx context.Context) (*tournament.Result, error) {
	w := a.worker
	defer func() {
		for _, remove := range slices.Backward(a.remove) {
			remove()
		}
	}()
	began := w.now()
	p, err := a.prepare()
	if err != nil {
		return nil, w.failed(err)
	}
	defer w.meter.Use()()
	n := len(a.of.Entrants)
	a.watcher = &watcher{meter: w.meter, used: make([]time.Duration, n), began: time.Now(),
		tell: func(turn int) {
			a.teller.turn(Progress{Fixture: a.of.ID, Turn: turn, Again: a.number})
		}}
	sinks := []arena.Sink{a.watcher}
	a.record(&sinks)
	if w.options.Sinks != nil && !p.Local {
		sinks = append(sinks, w.options.Sinks(a.of)...)
	}
	r, err := p.PlayAs(ctx, a.draws, a.ids, sinks...)
	if r != nil {
		a.judge(r)
	}
	if err != nil {
		return nil, w.failed(err)
	}
	return a.result(r, began, a.watcher), nil
}

// judge finds out whether the machine spoiled the match.
func (a *attempt) judge(r *arena.Result) {
	a.starved = map[int]bool{}
	for k := range r.Seats {
		s := &r.Seats[k]
		late := s.Reason == match.Timeout && s.Program.Login == 0 && s.Program.Started && a.watcher.loginWasLate()
		if s.Host = a.worker.meter.Host(s); s.Host == 0 && !late {
			continue
		}
		a.void = true
		if s.Player >= 0 && s.Player < len(a.of.Entrants) {
			a.starved[a.of.Entrants[s.Player]] = true
		}
	}
}

// prepare prepares the match. It reuses a match of built-in bots, as quick does, and otherwise prepares a new one.
func (a *attempt) prepare() (*arena.Prepared, error) {
	if a.seats.builtins(a.of.Entrants) {
		a.ids = a.inOrder(named)
		return a.prepared(a.ids, named)
	}
	list, err := a.arenaSeats()
	if err != nil {
		return nil, err
	}
	c := a.worker.event.Match(a.of, list)
	c.Rounds.CopyBots, c.Starving = true, a.last
	a.ids = c.IDs
	p, err := a.worker.arena.Prepare(c)
	if err == nil {
		a.remove = append(a.remove, p.Close)
	}
	return p, err
}

// arenaSeats returns the seats by player id. If the sandbox does not keep a bot from changing its folder, the bot plays
// in a copy.
func (a *attempt) arenaSeats() ([]arena.Seat, error) {
	list := make([]arena.Seat, 0, len(a.of.Entrants))
	for _, e := range a.of.Entrants {
		p, dir := a.seats.players[e], ""
		if p.lease != nil && p.absent == "" && a.worker.level < harness.SandboxFiles &&
			a.worker.kind.Protocol == entrant.Netorcai {
			temp, remove, err := harness.TempFolder()
			if err != nil {
				return nil, err
			}
			a.remove = append(a.remove, remove)
			dir = filepath.Join(temp, "bot")
			if err := os.CopyFS(dir, os.DirFS(p.lease.entrant.Dir)); err != nil {
				return nil, errors.Join(harness.ErrHost, err)
			}
		}
		list = append(list, p.seatOf(dir))
	}
	return list, nil
}

// failed wraps an error of the arena in ErrCannot or ErrMachine.
func (w *Worker) failed(err error) error {
	var config *arena.ConfigError
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, harness.ErrSandbox) || errors.Is(err, harness.ErrNoInterpreter):
		return fmt.Errorf("%w: %w", ErrCannot, err)
	case errors.As(err, &config) && !harness.HostFault(err):
		return fmt.Errorf("%w: %w", ErrCannot, err)
	default:
		return fmt.Errorf("%w: %w", ErrMachine, err)
	}
}

// failed reports whether a bot failed or had bad turns, so that the replay is of interest.
func failed(r *tournament.Result) bool {
	finished := string(match.Finished)
	return r.Marked || len(r.Late)+len(r.Silent)+len(r.Crashed) > 0 ||
		slices.ContainsFunc(r.Reasons, func(reason string) bool { return reason != finished })
}
