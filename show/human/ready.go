package human

import (
	"context"
	"time"
)

// A Seat is the seat of a person, as shown before the match.
type Seat struct {
	Name   string
	Joined bool // the person has opened the seat's address, or uses the terminal
}

// Waiting returns the seats of persons while the match waits for people. It returns nil once the match has begun.
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

// Absent returns the names of the people for whom the match waits.
func (p *Persons) Absent() (names []string) {
	for _, s := range p.Waiting() {
		if !s.Joined {
			names = append(names, s.Name)
		}
	}
	return names
}

// Ready returns when all persons have joined, or a time after the first has joined, or when ctx ends. If after is 0,
// it waits for all. From then on an absent person does nothing until it joins.
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
		case <-p.one: // otherwise all turns would pass at once
		case <-ctx.Done():
		}
	}
	p.mu.Lock()
	p.start = true
	p.mu.Unlock()
	p.tell()
}

// join records that a person has joined.
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

// begun reports whether the match has stopped waiting for absent persons.
func (p *Persons) begun() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.start
}
