// Package human lets people play in an arena by hand, on a page in a browser or at this terminal. Each person has an
// address of its own on the page.
package human

import (
	"crypto/subtle"
	"fmt"
	"slices"
	"sync"
	"time"

	"blastyard/arena"
)

// Persons are the people who play a match by hand. The zero value has none.
type Persons struct {
	persons []*Person     // in the order of their seats
	seats   []int         // seat indexes of persons
	one     chan struct{} // closed when the first person has joined
	all     chan struct{} // closed when all persons have joined

	mu    sync.Mutex
	page  Page // nil: not set
	start bool // the match has begun without waiting for absent persons
}

// Page is the page of a match. It shows for whom the match waits.
type Page interface {
	ID() string
	// Await shows for whom the turn waits. absent are the players that have not joined while the match waits for all.
	Await(players, absent []int)
}

// New returns a person for each seat of a config with "human" or "human:NAME". If timed is set, the config's turn
// time limits their turns. The error is an *arena.ConfigError.
func New(c arena.Config, timed bool) (*Persons, error) {
	p := &Persons{one: make(chan struct{}), all: make(chan struct{})}
	var limit time.Duration
	if timed && !c.NoTimeout {
		limit = time.Duration(c.TurnTime)
	}
	for k := range c.Seats {
		name, is, err := c.Seats[k].Person()
		switch {
		case err != nil:
			return nil, &arena.ConfigError{Field: fmt.Sprintf("seats[%d].bot", k), Value: c.Seats[k].Bot, Err: err}
		case is:
			p.persons, p.seats = append(p.persons, newPerson(p, name, limit)), append(p.seats, k)
		}
	}
	return p, nil
}

// Any reports whether there are any persons.
func (p *Persons) Any() bool { return len(p.persons) > 0 }

// Sit makes the persons the players of their seats in the config.
func (p *Persons) Sit(c *arena.Config) {
	for i, h := range p.persons {
		c.Seats[p.seats[i]].Player = h
	}
}

// SetNames sets the unique names that the people have in the match.
func (p *Persons) SetNames(seats []arena.Seated) {
	for i, h := range p.persons {
		h.mu.Lock()
		h.name = seats[p.seats[i]].Name
		h.mu.Unlock()
	}
}

// SitAtTerminal lets the first person, if there is one, play at this terminal.
func (p *Persons) SitAtTerminal() {
	if p.Any() {
		p.persons[0].mu.Lock()
		p.persons[0].terminal = true
		p.persons[0].mu.Unlock()
		p.persons[0].Join()
	}
}

// AtTerminal returns the person who plays at this terminal, or nil.
func (p *Persons) AtTerminal() *Person {
	if p.Any() && p.persons[0].sitsAtTerminal() {
		return p.persons[0]
	}
	return nil
}

func (h *Person) sitsAtTerminal() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.terminal
}

// Find returns the person with a token, or nil.
func (p *Persons) Find(token string) *Person {
	for _, h := range p.persons {
		if subtle.ConstantTimeCompare([]byte(h.token), []byte(token)) == 1 {
			return h
		}
	}
	return nil
}

// First returns the first person, or nil.
func (p *Persons) First() *Person {
	if !p.Any() {
		return nil
	}
	return p.persons[0]
}

// Entry returns what to append to the page's address in the browser that we open, so that the first person plays
// there. It is "" if nobody plays in a browser.
func (p *Persons) Entry() string {
	if !p.Any() || p.AtTerminal() != nil {
		return ""
	}
	return p.persons[0].Fragment()
}

// Addresses returns a line with the address of each person who is not at the terminal.
func (p *Persons) Addresses(url string) (lines []string) {
	for _, h := range p.persons {
		if !h.sitsAtTerminal() {
			lines = append(lines, "play "+h.Look().Name+" at "+url+h.Fragment())
		}
	}
	return lines
}

// ShownAt sets the page that shows the match.
func (p *Persons) ShownAt(page Page) {
	p.mu.Lock()
	p.page = page
	p.mu.Unlock()
	p.tell()
}

func (p *Persons) matchID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page == nil {
		return ""
	}
	return p.page.ID()
}

// tell updates the page.
func (p *Persons) tell() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page == nil {
		return
	}
	var players, missing []int
	for _, h := range p.persons {
		id, asked, absent := h.waited()
		if asked {
			players = append(players, id)
		}
		if absent && !p.start && id != arena.NoPlayer {
			missing = append(missing, id)
		}
	}
	slices.Sort(players)
	slices.Sort(missing)
	p.page.Await(players, missing)
}
