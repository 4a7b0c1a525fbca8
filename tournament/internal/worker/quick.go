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
// are in the order of the bots, and only seed and ids differ. No result depends on names, so all entrants with equal
// bots share a match.
func (m *fixture) quick(ctx context.Context) (*tournament.Result, error) {
	ids := m.inOrder(func(p *player) string { return p.Builtin })
	p, err := m.prepared(ids, func(p *player) string { return p.Builtin })
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

// inOrder returns the player ids in the order of what is to be known of their entrants, and then of the entrants.
func (m *fixture) inOrder(of func(*player) string) []int {
	ids := make([]int, len(m.of.Entrants))
	for id := range ids {
		ids[id] = id
	}
	slices.SortFunc(ids, func(a, b int) int {
		return cmp.Or(cmp.Compare(of(m.player(a)), of(m.player(b))), cmp.Compare(m.of.Entrants[a], m.of.Entrants[b]))
	})
	return ids
}

// player returns the player with an id.
func (m *fixture) player(id int) *player { return m.seats.players[m.of.Entrants[id]] }

// named is what is to be known of an entrant of a match with a replay.
func named(p *player) string { return p.Name + "=" + p.Builtin }

// prepared returns a match on the map whose seats, in the order of ids, have what is to be known of these entrants.
func (m *fixture) prepared(ids []int, of func(*player) string) (*arena.Prepared, error) {
	var b strings.Builder
	b.WriteString(m.of.Map)
	for _, id := range ids {
		b.WriteString("\x00" + of(m.player(id)))
	}
	key := b.String()
	if p := m.seats.prepared[key]; p != nil {
		return p, nil
	}
	p := m.worker.local.take(key)
	if p == nil {
		list := make([]arena.Seat, 0, len(ids))
		for _, id := range ids {
			list = append(list, m.player(id).seat)
		}
		var err error
		if p, err = m.worker.arena.Prepare(m.worker.event.Match(m.of, list)); err != nil {
			return nil, err
		}
	}
	m.seats.prepared[key] = p
	return p, nil
}
