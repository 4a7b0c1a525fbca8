package access

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"blastyard/internal/website"
)

// Gate limits the requests and the wrong tokens from an address.
type Gate struct {
	now func() time.Time

	mu        sync.Mutex
	addresses map[netip.Addr]*budget
	persons   map[string]*rate.Limiter
}

type budget struct {
	requests, guesses *rate.Limiter
}

// Limits for an address; a whole class of students may share one.
const (
	requestRate  = 50 // in a second
	RequestBurst = 400
	guessRate    = 0.2 // wrong tokens in a second
	GuessBurst   = 30
	maxAddresses = 20_000

	// What somebody who is signed in may ask beyond the limits of the address, which others may have used up.
	personRate  = 5 // in a second
	PersonBurst = 60
	maxPersons  = 20_000
)

// NewGate returns a gate with this clock.
func NewGate(now func() time.Time) *Gate {
	return &Gate{now: now, addresses: map[netip.Addr]*budget{}, persons: map[string]*rate.Limiter{}}
}

// Allow counts a request; false: there were too many from its address.
func (g *Gate) Allow(r *http.Request) bool { return g.of(r).requests.AllowN(g.now(), 1) }

// AllowPerson counts a request of somebody who is signed in, where Allow has refused it; false: there were too many of
// that person, too.
func (g *Gate) AllowPerson(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.persons[name]
	if p == nil {
		if len(g.persons) >= maxPersons {
			clear(g.persons)
		}
		p = rate.NewLimiter(personRate, PersonBurst)
		g.persons[name] = p
	}
	return p.AllowN(g.now(), 1)
}

// Guess counts a wrong token; false: there were too many. Right tokens are never refused because of wrong ones from the
// same address.
func (g *Gate) Guess(r *http.Request) bool { return g.of(r).guesses.AllowN(g.now(), 1) }

func (g *Gate) of(r *http.Request) *budget {
	a := website.Network(r.RemoteAddr)
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.addresses[a]
	if b == nil {
		if len(g.addresses) >= maxAddresses {
			g.sweep()
		}
		b = &budget{rate.NewLimiter(requestRate, RequestBurst), rate.NewLimiter(guessRate, GuessBurst)}
		g.addresses[a] = b
	}
	return b
}

// sweep forgets addresses that have been quiet. If too many addresses remain, it forgets all.
func (g *Gate) sweep() {
	now := g.now()
	for a, b := range g.addresses {
		if b.requests.TokensAt(now) >= RequestBurst && b.guesses.TokensAt(now) >= GuessBurst {
			delete(g.addresses, a)
		}
	}
	if len(g.addresses) >= maxAddresses {
		clear(g.addresses)
	}
}
