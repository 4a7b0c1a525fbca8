package worker

import (
	"context"
	"sync"
)

// gate lets several matches play in parallel, or one alone.
type gate struct {
	mu      sync.Mutex
	inside  int
	alone   bool // a match plays alone
	waiting int  // number of matches that wait to play alone
	changed chan struct{}
}

// enter waits until a match may play; leave ends it. A match that must be alone goes before others.
func (g *gate) enter(ctx context.Context, alone bool) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if alone {
		g.waiting++
		defer func() { g.waiting-- }()
	}
	for g.alone || alone && g.inside > 0 || !alone && g.waiting > 0 {
		if g.changed == nil {
			g.changed = make(chan struct{})
		}
		changed := g.changed
		g.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if g.mu.Lock(); err != nil {
			g.change() // others may have waited for this one
			return nil, err
		}
	}
	g.inside++
	g.alone = alone
	return g.leave, nil
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	g.alone = false
	g.change()
}

// change wakes the waiting matches. The caller holds g.mu.
func (g *gate) change() {
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}
