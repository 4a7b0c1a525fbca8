package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"
)

// Before an event starts, a bot that was just accepted plays a few matches against the yardsticks: the bots of the
// event's file, or built-in ones where it has none. They are in no log and count for nothing.

// maxTests is the maximum number of test matches of a version.
const maxTests = 4

// TestMatch is a match that does not count.
type TestMatch struct {
	Names  []string // by player id
	Result tournament.Result
	Player int // id of the tested bot's player
}

// PlayTests plays test matches of an entrant in its newest version, in this process, until there are enough or the
// event begins. keep stores a replay or the output of a bot under its hash; it may move the file. told hears of each
// match.
func (e *Engine) PlayTests(ctx context.Context, name string, keep func(hash, path string) error,
	told func(TestMatch)) error {
	ev := e.event
	ev.Keep.Rule = event.KeepAll
	w, err := worker.New(worker.Options{Event: &ev, Archives: e.archives, Replays: keeper(keep), Local: true,
		Name: "test", Dir: e.folder.path, Turns: e.turns, Log: e.o.Log})
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	defer w.Close()
	for i := range maxTests {
		job, more := e.testJob(name, i)
		if !more {
			return nil
		}
		results, err := w.Play(ctx, job, nil)
		switch {
		case errors.Is(err, worker.ErrCannot):
			return nil // this machine cannot run it, another one may
		case err != nil:
			return fmt.Errorf("engine: a test match of %s: %w", name, err)
		}
		t := TestMatch{Result: results[0]}
		for seat, entrant := range job.Fixtures[0].Entrants {
			if entrant == 0 {
				t.Player = seat
			}
			t.Names = append(t.Names, job.Bots[entrant].Name)
		}
		told(t)
	}
	return nil
}

// testJob returns a test match of an entrant; more is false if there is none, or the event has begun.
func (e *Engine) testJob(name string, number int) (job *worker.Job, more bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	version := e.versions[name].Version
	if version == "" || e.schedule.Begun(0) {
		return nil, false
	}
	c := e.schedule.Config(0)
	against := e.yardsticks(name)
	others := c.Players - 1
	if number*others >= max(len(against), others) {
		return nil, false // all were met
	}
	bots := []worker.JobBot{{Name: name, Version: version, Submitted: true}}
	for i := range others {
		b := against[(number*others+i)%len(against)]
		b.Entrant, b.Number = i+1, i+1
		bots = append(bots, b)
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, "test ", version, number)
	f := tournament.Fixture{ID: tournament.ID{Block: number}, Seed: match.SeedOf(h.Sum64(), number),
		Entrants: make([]int, c.Players)}
	if len(c.Maps) > 0 {
		f.Map = c.Maps[number%len(c.Maps)]
	}
	for i := range bots {
		f.Entrants[(i+number)%c.Players] = i // it sits elsewhere each time
	}
	return &worker.Job{ID: "test", Fixtures: []tournament.Fixture{f}, Bots: bots}, true
}

// yardsticks returns the bots against which one is tested. The caller holds e.mu.
func (e *Engine) yardsticks(name string) (list []worker.JobBot) {
	for i := range e.event.Bots {
		o := &e.event.Bots[i]
		if o.Name == name || e.versions[o.Name].By != "" {
			continue // a team plays under this name
		}
		b := worker.JobBot{Name: o.Name, Builtin: o.Entrant.Builtin, Local: o.Local}
		if v := e.versions[o.Name].Version; v != "" {
			b.Version, b.Builtin, b.Local = v, "", false
		}
		list = append(list, b)
	}
	if kind, err := e.event.Kind(); len(list) == 0 && err == nil {
		for _, builtin := range kind.Bots {
			list = append(list, worker.JobBot{Name: builtin, Builtin: builtin})
		}
	}
	return list
}

// keeper stores what test matches leave.
type keeper func(hash, path string) error

// Keep implements worker.Replays.
func (k keeper) Keep(_ context.Context, hash, path string) error {
	if !isHash(hash) {
		return fmt.Errorf("engine: %s: %.80q is no SHA-256 in hexadecimal", filepath.Base(path), hash)
	}
	return k(hash, path)
}
