package human

import (
	"context"
	"time"
)

// A Seat is one of a person, for those who wait for the match.
type Seat struct {
	Name   string
	Joined bool // the person has opened the seat's address, or sits at the terminal
}

// Waiting are the seats of persons while the match waits for somebody to come; nil once it has begun.
func (p *Persons) Waiting() (seats []Seat) {
	if p.begun() {
		return nil
	}
	for _, h := range p.persons {
		h.mu.Lock()
		seats = append(seats, Seat{h.name, h.joined})
		h.mu.Unlock()
	}
	return seats
}

// Absent are the names of those who have not come, while the match waits for them.
func (p *Persons) Absent() (names []string) {
	for _, s := range p.Waiting() {
		if !s.Joined {
			names = append(names, s.Name)
		}
	}
	return names
}

// Ready returns when everybody has joined, or after the given time once somebody has, or when ctx ends; without a time
// (0) it waits for all. From then on who is absent does nothing until it comes.
func (p *Persons) Ready(ctx context.Context, after time.Duration) {
	if p.Any() {
		limited, cancel := ctx, func() {}
		if after > 0 {
			limited, cancel = context.WithTimeout(ctx, after)
		}
		select {
		case <-p.all:
		case <-limited.Done():
		}
		cancel()
		select {
		case <-p.one: // without anybody, all turns would pass at once
		case <-ctx.Done():
		}
	}
	p.mu.Lock()
	p.start = true
	p.mu.Unlock()
	p.tell()
}

// join hears that somebody has joined.
func (p *Persons) join() {
	p.mu.Lock()
	closeOnce(p.one)
	everybody := true
	for _, h := range p.persons {
		everybody = everybody && h.Joined()
	}
	if everybody {
		closeOnce(p.all)
	}
	p.mu.Unlock()
	p.tell()
}

func closeOnce(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// begun tells whether the match waits for nobody any more who is absent.
func (p *Persons) begun() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.start
}
