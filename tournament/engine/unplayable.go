package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"blastyard/internal/english"
	"blastyard/internal/waiting"
	"blastyard/tournament/internal/worker"
)

// UnplayableError says that what is left of an event cannot be played here.
type UnplayableError struct {
	Left, Planned int      // matches
	Why           []string // for each thing that is missing: what, and for which bots
}

func (e *UnplayableError) Error() string {
	return fmt.Sprintf("engine: %d of %s cannot be played here: %s: install it, or change the bot; the same command "+
		"goes on", e.Left, english.Count(e.Planned, "match"), strings.Join(e.Why, "; "))
}

// unplayable are jobs that no present worker can play, for the same reason.
type unplayable struct {
	bots    []string // those that need what is missing
	missing string   // "": nobody is there
	since   time.Time
}

func (u *unplayable) state(remote bool) waiting.State {
	return waiting.Worker(u.bots, u.missing, u.since, remote)
}

// alone reports whether no other machine can play matches of this event.
func (e *Engine) alone() bool { return e.broker.embedded != nil && e.o.Listen == "" }

// heldInVain counts the held jobs of which the workers have said that none of them can play them. inVain reports
// whether that is so for another job.
func (e *Engine) heldInVain() (n int, inVain func(h *queuedJob) bool) {
	known := e.lookMissing()
	inVain = func(h *queuedJob) bool {
		missing, sure := known(h)
		return sure && missing != ""
	}
	for _, h := range e.queue.held {
		if inVain(h) {
			n++
		}
	}
	return n, inVain
}

// unplayable returns what no present worker can play, once the workers have said what they do not have.
func (e *Engine) unplayable() (list []*unplayable) {
	by, known := map[string]*unplayable{}, e.lookMissing()
	for _, h := range e.queue.all() {
		missing, sure := known(h)
		if !sure {
			continue
		}
		u := by[missing]
		if u == nil {
			u = &unplayable{missing: missing, since: h.made}
			by[missing] = u
			list = append(list, u)
		}
		if h.made.Before(u.since) {
			u.since = h.made
		}
		for i := range h.job.Bots {
			if b := &h.job.Bots[i]; e.isFor(b, missing) && !slices.Contains(u.bots, b.Name) {
				u.bots = append(u.bots, b.Name)
			}
		}
	}
	for _, u := range list {
		slices.Sort(u.bots)
	}
	slices.SortFunc(list, func(a, b *unplayable) int { return strings.Compare(a.missing, b.missing) })
	return list
}

// unattended is how long jobs may be without any worker before people are told: workers come back after a restart.
const unattended = 3 * time.Second

// lookMissing is missingFor that looks once for each need.
func (e *Engine) lookMissing() func(h *queuedJob) (missing string, sure bool) {
	type answer struct {
		missing string
		sure    bool
	}
	known := map[string]answer{}
	return func(h *queuedJob) (string, bool) {
		a, is := known[h.key]
		if !is {
			a.missing, a.sure = e.missingFor(h)
			known[h.key] = a
		}
		return a.missing, a.sure
	}
}

// missingFor is what the workers do not have for a job that none of them can play. sure is false if one can, or if not
// all have said it yet.
func (e *Engine) missingFor(h *queuedJob) (missing string, sure bool) {
	workers := e.workersInOrder()
	if len(workers) == 0 {
		return "", time.Since(h.made) > unattended
	}
	for _, w := range workers {
		if slices.Contains(w.Needs, h.key) || w.Missing[h.key] == "" {
			return "", false
		}
		missing = cmp.Or(missing, w.Missing[h.key])
	}
	return missing, missing != ""
}

// isFor reports whether it is this bot that needs what is missing.
func (e *Engine) isFor(b *worker.JobBot, missing string) bool {
	need := e.needOf([]worker.JobBot{*b})
	if tool, is := strings.CutPrefix(missing, "the program "); is {
		return slices.Contains(need.Tools, tool)
	}
	return need.Key() != "any"
}

// allUnplayable is an UnplayableError if the run gives up, because only matches are left that this process cannot play.
func (e *Engine) allUnplayable() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.o.GivesUp || !e.alone() || e.paused != "" || e.orders.paused != nil || len(e.workers) == 0 {
		return nil
	}
	left, known := 0, e.lookMissing()
	for _, h := range e.queue.out { // in most moments one of them can be played
		if _, sure := known(h); !sure {
			return nil
		}
	}
	for _, h := range e.queue.all() {
		if _, sure := known(h); !sure {
			return nil
		}
		left += len(h.job.Fixtures)
	}
	if left == 0 {
		return nil
	}
	err := &UnplayableError{}
	_, played, planned := e.schedule.Count()
	err.Left, err.Planned = max(left, planned-played), max(planned, played+left)
	for _, u := range e.unplayable() {
		err.Why = append(err.Why, fmt.Sprintf("%s needs %s, which is not there", english.And(u.bots), u.missing))
	}
	return err
}
