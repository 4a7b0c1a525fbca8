package worker

import (
	"context"
	"sync"
)

// gate lets matches play at the same time, or one alone.
type gate struct {
	mu      sync.Mutex
	inside  int
	alone   bool // who is inside is alone
	waiting int  // who wants to be alone
	changed chan struct{}
}

// enter waits until a match may play; leave ends it. Who wants to be alone goes before those who do not.
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
			g.change() // somebody may have waited for who gives up here
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

// change wakes those who wait. g.mu is locked.
func (g *gate) change() {
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}
