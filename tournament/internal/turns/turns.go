// Package turns shares a machine among the matches of an event and the checks of bots: a bot must not be late because
// of its neighbours.
package turns

import (
	"context"
	"slices"
	"sync"
)

// A Line is where matches and checks wait until the machine has room for them. They get in in the order in which they
// came, except that those that are urgent go before the others. Its methods are safe for concurrent use.
type Line struct {
	all, match, check int // shares of the machine: all of it, that of a match, and that of a check

	mu      sync.Mutex
	inside  int
	used    int  // shares of those inside
	alone   bool // somebody inside has the machine alone
	waiting []*waiter
}

// waiter waits in a Line.
type waiter struct {
	share         int
	alone, urgent bool
	in            chan struct{} // closed when it is in
}

// New returns the line of a machine with some cores that plays so many matches at the same time, each of which gets the
// same share of the cores. A check gets one core. With 0 matches it never makes a match wait for others.
func New(cores, matches int) *Line {
	if matches == 0 {
		return &Line{all: cores, check: 1}
	}
	return &Line{all: cores * matches, match: cores, check: matches}
}

// Match waits until a match may be played, and returns what ends it. One that must be alone is urgent.
func (l *Line) Match(ctx context.Context, alone bool) (leave func(), err error) {
	return l.enter(ctx, &waiter{share: l.match, alone: alone, urgent: alone})
}

// Check waits until a match of a check may be played, and returns what ends it.
func (l *Line) Check(ctx context.Context, alone, urgent bool) (leave func(), err error) {
	return l.enter(ctx, &waiter{share: l.check, alone: alone, urgent: urgent})
}

func (l *Line) enter(ctx context.Context, w *waiter) (leave func(), err error) {
	w.in = make(chan struct{})
	l.mu.Lock()
	at := len(l.waiting)
	if w.urgent {
		if at = slices.IndexFunc(l.waiting, func(o *waiter) bool { return !o.urgent }); at < 0 {
			at = len(l.waiting)
		}
	}
	l.waiting = slices.Insert(l.waiting, at, w)
	l.letIn()
	l.mu.Unlock()
	leave = sync.OnceFunc(func() { l.leave(w) })
	select {
	case <-w.in:
		return leave, nil
	default:
	}
	select {
	case <-w.in:
		return leave, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.waiting, w); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
		l.letIn() // others may have waited for this one
		return nil, ctx.Err()
	}
	return leave, nil // it got in at the same moment
}

// letIn lets in whoever there is room for. The caller holds l.mu.
func (l *Line) letIn() {
	for len(l.waiting) > 0 {
		w := l.waiting[0]
		if l.alone || l.inside > 0 && (w.alone || l.used+w.share > l.all) {
			return
		}
		l.waiting = slices.Delete(l.waiting, 0, 1)
		l.inside, l.used, l.alone = l.inside+1, l.used+w.share, w.alone
		close(w.in)
	}
}

func (l *Line) leave(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inside, l.used, l.alone = l.inside-1, l.used-w.share, false
	l.letIn()
}
