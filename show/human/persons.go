// Package human lets people play in an arena by hand, from a page in a browser or at this terminal. Each person has an
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

// Persons are those who play a match by hand. The zero value has none.
type Persons struct {
	persons []*Person     // in the order of their seats
	seats   []int         // of persons
	one     chan struct{} // closed when somebody has joined
	all     chan struct{} // closed when everybody has joined

	mu    sync.Mutex
	page  Page // nil: not yet, or nowhere
	start bool // the match has begun: nobody waits for those who are absent
}

// Page is the page of a match, which says for whom the match waits.
type Page interface {
	ID() string
	// Await tells for whom the turn waits, and who is absent while the match waits for everybody to come.
	Await(players, absent []int)
}

// New makes the people of a config: a person for each seat of "human" or "human:NAME". Their turns have the config's
// turn time where timed is set, else they take as long as they like. The error is an *arena.ConfigError.
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

// Any tells whether there is anybody.
func (p *Persons) Any() bool { return len(p.persons) > 0 }

// Sit lets the people play their seats of the config.
func (p *Persons) Sit(c *arena.Config) {
	for i, h := range p.persons {
		c.Seats[p.seats[i]].Player = h
	}
}

// SetNames gives the people their names in the match, which no one else has.
func (p *Persons) SetNames(seats []arena.Seated) {
	for i, h := range p.persons {
		h.mu.Lock()
		h.name = seats[p.seats[i]].Name
		h.mu.Unlock()
	}
}

// SitAtTerminal lets the first person play at this terminal, if there is one.
func (p *Persons) SitAtTerminal() {
	if p.Any() {
		p.persons[0].mu.Lock()
		p.persons[0].terminal = true
		p.persons[0].mu.Unlock()
		p.persons[0].Join()
	}
}

// AtTerminal is who plays at this terminal; nil: nobody.
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

// Find is the person of a token; nil: there is none.
func (p *Persons) Find(token string) *Person {
	for _, h := range p.persons {
		if subtle.ConstantTimeCompare([]byte(h.token), []byte(token)) == 1 {
			return h
		}
	}
	return nil
}

// First is the first person; nil: there is none.
func (p *Persons) First() *Person {
	if !p.Any() {
		return nil
	}
	return p.persons[0]
}

// Entry is what the browser that we open adds to the page's address, so that the first person plays there. It is empty
// where nobody plays in a browser.
func (p *Persons) Entry() string {
	if !p.Any() || p.AtTerminal() != nil {
		return ""
	}
	return p.persons[0].Fragment()
}

// Addresses are lines that say where those play who do not sit at the terminal.
func (p *Persons) Addresses(url string) (lines []string) {
	for _, h := range p.persons {
		if !h.sitsAtTerminal() {
			lines = append(lines, "play "+h.Look().Name+" at "+url+h.Fragment())
		}
	}
	return lines
}

// ShownAt tells where the match is seen.
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

// tell tells the page for whom the match waits.
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
