package main

import (
	"context"
	"crypto/subtle"
	"slices"
	"sync"
	"time"

	"blastyard/match"
	"blastyard/viewer"
	"blastyard/viewer/live"
	"blastyard/viewer/serve"
	"blastyard/viewer/tui"
)

// people are those who play a match by hand. A nil people is nobody.
type people struct {
	seats []*human // by seat of the plan; nil: no person

	mu   sync.Mutex
	page *live.Match // where it is said for whom the match waits; nil: not yet, or nowhere
}

// newPeople is the people of a plan, nil where there are none.
func newPeople(p *plan) (*people, error) {
	all := &people{seats: make([]*human, len(p.seats))}
	some := false
	for k := range p.seats {
		if s := &p.seats[k]; s.human {
			all.seats[k] = newHuman(s.name, p.humanTime(), all.tell, all.matchID)
			some = true
		}
	}
	switch {
	case !some:
		return nil, nil //nolint:nilnil // nobody is a valid people
	case p.games > 1:
		return nil, usagef("--games is %d with --bot human: a person plays one match", p.games)
	}
	return all, nil
}

// humanTime is how long a person may take for a turn: for ever, unless a time was asked for.
func (p *plan) humanTime() time.Duration {
	if p.noTimeout || !p.hasTurnTime {
		return 0
	}
	return p.turnTime
}

// at is who plays a seat by hand, or nil.
func (p *people) at(seat int) *human {
	if p == nil {
		return nil
	}
	return p.seats[seat]
}

// first is the person that gets the terminal or the browser of this machine, or nil.
func (p *people) first() *human {
	if p != nil {
		for _, h := range p.seats {
			if h != nil {
				return h
			}
		}
	}
	return nil
}

// hands finds a person for the server of the page; nil where there are no people at all.
func (p *people) finder() func(token string) serve.Person {
	if p == nil {
		return nil
	}
	return func(token string) serve.Person {
		for _, h := range p.seats {
			if h != nil && subtle.ConstantTimeCompare([]byte(h.token), []byte(token)) == 1 {
				return h
			}
		}
		return nil
	}
}

// addresses say where those who do not sit at the terminal play.
func (p *people) addresses(url string) (lines []string) {
	if p == nil {
		return nil
	}
	for _, h := range p.seats {
		if h != nil && h.asks == nil {
			lines = append(lines, "play "+h.name+" at "+url+h.fragment())
		}
	}
	return lines
}

// fragment is what makes a page's address a person's.
func (h *human) fragment() string { return "#seat=" + h.token }

// shownAt tells where the match is seen.
func (p *people) shownAt(m *live.Match) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.page = m
	p.mu.Unlock()
	p.tell()
}

func (p *people) matchID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page == nil {
		return ""
	}
	return p.page.ID()
}

// tell tells the pages for whom the match waits.
func (p *people) tell() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page == nil {
		return
	}
	var waited []int
	for _, h := range p.seats {
		if h == nil {
			continue
		}
		if id := h.waited(); id != nobody {
			waited = append(waited, id)
		}
	}
	slices.Sort(waited)
	p.page.Await(waited)
}

// sitOut notes who has given up since the last time.
func (p *people) sitOut(turn int, o *outcome, names []viewer.Seat, c *chronicle, note func(string, ...any)) {
	if p == nil {
		return
	}
	for k, h := range p.seats {
		if h == nil || !h.leaves() {
			continue
		}
		x, id := &o.seats[k], o.ids[k]
		x.reason, x.note, x.leftTurn = match.Disconnected, "gave up", turn
		names[id].Connected, names[id].Note = false, x.note
		c.gone(id, string(x.reason), x.note)
		note("turn %d: %s gives up and does nothing from now on", turn, x.name)
	}
}

// play lets the person at the terminal play, or shows the match where there is none.
func (s *screen) play(ctx context.Context) error {
	opt := tui.WatchOptions{Out: s.tty, Pace: s.plan.delay}
	h := s.plan.people.first()
	if h == nil || h.asks == nil {
		return tui.Watch(ctx, s.frames, opt)
	}
	return tui.Play(ctx, s.frames, h.asks, tui.PlayOptions{WatchOptions: opt, Answer: h.Play, GiveUp: h.GiveUp,
		Foot: s.plan.people.addresses(s.plan.page.URL)})
}
