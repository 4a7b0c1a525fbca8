package worker

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"blastyard/arena"
	"blastyard/tournament"
)

// pool keeps matches of built-in bots, to play them again with other seeds and ids. All of them belong to one event.
type pool struct {
	mu   sync.Mutex
	idle []pooled // the oldest first
}

type pooled struct {
	key string
	*arena.Prepared
}

// maxIdle is the maximum number of kept matches.
const maxIdle = 32

func (p *pool) take(key string) *arena.Prepared {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if p.idle[i].key == key {
			found := p.idle[i].Prepared
			p.idle = slices.Delete(p.idle, i, i+1)
			return found
		}
	}
	return nil
}

func (p *pool) put(key string, a *arena.Prepared) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == maxIdle {
		p.idle[0].Close()
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	p.idle = append(p.idle, pooled{key, a})
}

// close ends all kept matches.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range p.idle {
		a.Close()
	}
	p.idle = nil
}

// quick plays a match of built-in bots in this process. It reuses what does not change from match to match: the seats
// are in the order of the entrants, and only seed and ids differ.
func (m *fixture) quick(ctx context.Context) (*tournament.Result, error) {
	ids := m.inOrder()
	p, err := m.prepared(ids)
	if err != nil {
		return nil, m.worker.failed(err)
	}
	began := m.worker.now()
	r, err := p.PlayAs(ctx, m.draws, ids)
	if err != nil {
		return nil, m.worker.failed(err)
	}
	return m.result(r, began, nil), nil
}

// inOrder returns the player ids in the order of the entrants.
func (m *fixture) inOrder() []int {
	ids := make([]int, len(m.Entrants))
	for id := range ids {
		ids[id] = id
	}
	slices.SortFunc(ids, func(a, b int) int { return cmp.Compare(m.Entrants[a], m.Entrants[b]) })
	return ids
}

// prepared returns the match of the entrants on the map. ids are player ids in the order of the entrants.
func (m *fixture) prepared(ids []int) (*arena.Prepared, error) {
	var b strings.Builder
	b.WriteString(m.Map)
	for _, id := range ids {
		b.WriteByte(0)
		p := m.seats.players[m.Entrants[id]]
		b.WriteString(p.Name + "=" + p.Builtin)
	}
	key := b.String()
	if p := m.seats.prepared[key]; p != nil {
		return p, nil
	}
	p := m.worker.local.take(key)
	if p == nil {
		list := make([]arena.Seat, 0, len(ids))
		for _, id := range ids {
			list = append(list, m.seats.players[m.Entrants[id]].seat)
		}
		var err error
		if p, err = m.worker.arena.Prepare(m.worker.event.Match(m.Fixture, list)); err != nil {
			return nil, err
		}
	}
	m.seats.prepared[key] = p
	return p, nil
}
